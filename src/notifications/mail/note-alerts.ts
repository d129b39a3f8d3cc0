import { sql } from 'kysely';
import { getCustomer } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { isDigest } from '../../engines/notification-timing/send-time.ts';
import { worldOf } from '../../identity/partners/index.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { traceContext, withSpan } from '../../platform/telemetry/tracing.ts';
import { type AlertChange, type AlertListener, knownToBeOver } from '../alert-notifications/index.ts';
import { ensureBillingRecipient, isSameAddress, type Recipient } from './recipient-record.ts';
import { criticalDueAt, later, nonCriticalDueAt, pauseEndAt } from './recipient-timing.ts';

/** How long the first mail of an address waits while servers of its customer are still to be scanned for the first time. */
const firstBatchSeconds = 60;

/** Alerts that changed, for an address. */
interface News {
  readonly ids: readonly string[];
  /** Whether some of it is critical, and the customer wants to hear of its kind. */
  readonly isCritical: boolean;
  /** Whether servers are about to be scanned for the first time: what they are found with belongs to the same news. */
  readonly hasUnscannedServers: boolean;
}

/**
 * Has changed alerts wait for the addresses that get their customers' mail. A sandbox has no mail, nor has a suspended partner.
 *
 * When they become a mail, each address chose; without a choice at once, but not in the pause after the last one, unless one of them
 * is critical. What a new customer's servers are first found with is one mail, whatever is in it.
 */
export const mailListener: AlertListener = {
  signal: 'mail',
  async note(tx, changes) {
    const { suspended, world } = await worldOf(tx);
    if (suspended || world === 'sandbox') return;
    const byCustomer = [...Map.groupBy(changes, ({ customer_id }) => customer_id)];
    for (const [customerId, theirs] of byCustomer.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const trace = theirs.findLast(({ trace: begun }) => begun !== null)?.trace;
      await withSpan('new alerts', {}, () => noteForCustomer(tx, customerId, theirs), trace);
    }
  },
};

async function noteForCustomer(tx: Operation, customerId: string, changes: readonly AlertChange[]): Promise<void> {
  const customer = await getCustomer(tx, customerId);
  if (!customer) return;
  const idsOf = (...kinds: readonly AlertChange['change'][]) =>
    changes.flatMap(({ alert_id, change }) => (kinds.includes(change) ? alert_id : []));
  const newIds = idsOf('opened', 'reopened', 'worsened', 'steady');
  const takenBackIds = idsOf('taken_back');
  const overIds = idsOf('resolved', 'dismissed');
  // What is only over makes no row of an address that was told of nothing yet.
  if (newIds.length > 0) await ensureBillingRecipient(tx, customer);
  const recipients = await lockActiveRecipients(tx, customerId);
  const listening = recipients
    // An address that was added before the billing system told it gets each mail once.
    .filter(({ source, address }) => source === 'billing' || !isSameAddress(address, customer.email ?? ''));
  if (listening.length === 0) return;
  const isCritical = await areAnyCritical(tx, customerId, [...newIds, ...takenBackIds]);
  const hasUnscannedServers = await hasUnscannedServersOf(tx, customerId);
  for (const recipient of listening) {
    const takenBack = await knownToBeOver(tx, { kind: 'recipient', id: recipient.id }, takenBackIds);
    const ids = [...newIds, ...takenBack, ...(wantsResolved(recipient) ? overIds : [])];
    if (ids.length > 0) await queueFor(tx, recipient, { ids, isCritical, hasUnscannedServers });
  }
}

async function lockActiveRecipients(tx: Operation, customerId: string): Promise<Recipient[]> {
  return tx.db
    .selectFrom('notification_recipients')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether an address is told what is over. */
export function wantsResolved({
  delivery,
  tell_resolved: wanted,
}: Pick<Recipient, 'delivery' | 'tell_resolved'>): boolean {
  return wanted || isDigest(delivery);
}

async function queueFor(
  tx: Operation,
  recipient: Recipient,
  { ids, isCritical, hasUnscannedServers }: News,
): Promise<void> {
  const now = tx.clock.now();
  const batchEnd = later(now, firstBatchSeconds);
  const isBatchOpen = recipient.mail_due_at !== null && recipient.mail_due_at <= batchEnd;
  const isFirstBatch = recipient.last_mail_at === null && (isBatchOpen || hasUnscannedServers);
  const earliest = isFirstBatch ? batchEnd : pauseEndAt(now, recipient);
  const rest_due_at = recipient.rest_due_at ?? nonCriticalDueAt(recipient, now, earliest);
  const criticalDue = isFirstBatch ? earliest : criticalDueAt(now, recipient);
  const trace = traceContext();
  const dues = [recipient.mail_due_at ?? rest_due_at, ...(isCritical ? [criticalDue] : [])];
  await tx.db
    .updateTable('notification_recipients')
    .set({
      waiting_alerts: sql<string[]>`ARRAY(SELECT DISTINCT unnest(waiting_alerts || ${[...ids]}::uuid[]))`,
      critical_waits: recipient.critical_waits || isCritical,
      mail_due_at: new Date(Math.min(...dues.map(Number))),
      rest_due_at,
      trace: trace ? JSON.stringify(trace) : null,
    })
    .where('id', '=', recipient.id)
    .execute();
}

/** Whether one of them is critical, nobody has dealt with it yet, and the customer wants to hear of its kind. */
async function areAnyCritical(tx: Operation, customerId: string, ids: readonly string[]): Promise<boolean> {
  const row = await tx.db
    .selectFrom('alerts')
    .leftJoin('notification_choices as choice', (join) =>
      join
        .onRef('choice.partner_id', '=', 'alerts.partner_id')
        .onRef('choice.customer_id', '=', 'alerts.customer_id')
        .onRef('choice.kind', '=', 'alerts.kind'),
    )
    .select('alerts.id')
    .where(inIds('alerts.id', ids))
    .where('alerts.customer_id', '=', customerId)
    .where('alerts.severity', '=', 'critical')
    .where('alerts.status', '=', 'open')
    .where(sql<boolean>`choice.enabled IS NOT FALSE`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function hasUnscannedServersOf(tx: Operation, customerId: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('endpoints')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', '=', 'active')
    .where('last_scan_id', 'is', null)
    .where((is) => is.or([is('next_scan_at', 'is not', null), is('current_scan_id', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
