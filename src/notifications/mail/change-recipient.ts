import type { Updateable } from 'kysely';
import { requireCustomer } from '../../accounts/customers/index.ts';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { NotificationRecipientsTable } from '../../core/operation/tables/notifications.ts';
import type { QuietHours, TimingChoice } from '../../engines/notification-timing/send-time.ts';
import { ensureBillingRecipient, lockRecipient, type Recipient } from './recipient-record.ts';
import { criticalDueAt, nonCriticalDueAt, pauseEndAt } from './recipient-timing.ts';
import { nextReportTime } from './report-time.ts';

/** What an address gets, and when. What is undefined stays as it is. */
export interface RecipientChange {
  readonly monthlyReport?: boolean | undefined;
  readonly weeklySummary?: boolean | undefined;
  readonly delivery?: TimingChoice['delivery'] | undefined;
  /** Null: none. */
  readonly quietHours?: QuietHours | null | undefined;
  readonly timeZone?: string | undefined;
  readonly tellResolved?: boolean | undefined;
}

/**
 * Has an address get its mail otherwise: the monthly report from the next month on, and what waits for it by its new times.
 * @throws Problem CUSTOMER_NOT_FOUND, RECIPIENT_NOT_FOUND, ACCESS_DENIED
 */
export async function changeRecipient(
  operation: Operation,
  recipientId: string,
  { billingCustomerId, change }: { readonly billingCustomerId: number; readonly change: RecipientChange },
): Promise<Recipient> {
  return operation.transaction(async (tx) => {
    const customer = await requireCustomer(tx, billingCustomerId, 'locked');
    // The billing system's address has a row once there is something to note of it.
    if (recipientId === customer.id) await ensureBillingRecipient(tx, customer);
    const recipient = await lockRecipient(tx, recipientId);
    if (!recipient) throw new Problem('RECIPIENT_NOT_FOUND');
    if (recipient.customer_id !== customer.id) throw new Problem('ACCESS_DENIED');
    const { values, details } = changeOf(recipient, change, tx.clock.now());
    if (Object.keys(details).length === 0) return recipient;
    const changed = { ...recipient, ...values, updated_at: tx.clock.now() };
    const due = dueAgain(changed, tx.clock.now());
    await tx.db
      .updateTable('notification_recipients')
      .set({ ...values, ...due, updated_at: changed.updated_at })
      .where('id', '=', recipientId)
      .execute();
    await recordFact(tx, {
      type: 'notification_recipient.changed',
      subjectId: recipientId,
      customerId: customer.id,
      details,
    });
    return { ...changed, ...due };
  });
}

type Values = Updateable<NotificationRecipientsTable> & Partial<Recipient>;

/** @returns the columns that change, and what the audit log says of it */
function changeOf(
  recipient: Recipient,
  change: RecipientChange,
  now: Date,
): { values: Values; details: Record<string, unknown> } {
  const { monthlyReport, weeklySummary, delivery, quietHours, timeZone, tellResolved } = change;
  const [values, details]: [Values, Record<string, unknown>] = [{}, {}];
  if (monthlyReport !== undefined && monthlyReport !== (recipient.report_due_at !== null)) {
    values.report_due_at = monthlyReport ? nextReportTime(now, recipient.id) : null;
    details.monthly_report = monthlyReport;
  }
  if (weeklySummary !== undefined && weeklySummary !== recipient.weekly_summary) {
    values.weekly_summary = weeklySummary;
    details.weekly_summary = weeklySummary;
  }
  if (delivery !== undefined && delivery !== recipient.delivery) {
    values.delivery = delivery;
    details.delivery = delivery;
  }
  const [from, to] = [quietHours?.from ?? null, quietHours?.to ?? null];
  if (quietHours !== undefined && (from !== recipient.quiet_from || to !== recipient.quiet_to)) {
    Object.assign(values, { quiet_from: from, quiet_to: to });
    details.quiet_hours = quietHours;
  }
  if (timeZone !== undefined && timeZone !== recipient.time_zone) {
    values.time_zone = timeZone;
    details.time_zone = timeZone;
  }
  if (tellResolved !== undefined && tellResolved !== recipient.tell_resolved) {
    values.tell_resolved = tellResolved;
    details.tell_resolved = tellResolved;
  }
  return { values, details };
}

/** When what waits becomes a mail by what is chosen now. */
function dueAgain(recipient: Recipient, now: Date): Pick<Recipient, 'mail_due_at' | 'rest_due_at'> {
  if (recipient.mail_due_at === null) return { mail_due_at: null, rest_due_at: null };
  const rest_due_at = nonCriticalDueAt(recipient, now, pauseEndAt(now, recipient));
  return { mail_due_at: recipient.critical_waits ? criticalDueAt(now, recipient) : rest_due_at, rest_due_at };
}
