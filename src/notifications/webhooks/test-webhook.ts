import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lockWebhook } from './webhook-record.ts';

/**
 * Has an event told that says nothing but that somebody tries the webhook. It goes to this one alone, whatever types it wants.
 * @throws Problem WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED
 */
export async function testWebhook(operation: Operation, webhookId: string): Promise<void> {
  await operation.transaction(async (tx) => {
    const { enabled } = await lockWebhook(tx, webhookId);
    if (!enabled) throw new Problem('WEBHOOK_DISABLED');
    const event = { data: { webhook_id: webhookId } };
    await recordFact(tx, { type: 'webhook.tested', subjectId: webhookId, event });
  });
}
