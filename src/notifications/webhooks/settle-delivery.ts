import { plainLines } from '../../common/text.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import type { Attempt } from './attempt-delivery.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { nextAttemptSeconds } from './retry-plan.ts';
import { giveUpDeliveries, lockWebhook, shownUrl, type Webhook } from './webhook-record.ts';

/** Without any success for this long a webhook is disabled. */
const patienceMs = 5 * 86_400_000;
/** The receiver wants no more, for good. */
const gone = 410;

export interface SettleTools {
  /** From 0 to 1, evenly. */
  readonly random: () => number;
  /** Tells the account's people, in the transaction, that nothing is sent to a webhook any more. */
  readonly tellOfDisabled: (tx: Operation, webhook: Webhook) => Promise<void>;
}

/** - `lapsed`: another worker has it by now, or nobody waits for it; nothing was written. */
export type Settled = 'delivered' | 'retry' | 'failed' | 'disabled' | 'lapsed';

/** Writes what an attempt came to, and what that means for the webhook. */
export async function settleWebhookDelivery(
  resources: Resources,
  claimed: ClaimedDelivery,
  attempt: Attempt,
  tools: SettleTools,
): Promise<Settled> {
  const operation = Operation.bySystem(resources, claimed.partner_id);
  // What arrives at a webhook that nothing is wrong with concerns the delivery alone.
  if (attempt.failure === null && claimed.failing_since === null) return noteDelivered(operation, claimed, attempt);
  return operation.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, claimed.webhook_id).catch(() => null);
    if (webhook === null) return 'lapsed';
    if (attempt.failure === null) {
      const noted = await noteDelivered(tx, claimed, attempt);
      if (noted === 'delivered') await setFailingSince(tx, webhook, null);
      return noted;
    }
    return noteFailed(tx, webhook, claimed, attempt, tools);
  });
}

async function noteDelivered(operation: Operation, claimed: ClaimedDelivery, attempt: Attempt): Promise<Settled> {
  const now = operation.clock.now();
  const settled = { status: 'delivered' as const, next_attempt_at: null, settled_at: now };
  return (await write(operation, claimed, attempt, { ...settled, failures: 0 })) ? 'delivered' : 'lapsed';
}

async function noteFailed(
  tx: Operation,
  webhook: Webhook,
  claimed: ClaimedDelivery,
  attempt: Attempt,
  { random, tellOfDisabled }: SettleTools,
): Promise<Settled> {
  const now = tx.clock.now();
  const failures = claimed.failures + 1;
  const isFinal = attempt.failure?.kind === 'suspended' || attempt.failure?.kind === 'expired';
  const status = attempt.answer?.status ?? null;
  const retryAfter = attempt.answer?.headers['retry-after'] ?? null;
  const delay = isFinal || status === gone ? null : nextAttemptSeconds(failures, { status, retryAfter }, now, random());
  const written = await write(tx, claimed, attempt, {
    failures,
    ...(delay === null
      ? { status: 'failed' as const, next_attempt_at: null, settled_at: now }
      : { status: 'pending' as const, next_attempt_at: new Date(now.getTime() + delay * 1_000) }),
  });
  if (!written) return 'lapsed';
  if (!isFinal && webhook.enabled) {
    const failingSince = webhook.failing_since ?? now;
    if (status === gone) return disable(tx, webhook, 'gone', tellOfDisabled);
    if (now.getTime() - failingSince.getTime() >= patienceMs) return disable(tx, webhook, 'failing', tellOfDisabled);
    await setFailingSince(tx, webhook, failingSince);
  }
  return delay === null ? 'failed' : 'retry';
}

async function setFailingSince({ db }: Operation, { id, failing_since }: Webhook, since: Date | null): Promise<void> {
  if (failing_since?.getTime() === since?.getTime()) return;
  await db.updateTable('webhooks').set({ failing_since: since }).where('id', '=', id).execute();
}

async function disable(
  tx: Operation,
  webhook: Webhook,
  reason: 'gone' | 'failing',
  tellOfDisabled: SettleTools['tellOfDisabled'],
): Promise<Settled> {
  const now = tx.clock.now();
  await giveUpDeliveries(tx, webhook.id);
  const disabled = await tx.db
    .updateTable('webhooks')
    .set({ enabled: false, disabled_reason: reason, disabled_at: now, updated_at: now })
    .where('id', '=', webhook.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const details = { url: shownUrl(webhook.url), reason };
  await recordFact(tx, { type: 'webhook.disabled', subjectId: webhook.id, details });
  await tellOfDisabled(tx, { ...disabled, url: shownUrl(disabled.url) });
  return 'disabled';
}

/** @returns false when the claim had lapsed */
async function write(
  { db }: Operation,
  { webhook_id, event_id, attempts, url }: ClaimedDelivery,
  { at, signature, durationMs, answer, failure }: Attempt,
  columns: {
    readonly status: 'pending' | 'delivered' | 'failed';
    readonly failures: number;
    readonly next_attempt_at: Date | null;
    readonly settled_at?: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({
      ...columns,
      claimed_until: null,
      attempted_at: at,
      request_url: url,
      signature,
      duration_ms: durationMs,
      answer_status: answer?.status ?? null,
      answer_headers: answer === null ? null : JSON.stringify(shownHeaders(answer.headers)),
      answer_body: answer === null ? null : plainLines(answer.body.toString('utf8')),
      answer_is_cut: answer?.isCut ?? null,
      failure_kind: failure?.kind ?? null,
      failure: failure === null ? null : plainLines(failure.message),
    })
    .where('webhook_id', '=', webhook_id)
    .where('event_id', '=', event_id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Strangers write them. */
function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, plainLines(value)]));
}
