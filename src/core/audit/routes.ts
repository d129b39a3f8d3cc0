import { z } from 'zod';
import { actorKind, integer, text, timestamp, uuid } from '../api/fields.ts';
import { groups, success, successEnvelope } from '../api/groups.ts';
import { cursorField, pageFields } from '../api/list-page.ts';
import { type RouteDeclaration, reply, route } from '../api/route.ts';
import { type AuditRecord, listAudit } from './list-audit.ts';

const auditEntry = z
  .strictObject({
    id: z.guid(),
    at: timestamp,
    actor: z.strictObject({
      kind: actorKind,
      id: z.guid().nullable(),
    }),
    action: z.string().meta({ description: 'subject.verb, as in endpoint.suspended' }),
    subject_id: z.guid().nullable(),
    subject: z
      .strictObject({
        type: z.enum(['endpoint', 'domain', 'alert', 'allowed_ports', 'subscription', 'customer', 'recipient']),
        name: z.string().nullable().meta({
          description: 'Its address, domain, product or name as it is now. Of a rule null means all servers.',
        }),
        ports: z
          .string()
          .nullable()
          .meta({ description: 'Of an alert or rule about ports: 6379/tcp, 8000-8010/both.' }),
        kind: z.string().nullable().meta({ description: 'Of an alert.' }),
      })
      .nullable()
      .meta({ description: 'What subject_id names. Null: it is gone, or of another sort; details may tell.' }),
    billing_customer_id: z.int().nullable(),
    request_id: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });

function toEntry(entry: AuditRecord): z.output<typeof auditEntry> {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actor: { kind: entry.actor_kind, id: entry.actor_id },
    action: entry.action,
    subject_id: entry.subject_id,
    subject: entry.subject,
    billing_customer_id: entry.billing_customer_id,
    request_id: entry.request_id,
    details: entry.details,
  };
}

export function auditRoutes(): RouteDeclaration[] {
  return [
    route({
      method: 'GET',
      paths: ['/api/v1/audit'],
      operationId: 'listAudit',
      group: groups.console,
      summary: 'Who did what, newest first.',
      query: z.object({
        action: text(100)
          .optional()
          .meta({ description: 'An action, or the subject of several: endpoint.suspended, endpoint.' }),
        subject_id: uuid.optional(),
        billing_customer_id: integer(1).optional(),
        limit: integer(1, 100).default(50),
        cursor: cursorField,
      }),
      responses: {
        200: successEnvelope(z.strictObject({ entries: z.array(auditEntry), ...pageFields })),
      },
      problems: [],
      async handle({ operation, query, page }) {
        const filter = {
          action: query.action,
          subjectId: query.subject_id,
          billingCustomerId: query.billing_customer_id,
          before: page.after<{ id: string }>()?.id,
        };
        const entries = await listAudit(operation, filter, query.limit + 1);
        const { items, end } = page.cut(entries, query.limit, ({ id }) => ({ id }));
        return reply(200, success({ entries: items.map(toEntry), ...end }, operation.clock.now()));
      },
    }),
  ];
}
