import { sql } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import { lockAccount } from '../../core/operation/lock-account.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import { newSecret } from './sign.ts';
import { shownUrl, type Webhook } from './webhook-record.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

/** Of a world of an account. */
export const maxWebhooks = 50;

export interface NewWebhook {
  readonly url: string;
  /** Empty: all. */
  readonly types: readonly string[];
  readonly description: string | null;
}

/**
 * Has events told to a URL from now on.
 * @returns the secret besides, which nobody can read later
 * @throws Problem WEBHOOK_LIMIT_EXCEEDED
 */
export async function createWebhook(
  operation: Operation,
  secrets: WebhookSecrets,
  { url, types, description }: NewWebhook,
): Promise<{ webhook: Webhook; secret: string }> {
  return operation.transaction(async (tx) => {
    await lockAccount(tx);
    const { count } = await tx.db
      .selectFrom('webhooks')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow();
    if (count >= maxWebhooks) throw new Problem('WEBHOOK_LIMIT_EXCEEDED');
    const [id, secret, now] = [newId(tx.clock), newSecret(), tx.clock.now()];
    const webhook = await tx.db
      .insertInto('webhooks', {
        id,
        url,
        types: [...types],
        description,
        enabled: true,
        disabled_reason: null,
        disabled_at: null,
        secret: secrets.seal(secret, tx.partnerId, id),
        previous_secret: null,
        previous_secret_until: null,
        failing_since: null,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordFact(tx, { type: 'webhook.created', subjectId: id, details: { url: shownUrl(url), types } });
    return { webhook, secret };
  });
}
