import { z } from 'zod';
import { integer, oneOf, text, timestamp, uuid } from '../api/fields.ts';
import { groups, success, successEnvelope } from '../api/groups.ts';
import { logCursorField } from '../api/list-page.ts';
import { type RouteDeclaration, reply, route } from '../api/route.ts';
import type { EventType } from '../operation/occurrences.ts';
import { eventDays } from './event-history.ts';
import { type EventRecord, listEvents } from './list-events.ts';

/** Every type of event (decisions §10.4). */
export const eventTypes = [
  'alert.opened',
  'alert.resolved',
  'alert.reopened',
  'domain_alert.opened',
  'domain_alert.resolved',
  'endpoint.created',
  'endpoint.paused',
  'endpoint.resumed',
  'endpoint.terminated',
  'domain.created',
  'domain.paused',
  'domain.resumed',
  'domain.terminated',
  'subscription.changed',
  'capacity.enforced',
  'scan.completed',
  'scan.failed',
  'webhook.test',
] as const satisfies readonly EventType[];

const eventType = oneOf(eventTypes);

const event = z
  .strictObject({
    id: z.guid().meta({ description: 'The webhook-id of every webhook that tells of it.' }),
    type: eventType,
    timestamp: timestamp.meta({ description: 'When it happened.' }),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        'billing_customer_id, ids of what it is about, and that as its read showed it at that time: alert, endpoint, domain, subscription or scan. docs/api.md has the fields of each type.',
    }),
  })
  .meta({ id: 'Event' });

function toEvent({ id, type, occurred_at, data }: EventRecord): z.output<typeof event> {
  return { id, type, timestamp: occurred_at.toISOString(), data };
}

/** Types apart by commas. */
const typeList = text(500)
  .transform((value) => value.split(',').map((type) => type.trim()))
  .refine((types): types is EventType[] => types.every((type) => eventTypes.includes(type as EventType)), {
    error: `must be one or more of ${eventTypes.join(', ')}, apart by commas`,
  })
  .meta({
    type: 'string',
    maxLength: 500,
    description: `Only events of these types, apart by commas: ${eventTypes.join(', ')}.`,
  });

export function eventRoutes(): RouteDeclaration[] {
  return [
    route({
      method: 'GET',
      paths: ['/api/v1/events'],
      operationId: 'listEvents',
      group: groups.events,
      summary: `What happened in the last ${eventDays} days, in the order in which it became known.`,
      description:
        'Ask with after=next_cursor of the answer before, again and again: no event is passed over and none comes twice, however many things happen at once. An event becomes readable a moment after what it tells.',
      query: z.object({
        after: uuid.optional().meta({
          description: `The next_cursor of the page before, or the id of the last event seen. Without it, or with an event older than ${eventDays} days, the list begins with the oldest that is kept.`,
        }),
        cursor: logCursorField,
        types: typeList.optional(),
        billing_customer_id: integer(1).optional().meta({ description: 'Only events about this customer.' }),
        limit: integer(1, 500).default(100),
      }),
      responses: {
        200: successEnvelope(
          z.strictObject({
            events: z.array(event).meta({ description: 'In the order in which they became known.' }),
            next_cursor: z.guid().nullable().meta({
              description:
                'What to ask with next: the id of the last event that was looked at, whether the filters let it through or not. Null: nothing has happened yet.',
            }),
            has_more: z.boolean().meta({
              description:
                'Whether to ask again at once. With filters a page can have fewer events than its limit, or none, and there are more to look at.',
            }),
          }),
        ),
      },
      problems: [],
      async handle({ operation, query: { cursor, after, types, billing_customer_id: billingCustomerId, limit } }) {
        const page = await listEvents(operation, cursor ?? after, { types, billingCustomerId }, limit);
        const data = { events: page.events.map(toEvent), next_cursor: page.next, has_more: page.hasMore };
        return reply(200, success(data, operation.clock.now()));
      },
    }),
  ];
}
