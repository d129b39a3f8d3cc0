import { Operation, type Resources } from '../../core/operation/operation.ts';
import type { Bounce } from '../../engines/mail-bounces/read-bounce.ts';
import { forgetKnownStates, forgetNotified } from '../alert-notifications/index.ts';
import { type Delivery, markFailing, requeueFor } from './deliveries.ts';
import { getsAlerts, recipientMove } from './lifecycle.ts';
import { isSameAddress, lockRecipient, type Recipient } from './recipient-record.ts';

/** Mails that came back for reasons that may pass, until an address counts as dead, with at most so much time between two. */
const mostSoftBounces = 3;
const softBounceDays = 30;

/**
 * What became of a report. - `noted`: it says that the mail arrived, or is still tried. - `early`: the mail is not settled, so it has to
 * come again. - `unknown`: no such mail is on record, or it came back before.
 */
type BounceOutcome = 'dead' | 'soft' | 'ours' | 'noted' | 'early' | 'unknown';

/**
 * Notes that a mail came back after it had been taken. An address that is dead gets no more until somebody wants it again; what was told
 * by a mail that came back for a reason that may pass, is told again as far as it is true then. The first report about a mail counts.
 */
export async function recordBounce(resources: Resources, deliveryId: string, bounce: Bounce): Promise<BounceOutcome> {
  const { verdict } = bounce;
  if (verdict === 'delayed' || verdict === 'arrived') return 'noted';
  const found = await resources.db
    .selectFrom('notification_deliveries')
    .select('partner_id')
    .where('id', '=', deliveryId)
    .executeTakeFirst();
  if (!found) return 'unknown';
  return Operation.bySystem(resources, found.partner_id).transaction(async (tx) => {
    const delivery = await lockDelivery(tx, deliveryId);
    if (delivery?.status === 'pending' || delivery?.status === 'handed_over') return 'early';
    if (delivery?.status !== 'sent' && delivery?.status !== 'presumed_sent') return 'unknown';
    const failure = `${bounce.status} ${bounce.reason}`;
    await tx.db
      .updateTable('notification_deliveries')
      .set({ status: 'bounced', failure })
      .where('id', '=', deliveryId)
      .execute();
    // An administrator's address stays as it is: it may be the last way in.
    const recipient = await lockRecipient(tx, delivery.recipient_id);
    if (!recipient || !isSameAddress(recipient.address, delivery.address)) return verdict;
    if (verdict === 'dead') await suppress(tx, recipient, delivery, failure);
    if (verdict === 'soft') await bear(tx, recipient, delivery, failure);
    return verdict;
  });
}

/** The recipient first, as where mails are made. */
async function lockDelivery(tx: Operation, id: string): Promise<Delivery | undefined> {
  const named = await tx.db
    .selectFrom('notification_deliveries')
    .select('recipient_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (named) await lockRecipient(tx, named.recipient_id);
  return tx.db.selectFrom('notification_deliveries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

async function suppress(tx: Operation, { id, status }: Recipient, delivery: Delivery, failure: string): Promise<void> {
  if (recipientMove(status, 'refuse') === null) return;
  await markFailing(tx, delivery, failure);
  // Of what nobody knows to have been read, news is told as new.
  await forgetKnownStates(tx, { kind: 'recipient', id });
}

async function bear(tx: Operation, recipient: Recipient, delivery: Delivery, failure: string): Promise<void> {
  const now = tx.clock.now();
  const since = recipient.soft_bounce_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  const isSeries = now.getTime() - since < softBounceDays * 86_400_000;
  const soft_bounces = isSeries ? recipient.soft_bounces + 1 : 1;
  if (soft_bounces >= mostSoftBounces) return suppress(tx, recipient, delivery, failure);
  await tx.db
    .updateTable('notification_recipients')
    .set({ soft_bounces, soft_bounce_at: now })
    .where('id', '=', recipient.id)
    .execute();
  if (delivery.kind !== 'alerts' || !getsAlerts(recipient.status)) return;
  await forgetNotified(tx, { kind: 'recipient', id: recipient.id }, delivery.alerts);
  await requeueFor(tx, recipient, delivery.alerts);
}
