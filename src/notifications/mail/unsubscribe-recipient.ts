import { sql } from 'kysely';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { recipientMove } from './lifecycle.ts';
import { lockRecipient, writeStatus } from './recipient-record.ts';

/**
 * Ends the mail to the address of a recipient, under whichever entry of the same customer's list it goes there. Tokens that
 * would confirm it are void from then on. One that is no recipient any more gets no mail either, so that is a success, too.
 */
export async function unsubscribeRecipient(operation: Operation, recipientId: string): Promise<void> {
  await operation.transaction(async (tx) => {
    const named = await lockRecipient(tx, recipientId);
    if (!named) return;
    const entries = await tx.db
      .selectFrom('notification_recipients')
      .select(['id', 'status'])
      .where('customer_id', '=', named.customer_id)
      .where(sql<boolean>`lower(address) = lower(${named.address})`)
      .execute();
    for (const { id, status: before } of entries) {
      const status = recipientMove(before, 'unsubscribe');
      if (status === null) continue;
      await writeStatus(tx, id, status);
      await tx.db
        .updateTable('notification_deliveries')
        .set({ confirmation_expires_at: tx.clock.now() })
        .where('recipient_id', '=', id)
        .where('kind', '=', sql.lit('confirmation'))
        .where('confirmation_expires_at', '>', tx.clock.now())
        .execute();
      await recordFact(tx, {
        type: 'notification_recipient.unsubscribed',
        subjectId: id,
        customerId: named.customer_id,
      });
    }
  });
}
