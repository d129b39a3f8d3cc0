import { type Expression, sql } from 'kysely';
import { getCustomer } from '../../accounts/customers/index.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { worldOf } from '../../identity/partners/index.ts';
import { type NewAlertsJob, newAlertsQueue } from './jobs.ts';
import { ensureBillingRecipient } from './recipient-record.ts';

/** Least time between two mails about alerts to one address: what is new meanwhile is in the next one. */
export const pauseSeconds = 300;

/**
 * Lays new alerts before the addresses that get the customer's mail, and settles the job, all or nothing: an alert waits for
 * each of them once, whatever happens to workers. A sandbox has no mail, nor has a suspended partner.
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
    const pauseEnds = sql<Date>`last_mail_at + ${pauseSeconds} * interval '1 second'`;
    await tx.db
      .updateTable('notification_recipients')
      .set({
        waiting_alerts: joined('waiting_alerts', [...alertIds, ...domainAlertIds]),
        mail_due_at: sql<Date>`coalesce(mail_due_at, greatest(${now}::timestamptz, ${pauseEnds}))`,
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
