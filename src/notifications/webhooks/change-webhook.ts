import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { giveUpDeliveries, lockWebhook, shownUrl, type Webhook } from './webhook-record.ts';

/** What is left out stays. */
export interface WebhookChange {
  readonly url?: string | undefined;
  /** Empty: all. */
  readonly types?: readonly string[] | undefined;
  readonly description?: string | null | undefined;
  readonly enabled?: boolean | undefined;
}

/**
 * Changes a webhook. What waits for it is given up when it is disabled, and goes to the new URL when that changes.
 * @throws Problem WEBHOOK_NOT_FOUND
 */
export async function changeWebhook(operation: Operation, id: string, change: WebhookChange): Promise<Webhook> {
  return operation.transaction(async (tx) => {
    const before = await lockWebhook(tx, id);
    const now = tx.clock.now();
    const {
      url = before.url,
      types = before.types,
      description = before.description,
      enabled = before.enabled,
    } = change;
    const details = {
      ...(url === before.url ? {} : { url: shownUrl(url) }),
      ...(String(types) === String(before.types) ? {} : { types }),
      ...(description === before.description ? {} : { description }),
      ...(enabled === before.enabled ? {} : { enabled }),
    };
    if (Object.keys(details).length === 0) return before;
    const { disabled_reason, disabled_at, failing_since } = before;
    const state =
      enabled === before.enabled
        ? { disabled_reason, disabled_at, failing_since }
        : enabled
          ? { disabled_reason: null, disabled_at: null, failing_since: null }
          : { disabled_reason: 'by_hand' as const, disabled_at: now, failing_since: null };
    if (!enabled && before.enabled) await giveUpDeliveries(tx, id);
    const webhook = await tx.db
      .updateTable('webhooks')
      .set({
        url,
        types: [...types],
        description,
        enabled,
        ...state,
        // Another receiver has not failed yet.
        ...(url === before.url ? {} : { failing_since: null }),
        updated_at: now,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordFact(tx, { type: 'webhook.changed', subjectId: id, details, name: shownUrl(url) });
    return webhook;
  });
}
