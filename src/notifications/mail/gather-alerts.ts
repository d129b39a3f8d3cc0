import { type Expression, sql } from 'kysely';
import { getCustomer } from '../../accounts/customers/index.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { worldOf } from '../../identity/partners/index.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { type NewAlertsJob, newAlertsQueue } from './jobs.ts';
import { ensureBillingRecipient } from './recipient-record.ts';

/** Least time between two mails about alerts to one address: what is new meanwhile is in the next one. */
export const pauseSeconds = 300;
/** The same between two mails that tell of something critical, which heed no other pause: an outbreak is not a mail a second. */
const criticalPauseSeconds = 60;
/** How long the first mail of an address waits while servers of its customer are still to be scanned for the first time. */
const firstBatchSeconds = 60;

/**
 * Lays new alerts before the addresses that get the customer's mail, and settles the job, all or nothing: an alert waits for
 * each of them once, whatever happens to workers. A sandbox has no mail, nor has a suspended partner.
 *
 * When they become a mail: at once, but not in the pause after the last one, unless one of them is critical. What a new
 * customer's servers are first found with is one mail, whatever is in it.
 */
export async function gatherAlerts(resources: Resources, job: NewAlertsJob): Promise<void> {
  const { partnerId, customerId, alertIds, domainAlertIds = [] } = job.data;
  const operation = Operation.bySystem(resources, partnerId);
  await operation.transaction(async (tx) => {
    const isOurs = await tx.jobs.complete(tx.db.unscoped, newAlertsQueue.name, job);
    const { suspended, world } = await worldOf(tx);
    const customer = await getCustomer(tx, customerId);
    if (!isOurs || suspended || world === 'sandbox' || !customer) return;
    await ensureBillingRecipient(tx, customer);
    const now = tx.clock.now();
    const ids = [...alertIds, ...domainAlertIds];
    const isCritical = await areAnyCritical(tx, customerId, ids);
    const isFirstBatch = sql<boolean>`(last_mail_at IS NULL
      AND (mail_due_at IS NOT NULL OR ${await isFleetUnseen(tx, customerId)}::boolean))`;
    const pauseEnds = sql<Date>`last_mail_at + ${pauseSeconds} * interval '1 second'`;
    await tx.db
      .updateTable('notification_recipients')
      .set({
        waiting_alerts: joined('waiting_alerts', ids),
        critical_waits: sql<boolean>`critical_waits OR ${isCritical}::boolean`,
        mail_due_at: sql<Date>`CASE
          WHEN ${isFirstBatch} THEN coalesce(mail_due_at, ${now}::timestamptz + ${firstBatchSeconds} * interval '1 second')
          WHEN ${isCritical}::boolean THEN least(mail_due_at, ${criticalDueAt(now)})
          ELSE coalesce(mail_due_at, greatest(${now}::timestamptz, ${pauseEnds})) END`,
      })
      .where('customer_id', '=', customerId)
      .where('status', '=', 'active')
      // An address that was added before the billing system told it gets each mail once.
      .where(sql<boolean>`(source = 'billing' OR lower(address) IS DISTINCT FROM lower(${customer.email}))`)
      .execute();
  });
}

function joined(column: string, ids: readonly string[]): Expression<string[]> {
  return sql<string[]>`${sql.ref(column)} || ${[...ids]}::uuid[]`;
}

/** When something critical may be told of that is known by now: also of what a mail under way had to leave. */
export function criticalDueAt(now: Date): Expression<Date> {
  return sql<Date>`greatest(${now}::timestamptz, last_critical_at + ${criticalPauseSeconds} * interval '1 second')`;
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

/** Whether servers of the customer are about to be scanned for the first time: what they are found with belongs to the same news. */
async function isFleetUnseen(tx: Operation, customerId: string): Promise<boolean> {
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
