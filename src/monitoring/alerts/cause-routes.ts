import { z } from 'zod';
import { severities } from '../../common/severity.ts';
import { integer, oneOf, timestamp } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { cursorField, pageFields } from '../../core/api/list-page.ts';
import { customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { resourceKinds } from '../../core/operation/resource-kinds.ts';
import type { AlertKind } from './alert-kind.ts';
import { alertSubject, subjectOfAlert } from './alert-subject.ts';
import { type Cause, listCauses, positionOf } from './list-causes.ts';

const cause = z
  .strictObject({
    kind: z.string(),
    severity: oneOf(severities),
    title: z.string().meta({
      description: 'The fault, without the servers that have it.',
      examples: ['Redis data store answers the internet without a password (port 6379/tcp)'],
    }),
    subject_type: oneOf(resourceKinds).meta({ description: 'Whether servers or domains have it.' }),
    resources: z.int().meta({ description: 'How many servers or domains have it.' }),
    customers: z.int().meta({ description: 'How many customers these belong to.' }),
    first_detected_at: timestamp.meta({ description: 'When it was first seen on the first of them.' }),
    port: z.int().nullable().meta({ description: 'On which port; null: it is about none, or about several.' }),
    protocol: oneOf(['tcp', 'udp']).nullable(),
    oldest_alert: z
      .strictObject({ id: z.guid(), subject: alertSubject, billing_customer_id: z.int() })
      .meta({ description: 'The alert that was seen first; it says how the fault is ended.' }),
  })
  .meta({ id: 'Cause' });

/** Faults in place of lists of servers: each once, with how many have it. */
export function causeRoutes(kinds: readonly AlertKind[]): RouteDeclaration[] {
  return [
    route({
      method: 'GET',
      paths: ['/api/v1/monitoring/causes'],
      operationId: 'listCauses',
      group: groups.monitoringAlerts,
      summary: 'The causes of open alerts, each once, with how many servers or domains have it.',
      description:
        'The most severe first, then those of most servers or domains, then the oldest. Without a customer: over all customers of the account.',
      query: z.object({
        billing_customer_id: integer(1).optional(),
        min_severity: oneOf(severities).default('low').meta({ description: 'This or a worse one.' }),
        limit: integer(1, 100).default(20),
        cursor: cursorField,
      }),
      customer: customerInQuery,
      responses: {
        200: successEnvelope(
          z.strictObject({
            causes: z.array(cause).meta({ description: 'At most `limit` of them.' }),
            total: z.int().meta({ description: 'How many causes there are.' }),
            ...pageFields,
          }),
        ),
      },
      problems: [],
      async handle({ operation, query, page }) {
        const { billing_customer_id: billingCustomerId, min_severity: minSeverity, limit } = query;
        const filter = { billingCustomerId, minSeverity };
        const { causes, total } = await listCauses(operation, kinds, filter, page.after(), limit + 1);
        const { items, end } = page.cut(causes, limit, positionOf);
        return reply(200, success({ causes: items.map(toAnswer), total, ...end }, operation.clock.now()));
      },
    }),
  ];
}

function toAnswer({ kind, oldest, firstDetectedAt, ...shared }: Cause): z.output<typeof cause> {
  return {
    kind: kind.name,
    severity: shared.severity,
    title: shared.title,
    subject_type: kind.subject,
    resources: shared.resources,
    customers: shared.customers,
    first_detected_at: firstDetectedAt.toISOString(),
    port: oldest.port,
    protocol: oldest.protocol,
    oldest_alert: {
      id: oldest.id,
      subject: subjectOfAlert(oldest),
      billing_customer_id: oldest.billing_customer_id,
    },
  };
}
