import { inIds } from '../../platform/database/in-ids.ts';
import { newId } from '../../platform/ids.ts';
import type { Operation } from '../../platform/operation.ts';
import type { SubscriptionRecord } from './subscription-record.ts';

/**
 * Ends the open pro-rata windows of subscriptions that changed and opens the next ones, from now on with what they are now
 * (decisions §3.9). Two statements for any number of subscriptions.
 */
export async function openWindows(tx: Operation, subscriptions: readonly SubscriptionRecord[]): Promise<void> {
  if (subscriptions.length === 0) return;
  const now = tx.clock.now();
  await tx.db
    .updateTable('pro_rata_windows')
    // A clock that was set back must not end a window before it began.
    .set((row) => ({ ended_at: row.fn<Date>('greatest', ['started_at', row.val(now)]) }))
    .where(
      inIds(
        'subscription_id',
        subscriptions.map(({ id }) => id),
      ),
    )
    .where('ended_at', 'is', null)
    .execute();
  await tx.db.insertMany(
    'pro_rata_windows',
    subscriptions.map((subscription) => ({
      id: newId(tx.clock),
      subscription_id: subscription.id,
      state: subscription.status,
      plan_slug: subscription.plan_slug,
      quantity: subscription.quantity,
      mrr: subscription.mrr,
      started_at: now,
    })),
  );
}
