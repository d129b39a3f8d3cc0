import type { Operation } from '../../core/operation/operation.ts';
import type { AdministratorNotice } from '../../core/operation/tables.ts';
import { newId } from '../../platform/ids.ts';

/**
 * Tells administrators by mail what was done to their sign-in, within the transaction of the change. They cannot unsubscribe: whoever
 * has the account would.
 * @param mailAvailable whether mail is sent at all; nothing is kept for later
 */
export async function notifyAdministrator(
  tx: Operation,
  administrator: { readonly id: string; readonly email: string },
  notice: AdministratorNotice,
  mailAvailable: boolean,
): Promise<void> {
  if (!mailAvailable) return;
  const now = tx.clock.now();
  await tx.db
    .insertInto('notification_deliveries', {
      id: newId(tx.clock),
      customer_id: null,
      recipient_id: administrator.id,
      kind: 'notice',
      address: administrator.email,
      notice: JSON.stringify(notice),
      status: 'pending',
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
}
