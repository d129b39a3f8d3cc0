import { type Selectable, sql } from 'kysely';
import { retryDelaySeconds } from '../../common/retry-plan.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import { claimDue, type Turns } from '../../core/operation/claim-due.ts';
import { deleteOlderOfPartners } from '../../core/operation/delete-older-of-partners.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import type { NotificationDeliveriesTable, NotifiedAlert } from '../../core/operation/tables/notifications.ts';
import { sendTimeoutMs } from '../../platform/mail/mailer.ts';
import { recordNotified } from '../alert-notifications/index.ts';
import { getsAlerts, recipientMove } from './lifecycle.ts';
import type { MailFailure } from './metrics.ts';
import { isSameAddress, lockRecipient, type Recipient, writeStatus } from './recipient-record.ts';
import { criticalDueAt, later, pauseSeconds } from './recipient-timing.ts';
import { mailRetries } from './retry-plan.ts';

/** A mail that a worker holds; `attempts` says by which claim. */
export type Delivery = Selectable<NotificationDeliveriesTable>;

/** What an attempt came to. */
export type DeliveryOutcome =
  | { readonly kind: 'sent' | 'presumed_sent' | 'dropped' | 'expired' }
  | { readonly kind: 'refused'; readonly failure: string }
  | { readonly kind: 'retry'; readonly failure: string; readonly reason: MailFailure }
  /** Not before the quiet hours of the address are over. */
  | { readonly kind: 'postponed'; readonly until: Date };

/** Another worker took the mail over: this one must not hand it to the server. */
export class LapsedDelivery extends Error {
  override readonly name = 'LapsedDelivery';
}

/** A worker that was silent for this long has died: one attempt takes less. */
const claimSeconds = (2 * sendTimeoutMs) / 1_000;

/** Claims mails that are due, of each partner the longest waiting first; each is one worker's until its claim lapses. */
export async function claimMails({ db, clock }: Resources, count: number, turns?: Turns): Promise<Delivery[]> {
  const now = clock.now();
  const lapsesAt = new Date(now.getTime() + claimSeconds * 1_000);
  return claimDue(db, {
    table: 'notification_deliveries',
    time: 'next_attempt_at',
    now,
    count,
    turns,
    set: sql`attempts = attempts + 1, next_attempt_at = ${lapsesAt}`,
    columns: sql<Delivery>`notification_deliveries.*`,
  });
}

/**
 * Notes that the text of the mail is about to be given to the mail server. From here until it is settled nobody can know
 * whether the server took it; a worker that dies in between has its mail presumed sent rather than sent again.
 * @param tells what it tells of alerts: remembered when it is settled
 * @throws LapsedDelivery when the claim lapsed; the mail must not go out then
 */
export async function noteHandOver(
  operation: Operation,
  { id, attempts }: Delivery,
  tells: readonly NotifiedAlert[] | null,
): Promise<void> {
  const { numUpdatedRows } = await operation.db
    .updateTable('notification_deliveries')
    .set({ status: 'handed_over', tells: tells && JSON.stringify(tells) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new LapsedDelivery(`Mail ${id} is no longer this worker's.`);
}

/**
 * Writes what became of a claimed mail, and what that means for its address.
 * @returns false when the claim had lapsed; nothing was written then
 */
export async function settleMail(operation: Operation, delivery: Delivery, outcome: DeliveryOutcome): Promise<boolean> {
  return operation.transaction(async (tx) => {
    // The recipient first, as where mails are made.
    const recipient = await lockRecipient(tx, delivery.recipient_id);
    const settled = await tx.db
      .updateTable('notification_deliveries')
      .set(columnsOf(outcome, delivery.attempts, tx.clock.now()))
      .where('id', '=', delivery.id)
      .where('attempts', '=', delivery.attempts)
      .where('settled_at', 'is', null)
      .returning('tells')
      .executeTakeFirst();
    if (!settled) return false;
    if (!recipient || !isSameAddress(recipient.address, delivery.address)) return true;
    if (outcome.kind === 'refused' && recipientMove(recipient.status, 'refuse') !== null)
      await markFailing(tx, delivery, outcome.failure);
    if (delivery.kind === 'alerts' && (outcome.kind === 'sent' || outcome.kind === 'presumed_sent')) {
      await recordNotified(tx, { kind: 'recipient', id: recipient.id }, delivery.id, settled.tells ?? []);
      await beginPause(tx, recipient);
    }
    if (delivery.kind === 'alerts' && outcome.kind === 'expired' && getsAlerts(recipient.status))
      await requeueFor(tx, recipient, delivery.alerts);
    return true;
  });
}

function columnsOf(outcome: DeliveryOutcome, attempts: number, now: Date) {
  if (outcome.kind === 'postponed')
    return {
      status: 'pending' as const,
      next_attempt_at: outcome.until,
      failure: 'These are quiet hours of the address.',
    };
  if (outcome.kind === 'retry') {
    const next_attempt_at = later(now, retryDelaySeconds(mailRetries, attempts, Math.random())!);
    return { status: 'pending' as const, next_attempt_at, failure: outcome.failure };
  }
  const settled = { status: outcome.kind, next_attempt_at: null, settled_at: now };
  return outcome.kind === 'refused' ? { ...settled, failure: outcome.failure } : settled;
}

/** No more mail goes to an address until somebody wants it again. */
export async function markFailing(
  tx: Operation,
  { recipient_id: id, customer_id: customerId }: Delivery,
  failure: string,
): Promise<void> {
  await writeStatus(tx, id, 'failing', failure);
  await recordFact(tx, { type: 'notification_recipient.failed', subjectId: id, customerId, details: { failure } });
}

async function beginPause(tx: Operation, recipient: Recipient): Promise<void> {
  const now = tx.clock.now();
  const due = recipient.critical_waits ? criticalDueAt(now, recipient) : later(now, pauseSeconds);
  await tx.db
    .updateTable('notification_recipients')
    // Null stays: nothing waits.
    .set({
      last_mail_at: now,
      mail_due_at:
        recipient.mail_due_at && (recipient.critical_waits || recipient.mail_due_at < due)
          ? due
          : recipient.mail_due_at,
    })
    .where('id', '=', recipient.id)
    .execute();
}

/** What a mail told that nobody got is told by the next one, as far as it is true then. */
export async function requeueFor(tx: Operation, recipient: Recipient, alertIds: readonly string[]): Promise<void> {
  if (alertIds.length === 0) return;
  const due = later(tx.clock.now(), pauseSeconds);
  await tx.db
    .updateTable('notification_recipients')
    .set({
      waiting_alerts: sql<string[]>`ARRAY(SELECT DISTINCT unnest(waiting_alerts || ${[...alertIds]}::uuid[]))`,
      mail_due_at: recipient.mail_due_at ?? due,
      rest_due_at: recipient.rest_due_at ?? due,
    })
    .where('id', '=', recipient.id)
    .execute();
}

/** How long it can be looked up what became of a mail. */
const keepDays = 90;

/** Forgets mails that were settled long ago, with the addresses that they went to. */
export async function dropOldDeliveries({ db, clock }: Resources): Promise<void> {
  const limit = new Date(clock.now().getTime() - keepDays * 86_400_000);
  await deleteOlderOfPartners(db, 'notification_deliveries', 'settled_at', limit);
}
