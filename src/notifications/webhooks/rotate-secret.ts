import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { newSecret } from './sign.ts';
import { lockWebhook, shownUrl, type Webhook } from './webhook-record.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export const defaultOverlapSeconds = 86_400;
export const longestOverlapSeconds = 604_800;

/**
 * Gives a webhook another secret. Requests are signed with the one before, too, until the overlap has passed; one that was before
 * that is no longer used.
 * @returns the secret besides, which nobody can read later
 * @throws Problem WEBHOOK_NOT_FOUND
 */
export async function rotateSecret(
  operation: Operation,
  secrets: WebhookSecrets,
  id: string,
  overlapSeconds: number,
): Promise<{ webhook: Webhook; secret: string }> {
  return operation.transaction(async (tx) => {
    const before = await lockWebhook(tx, id);
    const [secret, now] = [newSecret(), tx.clock.now()];
    const overlaps = overlapSeconds > 0;
    const webhook = await tx.db
      .updateTable('webhooks')
      .set({
        secret: secrets.seal(secret, tx.partnerId, id),
        previous_secret: overlaps ? before.secret : null,
        previous_secret_until: overlaps ? new Date(now.getTime() + overlapSeconds * 1_000) : null,
        updated_at: now,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const details = { overlap_seconds: overlapSeconds };
    await recordFact(tx, { type: 'webhook.secret_rotated', subjectId: id, details, name: shownUrl(before.url) });
    return { webhook, secret };
  });
}
