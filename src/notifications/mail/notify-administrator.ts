import type { SignInChanged } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';

/**
 * Tells an administrator by mail what was done to their sign-in, within the transaction of the change. They cannot unsubscribe:
 * whoever has the account would.
 */
export async function notifyAdministrator(tx: Operation, { administrator, notice }: SignInChanged): Promise<void> {
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
