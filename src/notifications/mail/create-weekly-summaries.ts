import { sql } from 'kysely';
import { type Customer, getCustomer } from '../../accounts/customers/index.ts';
import { byPartner } from '../../core/operation/by-partner.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { sendsWeeklySummaries, worldOf } from '../../identity/partners/index.ts';
import { newId } from '../../platform/ids.ts';
import { getsAlerts } from './lifecycle.ts';
import { dueAtOnce, makeWhatIsDue } from './make-what-is-due.ts';
import { ensureBillingRecipient, listRecipients, type Recipient } from './recipient-record.ts';
import { nextMondayTime, weekMs } from './report-time.ts';

interface DueCustomer {
  readonly partner_id: string;
  readonly id: string;
  /** The epoch: none was ever planned. */
  readonly weekly_summary_due_at: Date;
}

/**
 * Makes the weekly mails that are due: those of a customer and the time of the next ones are written together, so each week has at most one
 * to an address, whatever happens to workers.
 */
export async function createDueSummaries(resources: Resources, onError: (error: Error) => void): Promise<void> {
  const due: DueCustomer[] = await resources.db
    .selectFrom('customers')
    .select(['partner_id', 'id', 'weekly_summary_due_at'])
    .where('weekly_summary_due_at', '<=', resources.clock.now())
    .orderBy('weekly_summary_due_at')
    .limit(dueAtOnce)
    .execute();
  const unplanned = due.filter(({ weekly_summary_due_at: dueAt }) => dueAt.getTime() === 0);
  await byPartner(unplanned, (partnerId, theirs) => planFirst(Operation.bySystem(resources, partnerId), theirs));
  // The epoch comes first.
  const planned = due.slice(unplanned.length);
  await makeWhatIsDue(resources, planned, { make: createSummaries, postpone: writeDue, onError });
}

/** Whoever is new, and whoever was there before there were such mails, has a week in which to choose. Many at a time: no mail waits for it. */
async function planFirst({ db, partnerId, clock }: Operation, customers: readonly DueCustomer[]): Promise<[]> {
  const ids = customers.map(({ id }) => id);
  const inAWeek = new Date(clock.now().getTime() + weekMs);
  await db.execute(sql`
    UPDATE customers SET weekly_summary_due_at = planned.at
    FROM unnest(${ids}::uuid[], ${ids.map((id) => nextMondayTime(inAWeek, id))}::timestamptz[]) AS planned (id, at)
    WHERE customers.partner_id = ${partnerId} AND customers.id = planned.id AND customers.id = ANY(ARRAY(
      SELECT id FROM customers WHERE partner_id = ${partnerId} AND id = ANY(${ids}::uuid[]) AND weekly_summary_due_at = 'epoch'
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED))`);
  return [];
}

async function createSummaries(tx: Operation, customerId: string): Promise<void> {
  const now = tx.clock.now();
  // Another worker was faster.
  if (!(await lockDue(tx, customerId, now))) return;
  await writeDue(tx, customerId, nextMondayTime(now, customerId));
  const { suspended, world } = await worldOf(tx);
  if (suspended || world === 'sandbox' || !(await sendsWeeklySummaries(tx))) return;
  const customer = (await getCustomer(tx, customerId))!;
  for (const recipient of await listRecipients(tx, customer))
    if (getsAlerts(recipient.status) && heardNothing(recipient, now)) await createSummary(tx, customer, recipient);
}

/** Whether it wants to hear even so. What waits for it is told by another mail. */
function heardNothing(
  { weekly_summary: isWanted, last_mail_at: last, mail_due_at: due }: Recipient,
  now: Date,
): boolean {
  return isWanted && due === null && (last === null || now.getTime() - last.getTime() > weekMs);
}

async function createSummary(tx: Operation, customer: Customer, { id, source, address }: Recipient): Promise<void> {
  const now = tx.clock.now();
  if (source === 'billing') await ensureBillingRecipient(tx, customer);
  await tx.db
    .insertInto('notification_deliveries', {
      id: newId(tx.clock),
      customer_id: customer.id,
      recipient_id: id,
      kind: 'weekly_summary',
      address,
      status: 'pending',
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
}

/** @returns false when its time has been taken */
async function lockDue(tx: Operation, customerId: string, now: Date): Promise<boolean> {
  const row = await tx.db
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customerId)
    .where('weekly_summary_due_at', '<=', now)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

async function writeDue(operation: Operation, customerId: string, weekly_summary_due_at: Date): Promise<void> {
  await operation.db.updateTable('customers').set({ weekly_summary_due_at }).where('id', '=', customerId).execute();
}
