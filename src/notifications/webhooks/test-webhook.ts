import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type EventSample, lockWebhook } from './webhook-record.ts';

/**
 * Has an event told that says nothing but that somebody tries the webhook. It goes to this one alone, whatever types it wants.
 * @param sample what is sent in its place; undefined: the event itself. It is of no event that there was, so nobody else reads it as one.
 * @throws Problem WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED
 */
export async function testWebhook(
  operation: Operation,
  webhookId: string,
  sample: EventSample | undefined,
): Promise<void> {
  await operation.transaction(async (tx) => {
    const { enabled } = await lockWebhook(tx, webhookId);
    if (!enabled) throw new Problem('WEBHOOK_DISABLED');
    const event = { data: { webhook_id: webhookId, ...(sample && { sample }) } };
    await recordFact(tx, { type: 'webhook.tested', subjectId: webhookId, event });
  });
}
