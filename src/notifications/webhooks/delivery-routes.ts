import { z } from 'zod';
import { integer, oneOf, timestamp, uuid } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { logCursorField } from '../../core/api/list-page.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { requestHeaders } from './attempt-delivery.ts';
import { getDelivery, listDeliveries } from './list-deliveries.ts';
import { retryDelivery } from './retry-delivery.ts';
import { shownUrl, type WebhookDelivery } from './webhook-record.ts';

/** What became of the events of a webhook. */
export function deliveryRoutes(): RouteDeclaration[] {
  return [list(), read(), retry()];
}

const path = '/api/v1/webhooks/:id/deliveries';
const group = groups.webhooks;
const inWebhook = z.object({ id: z.guid() });
const inDelivery = z.object({
  id: z.guid(),
  delivery_id: z.guid().meta({ description: "Of a delivery: the event's." }),
});
const statuses = ['pending', 'delivered', 'failed'] as const;

const attempt = z
  .strictObject({
    at: timestamp.meta({ description: 'When it began.' }),
    duration_ms: z.int().meta({ description: 'How long it took, in milliseconds.' }),
    status: z.int().nullable().meta({ description: 'Of the answer. Null: there was none.' }),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'Why it did not arrive. Null: it did.', examples: ['The receiver answered 500.'] }),
  })
  .nullable()
  .meta({ description: 'Null: nothing was tried yet.' });

const fields = {
  id: z.guid().meta({ description: "The event's, and the webhook-id of each request." }),
  event_type: z.string().meta({ description: 'What kind of event it is.', examples: ['alert.opened'] }),
  status: z.enum(statuses).meta({
    description:
      'pending: it waits for its first or next attempt. failed: the plan of retries is over, or the webhook was disabled.',
  }),
  attempts: z.int().meta({ description: 'Ever made.' }),
  next_attempt_at: timestamp.nullable().meta({ description: 'Null: there is none.' }),
  created_at: timestamp,
  settled_at: timestamp.nullable().meta({ description: 'When it arrived or was given up.' }),
  last_attempt: attempt,
};
const summary = z.strictObject(fields).meta({ id: 'WebhookDelivery' });
const full = z
  .strictObject({
    ...fields,
    request: z
      .strictObject({
        url: z.string().meta({
          description: 'Where it was sent to.',
          examples: ['https://billing.example.com/hooks/breakwater'],
        }),
        headers: z.record(z.string(), z.string()).meta({
          description: 'Those that belong to the signature, and content-type.',
          examples: [{ 'webhook-id': '0190a5c8-7c1e-7d3a-9a56-3f2b8c1d4e5f' }],
        }),
        body: z
          .string()
          .nullable()
          .meta({
            description: 'The event. Null: it is no longer kept.',
            examples: ['{"type":"webhook.test","timestamp":"2026-01-31T12:00:00.000Z","data":{}}'],
          }),
      })
      .nullable()
      .meta({ description: 'Of the last attempt. Null: nothing was sent.' }),
    answer: z
      .strictObject({
        status: z.int(),
        headers: z.record(z.string(), z.string()).meta({
          description: 'content-type, date, location and retry-after, as far as there are any.',
          examples: [{ 'content-type': 'text/plain' }],
        }),
        body: z.string().meta({ description: 'The first 4 KiB.', examples: ['ok'] }),
        is_cut: z.boolean().meta({ description: 'Whether the body was longer.' }),
      })
      .nullable()
      .meta({ description: 'To the last attempt. Null: there was none.' }),
  })
  .meta({ id: 'WebhookDeliveryDetail' });

function toSummary(delivery: WebhookDelivery): z.output<typeof summary> {
  const { event_id: id, event_type, status, attempts, attempted_at, duration_ms } = delivery;
  return {
    id,
    event_type,
    status,
    attempts,
    next_attempt_at: delivery.next_attempt_at?.toISOString() ?? null,
    created_at: delivery.created_at.toISOString(),
    settled_at: delivery.settled_at?.toISOString() ?? null,
    last_attempt:
      attempted_at === null
        ? null
        : {
            at: attempted_at.toISOString(),
            duration_ms: duration_ms ?? 0,
            status: delivery.answer_status,
            failure: delivery.failure,
          },
  };
}

function toDetail(delivery: WebhookDelivery, body: Buffer | null): z.output<typeof full> {
  const { event_id: id, request_url: url, signature, attempted_at: at } = delivery;
  const wasSent = url !== null && signature !== null && at !== null;
  const timestamp = Math.floor((at?.getTime() ?? 0) / 1_000);
  return {
    ...toSummary(delivery),
    request: wasSent
      ? { url: shownUrl(url), headers: requestHeaders({ id, timestamp, signature }), body: body?.toString() ?? null }
      : null,
    answer:
      delivery.answer_status === null
        ? null
        : {
            status: delivery.answer_status,
            headers: delivery.answer_headers ?? {},
            body: delivery.answer_body ?? '',
            is_cut: delivery.answer_is_cut ?? false,
          },
  };
}

function list(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [path],
    operationId: 'listWebhookDeliveries',
    group,
    summary: 'What became of the events of a webhook in the last 30 days, the newest first.',
    params: inWebhook,
    absent: 'WEBHOOK_NOT_FOUND',
    query: z.object({
      status: oneOf(statuses).optional(),
      limit: integer(1, 100).default(20),
      after: uuid.optional().meta({ description: 'The id of the last one of the page before.' }),
      cursor: logCursorField,
    }),
    responses: {
      200: successEnvelope(
        z.strictObject({
          deliveries: z.array(summary).meta({ description: 'The page.' }),
          next_cursor: z
            .guid()
            .nullable()
            .meta({ description: '`cursor` or `after` of the next page. Null: this is the last.' }),
          has_more: z.boolean(),
        }),
      ),
    },
    problems: ['WEBHOOK_NOT_FOUND'],
    async handle({ operation, params, query }) {
      const { status, limit, cursor, after } = query;
      const { deliveries, hasMore } = await listDeliveries(operation, params.id, {
        status,
        limit,
        after: cursor ?? after,
      });
      const data = {
        deliveries: deliveries.map(toSummary),
        next_cursor: hasMore ? deliveries.at(-1)!.event_id : null,
        has_more: hasMore,
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function read(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${path}/:delivery_id`],
    operationId: 'getWebhookDelivery',
    group,
    summary: 'One of them, with the last request and its answer.',
    params: inDelivery,
    absent: 'DELIVERY_NOT_FOUND',
    responses: { 200: successEnvelope(z.strictObject({ delivery: full })) },
    problems: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
    async handle({ operation, params }) {
      const { delivery, body } = await getDelivery(operation, params.id, params.delivery_id);
      return reply(200, success({ delivery: toDetail(delivery, body) }, operation.clock.now()));
    },
  });
}

function retry(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${path}/:delivery_id/retry`],
    operationId: 'retryWebhookDelivery',
    group,
    summary: 'Send an event to a webhook at once, whether it has arrived before or not.',
    params: inDelivery,
    absent: 'DELIVERY_NOT_FOUND',
    responses: { 202: successEnvelope(z.strictObject({ delivery: summary })) },
    problems: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'WEBHOOK_DISABLED'],
    async handle({ operation, params }) {
      const delivery = await retryDelivery(operation, params.id, params.delivery_id);
      return reply(202, success({ delivery: toSummary(delivery) }, operation.clock.now()));
    },
  });
}
