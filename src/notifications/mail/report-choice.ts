import { requireCustomer } from '../../accounts/customers/index.ts';
import { Problem } from '../../core/api/problems.ts';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { ensureBillingRecipient, lockRecipient, type Recipient } from './recipient-record.ts';
import { nextReportTime } from './report-time.ts';

/**
 * Has an address get the monthly report from the next month on, or no longer.
 * @throws Problem CUSTOMER_NOT_FOUND, RECIPIENT_NOT_FOUND, ACCESS_DENIED
 */
export async function chooseReport(
  operation: Operation,
  recipientId: string,
  { billingCustomerId, wanted }: { billingCustomerId: number; wanted: boolean },
): Promise<Recipient> {
  return operation.transaction(async (tx) => {
    const customer = await requireCustomer(tx, billingCustomerId, 'locked');
    // The billing system's address has a row once there is something to note of it.
    if (recipientId === customer.id) await ensureBillingRecipient(tx, customer);
    const recipient = await lockRecipient(tx, recipientId);
    if (!recipient) throw new Problem('RECIPIENT_NOT_FOUND');
    if (recipient.customer_id !== customer.id) throw new Problem('ACCESS_DENIED');
    if ((recipient.report_due_at !== null) === wanted) return recipient;
    const now = tx.clock.now();
    const report_due_at = wanted ? nextReportTime(now, recipientId) : null;
    await tx.db
      .updateTable('notification_recipients')
      .set({ report_due_at, updated_at: now })
      .where('id', '=', recipientId)
      .execute();
    await recordAudit(tx, {
      action: 'notification_recipient.changed',
      subjectId: recipientId,
      customerId: customer.id,
      details: { monthly_report: wanted },
    });
    return { ...recipient, report_due_at };
  });
}
