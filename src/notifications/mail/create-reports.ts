import type { Operation, Resources } from '../../core/operation/operation.ts';
import { worldOf } from '../../identity/partners/index.ts';
import { newId } from '../../platform/ids.ts';
import { getsAlerts } from './lifecycle.ts';
import { dueAtOnce, makeWhatIsDue } from './make-what-is-due.ts';
import { lockRecipient } from './recipient-record.ts';
import { nextReportTime, reportedMonth } from './report-time.ts';

/**
 * Makes the mails of the monthly report that are due: the mail and the time of the next one are written together, so each month has one
 * mail to an address, whatever happens to workers. Nobody who has not chosen the report costs anything.
 */
export async function createDueReports(resources: Resources, onError: (error: Error) => void): Promise<void> {
  const due = await resources.db
    .selectFrom('notification_recipients')
    .select(['partner_id', 'id'])
    .where('report_due_at', '<=', resources.clock.now())
    .orderBy('report_due_at')
    .limit(dueAtOnce)
    .execute();
  await makeWhatIsDue(resources, due, { make: createReport, postpone: writeDue, onError });
}

async function createReport(tx: Operation, recipientId: string): Promise<void> {
  const recipient = await lockRecipient(tx, recipientId);
  const now = tx.clock.now();
  // Another worker was faster, or nobody wants it any more.
  if (!recipient?.report_due_at || recipient.report_due_at > now) return;
  const { suspended, world } = await worldOf(tx);
  if (!suspended && world !== 'sandbox' && getsAlerts(recipient.status))
    await tx.db
      .insertInto('notification_deliveries', {
        id: newId(tx.clock),
        customer_id: recipient.customer_id,
        recipient_id: recipientId,
        kind: 'monthly_report',
        address: recipient.address,
        report_month: reportedMonth(now),
        status: 'pending',
        next_attempt_at: now,
        created_at: now,
      })
      .execute();
  await writeDue(tx, recipientId, nextReportTime(now, recipientId));
}

async function writeDue(operation: Operation, recipientId: string, report_due_at: Date): Promise<void> {
  await operation.db
    .updateTable('notification_recipients')
    .set({ report_due_at })
    .where('id', '=', recipientId)
    .where('report_due_at', 'is not', null)
    .execute();
}
