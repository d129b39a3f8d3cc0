import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type EventSample, getWebhook, type WebhookDelivery } from './webhook-record.ts';

export interface DeliveryFilter {
  readonly status?: WebhookDelivery['status'] | undefined;
  readonly limit: number;
  /** The last one of the page before. */
  readonly after?: string | undefined;
}

/**
 * What became of the events of a webhook, the newest first.
 * @throws Problem WEBHOOK_NOT_FOUND
 */
export async function listDeliveries(
  operation: Operation,
  webhookId: string,
  { status, limit, after }: DeliveryFilter,
): Promise<{ deliveries: WebhookDelivery[]; hasMore: boolean }> {
  await getWebhook(operation, webhookId);
  const rows = await operation.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(after !== undefined, (query) => query.where('event_id', '<', after!))
    .orderBy('event_id', 'desc')
    .limit(limit + 1)
    .execute();
  return { deliveries: rows.slice(0, limit), hasMore: rows.length > limit };
}

/**
 * One of them, with the event as long as that is kept.
 * @throws Problem WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND
 */
export async function getDelivery(
  operation: Operation,
  webhookId: string,
  eventId: string,
): Promise<{ delivery: WebhookDelivery; body: Buffer | null }> {
  await getWebhook(operation, webhookId);
  const delivery = await operation.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (!delivery) throw new Problem('DELIVERY_NOT_FOUND');
  const event = await operation.db
    .selectFrom('events')
    .select(['type', 'occurred_at', 'data'])
    .where('id', '=', eventId)
    .executeTakeFirst();
  return { delivery, body: event ? bodyOf(event) : null };
}

/** The body of a request, byte by byte the same on each attempt. A test can have a sample of another type in its place. */
export function bodyOf(event: {
  readonly type: string;
  readonly occurred_at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}): Buffer {
  const { type, data } = (event.data.sample as EventSample | undefined) ?? event;
  return Buffer.from(JSON.stringify({ type, timestamp: event.occurred_at.toISOString(), data }));
}
