import { sql } from 'kysely';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lockRecipient } from './recipient-record.ts';

/** Ends the weekly summaries to the address of a recipient, under whichever entry of the same customer's list they go there, and no other mail. */
export async function endWeeklySummary(operation: Operation, recipientId: string): Promise<void> {
  await operation.transaction(async (tx) => {
    const named = await lockRecipient(tx, recipientId);
    if (!named) return;
    const ended = await tx.db
      .updateTable('notification_recipients')
      .set({ weekly_summary: false, updated_at: tx.clock.now() })
      .where('customer_id', '=', named.customer_id)
      .where(sql<boolean>`lower(address) = lower(${named.address})`)
      .where('weekly_summary', '=', true)
      .returning('id')
      .execute();
    for (const { id } of ended)
      await recordFact(tx, {
        type: 'notification_recipient.changed',
        subjectId: id,
        customerId: named.customer_id,
        details: { weekly_summary: false },
      });
  });
}
