import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lockWebhook, shownUrl } from './webhook-record.ts';

/**
 * Tells a webhook of nothing any more, and forgets what it was told.
 * @throws Problem WEBHOOK_NOT_FOUND
 */
export async function deleteWebhook(operation: Operation, id: string): Promise<void> {
  await operation.transaction(async (tx) => {
    const { url } = await lockWebhook(tx, id);
    await recordFact(tx, { type: 'webhook.deleted', subjectId: id, details: { url: shownUrl(url) } });
    // Before the webhook itself: what gives events their places would wait until the last of many was gone.
    await tx.db.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute();
    await tx.db.deleteFrom('webhooks').where('id', '=', id).execute();
  });
}
