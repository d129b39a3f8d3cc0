import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lockWebhook, type WebhookDelivery } from './webhook-record.ts';

/**
 * Has an event sent to a webhook at once, whether it has arrived before or not; the plan of retries begins anew. What a worker is
 * just sending is left to it.
 * @throws Problem WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND, WEBHOOK_DISABLED
 */
export async function retryDelivery(
  operation: Operation,
  webhookId: string,
  eventId: string,
): Promise<WebhookDelivery> {
  return operation.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, webhookId);
    const delivery = await tx.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .where('event_id', '=', eventId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!delivery) throw new Problem('DELIVERY_NOT_FOUND');
    if (!webhook.enabled) throw new Problem('WEBHOOK_DISABLED');
    const now = tx.clock.now();
    if (delivery.claimed_until !== null && delivery.claimed_until > now) return delivery;
    const queued = await tx.db
      .updateTable('webhook_deliveries')
      .set({ status: 'pending', failures: 0, next_attempt_at: now, claimed_until: null, settled_at: null })
      .where('webhook_id', '=', webhookId)
      .where('event_id', '=', eventId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordFact(tx, { type: 'webhook.delivery_retried', subjectId: webhookId, details: { event_id: eventId } });
    return queued;
  });
}
