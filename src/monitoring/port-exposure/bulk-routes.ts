import { z } from 'zod';
import { severities } from '../../common/severity.ts';
import { instant, integer, multilineText, oneOf, uuid } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { errorsOf } from '../../core/api/input.ts';
import { pageFields, shortListQuery } from '../../core/api/list-page.ts';
import { customerInBody, customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type AlertKind, type AlertOutcome, alertStatuses, moveAlerts, requireWithinAYear } from '../alerts/index.ts';
import { allowAlerts } from './allow-alerts.ts';
import { portGroups } from './port-groups.ts';

/** So many alerts at once: one transaction with short locks. */
const maxIds = 500;

const actions = ['acknowledge', 'false-positive', 'allow'] as const;

interface BulkAction {
  readonly action: (typeof actions)[number];
  readonly ids: readonly string[];
  readonly billingCustomerId: number | undefined;
  readonly reason: string | undefined;
  readonly until: Date | undefined;
}

/** Many alerts at once (addition to the contract). */
export function bulkAlertRoutes(kinds: readonly AlertKind[]): RouteDeclaration[] {
  return [listPortGroups(), actOnAlerts(kinds)];
}

function listPortGroups(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/monitoring/port-groups'],
    operationId: 'listPortGroups',
    group: groups.monitoringAlerts,
    summary: 'Ports that are open, and alerted, on several servers of a customer.',
    query: z.object({ billing_customer_id: integer(1), ...shortListQuery }),
    customer: customerInQuery,
    responses: {
      200: successEnvelope(
        z.strictObject({
          ...pageFields,
          groups: z
            .array(
              z.strictObject({
                protocol: oneOf(['tcp', 'udp']),
                port: z.int(),
                severity: oneOf(severities),
                service: z
                  .string()
                  .nullable()
                  .meta({ description: 'What said so itself on most of them. Null: nothing did.' }),
                servers: z.int().meta({ description: 'How many servers have an open alert about it: at least two.' }),
              }),
            )
            .meta({ description: 'The most urgent first, then those on most servers; at most 50.' }),
        }),
      ),
    },
    problems: [],
    async handle({ operation, query, page }) {
      const found = await portGroups(operation, query.billing_customer_id);
      const { items, end } = page.of(found, query.limit, ({ severity, servers, port, protocol }) => [
        -severities.indexOf(severity),
        -servers,
        port,
        protocol,
      ]);
      return reply(200, success({ groups: items.map((each) => ({ ...each })), ...end }, operation.clock.now()));
    },
  });
}

function actOnAlerts(kinds: readonly AlertKind[]): RouteDeclaration {
  return route({
    method: 'POST',
    paths: ['/api/v1/monitoring/alerts/actions'],
    operationId: 'actOnMonitoringAlerts',
    group: groups.monitoringAlerts,
    summary: 'Act on many alerts at once.',
    description:
      'All in one transaction, each as by itself: what cannot be done to one alert is told in its result and keeps nothing from the others. `allow` makes an Allowed Ports rule for the port of each alert on its server. Alerts of another customer than the one named are answered as absent.',
    body: z.object({
      billing_customer_id: integer(1).optional(),
      action: oneOf(actions).meta({ description: 'What is done to each of them.' }),
      ids: z
        .array(uuid, { error: 'must be an array of alert ids' })
        .min(1, { error: 'must have at least one id' })
        .max(maxIds, { error: `must have at most ${maxIds} ids` })
        .meta({ description: 'Alerts of any kind; one that is named twice is dealt with once.' }),
      reason: multilineText(255).optional().meta({
        description: 'Why, for the audit log; of `allow`, the description of the rules.',
      }),
      until: instant.optional().meta({
        description:
          'Up to a year ahead: then the alerts are open again, or the rules end. Absent: it stays as it is for good.',
      }),
    }),
    customer: customerInBody,
    check: ({ operation, body }) => errorsOf(() => requireWithinAYear('until', body.until, operation.clock.now())),
    responses: {
      200: successEnvelope(
        z.strictObject({
          changed: z.int().meta({ description: 'How many alerts, or their rules, were changed by it.' }),
          results: z
            .array(
              z.strictObject({
                id: z.guid(),
                outcome: oneOf(['changed', 'unchanged', 'refused', 'absent']).meta({
                  description:
                    '`unchanged`: it was so already; `refused`: its kind or status does not allow it; `absent`: there is no such alert.',
                }),
                status: oneOf(alertStatuses).nullable().meta({ description: 'Afterwards. Null: it is absent.' }),
              }),
            )
            .meta({ description: 'One for each id, in their order.' }),
        }),
      ),
    },
    problems: [],
    async handle({ operation, body }) {
      const { action, ids, reason, until, billing_customer_id: billingCustomerId } = body;
      const unique = [...new Set(ids.map((id) => id.toLowerCase()))];
      const request = { action, ids: unique, billingCustomerId, reason, until };
      const results = await act(operation, kinds, request);
      const changed = results.filter(({ outcome }) => outcome === 'changed').length;
      return reply(200, success({ changed, results: results.map((each) => ({ ...each })) }, operation.clock.now()));
    },
  });
}

async function act(
  operation: Operation,
  kinds: readonly AlertKind[],
  { action, ids, billingCustomerId, reason, until }: BulkAction,
): Promise<AlertOutcome[]> {
  if (action === 'allow')
    return allowAlerts(operation, ids, { billingCustomerId, description: reason, expiresAt: until });
  const move = action === 'acknowledge' ? 'acknowledge' : 'mark_false_positive';
  return moveAlerts(operation, kinds, ids, move, { billingCustomerId, reason, until });
}
