import type { Operation } from '../../core/operation/operation.ts';
import type { Notice } from '../../core/operation/tables/notifications.ts';
import { newId } from '../../platform/ids.ts';

/**
 * Tells an administrator by mail what was done to their sign-in, or sends a link that lets somebody in, within the transaction of
 * its cause. They cannot unsubscribe: whoever has the account would.
 */
export async function notifyAdministrator(
  tx: Operation,
  recipient: { readonly id: string; readonly email: string },
  notice: Notice,
): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .insertInto('notification_deliveries', {
      id: newId(tx.clock),
      customer_id: null,
      recipient_id: recipient.id,
      kind: 'notice',
      address: recipient.email,
      notice: JSON.stringify(notice),
      status: 'pending',
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
  tx.announce('mail');
}
