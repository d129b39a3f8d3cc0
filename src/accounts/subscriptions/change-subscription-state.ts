import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { CapacityReport } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { currentCapacity, type PlacesInUse } from './capacity-report.ts';
import { type SubscriptionTrigger, subscriptionMove } from './lifecycle.ts';
import { openWindows } from './pro-rata-windows.ts';
import { lockSubscription, type SubscriptionAddress, type SubscriptionRecord } from './subscription-record.ts';

export interface SubscriptionMoveResult {
  readonly subscriptionId: string;
  readonly status: SubscriptionRecord['status'];
  /** What is paid for and used of its product, and what was paused or woke. */
  readonly capacity: CapacityReport;
  /** Present when the subscription already was in the target state: nothing changed. */
  readonly note?: string;
}

const pastTense = {
  suspend: 'suspended',
  resume: 'resumed',
  terminate: 'cancelled',
} as const satisfies Record<SubscriptionTrigger, string>;

/**
 * Suspends, resumes or terminates a subscription: status, pro-rata window and what capacity then pauses or wakes, all in one
 * transaction (contract, rule 6 of the provisioning operations).
 * @throws Problem PRODUCT_NOT_FOUND, BILLING_CLIENT_NOT_FOUND, SUBSCRIPTION_NOT_FOUND, SUBSCRIPTION_NOT_CHANGEABLE
 */
export async function changeSubscriptionState(
  operation: Operation,
  placesInUse: PlacesInUse,
  address: SubscriptionAddress,
  trigger: SubscriptionTrigger,
): Promise<SubscriptionMoveResult> {
  return operation.transaction(async (tx) => {
    const { customer, subscription } = await lockSubscription(tx, address, 'BILLING_CLIENT_NOT_FOUND');
    const move = subscriptionMove(subscription.status, trigger);
    if (move.kind === 'refuse') throw new Problem(move.code);
    if (move.kind === 'repeat') {
      const capacity = await currentCapacity(tx, placesInUse, customer.id, subscription.product_slug);
      return { subscriptionId: subscription.id, status: subscription.status, capacity, note: move.note };
    }
    const changed = await writeStatus(tx, subscription, move.to);
    await openWindows(tx, [changed]);
    await recordFact(tx, {
      type: `subscription.${pastTense[trigger]}`,
      subjectId: subscription.id,
      customerId: customer.id,
    });
    const reports = await tx.effects.capacityChanged(tx, [customer.id]);
    const capacity = reports.get(customer.id)![subscription.product_slug];
    return { subscriptionId: changed.id, status: changed.status, capacity };
  });
}

async function writeStatus(
  tx: Operation,
  subscription: SubscriptionRecord,
  to: SubscriptionRecord['status'],
): Promise<SubscriptionRecord> {
  return tx.db
    .updateTable('subscriptions')
    .set({ status: to, updated_at: tx.clock.now() })
    .where('id', '=', subscription.id)
    .where('status', '=', subscription.status)
    .returningAll()
    .executeTakeFirstOrThrow();
}
