import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { recipientMove } from './lifecycle.ts';
import { type Recipient, writeStatus } from './recipient-record.ts';

/**
 * Whether a confirmation's token can be used: it was mailed to a recipient who is there still, less than a day ago, and who
 * has not unsubscribed since.
 */
export async function isConfirmationOpen(operation: Operation, token: string): Promise<boolean> {
  return (await recipientOf(operation, token)) !== null;
}

/**
 * Confirms that the reader of an address wants the mail. A second click finds it confirmed.
 * @returns false for a token that is unknown, expired or void: all the same
 */
export async function confirmRecipient(operation: Operation, token: string): Promise<boolean> {
  return operation.transaction(async (tx) => {
    const recipient = await recipientOf(tx, token, 'locked');
    if (recipient === null) return false;
    const status = recipientMove(recipient.status, 'confirm');
    if (status !== null) {
      await writeStatus(tx, recipient.id, status);
      await recordFact(tx, {
        type: 'notification_recipient.confirmed',
        subjectId: recipient.id,
        customerId: recipient.customer_id,
      });
    }
    return true;
  });
}

async function recipientOf(operation: Operation, token: string, locked?: 'locked'): Promise<Recipient | null> {
  const row = await operation.db
    .selectFrom('notification_deliveries')
    .innerJoin('notification_recipients', (join) =>
      join
        .onRef('notification_recipients.partner_id', '=', 'notification_deliveries.partner_id')
        .onRef('notification_recipients.id', '=', 'notification_deliveries.recipient_id')
        .onRef('notification_recipients.address', '=', 'notification_deliveries.address'),
    )
    .selectAll('notification_recipients')
    .where('confirmation_hash', '=', hashSecret(token))
    .where('confirmation_expires_at', '>', operation.clock.now())
    .where('notification_recipients.status', '<>', 'unsubscribed')
    .$if(locked !== undefined, (query) => query.forUpdate('notification_recipients'))
    .executeTakeFirst();
  return row ?? null;
}
