import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct } from '../../core/operation/tables/accounts.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import type { SubscriptionState } from './lifecycle.ts';
import { openWindows } from './pro-rata-windows.ts';

export interface ServiceSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly billingServiceId: number;
  readonly product: CappedProduct;
  readonly status: SubscriptionState;
}

/** The subscriptions of customers with the billing ids of their services. */
export async function subscriptionsOfServices(
  tx: Operation,
  customerIds: readonly string[],
): Promise<ServiceSubscription[]> {
  return tx.db
    .selectFrom('subscriptions')
    .innerJoin('services', (join) =>
      join
        .onRef('services.partner_id', '=', 'subscriptions.partner_id')
        .onRef('services.id', '=', 'subscriptions.service_id'),
    )
    .select([
      'subscriptions.id',
      'subscriptions.customer_id as customerId',
      'services.billing_service_id as billingServiceId',
      'subscriptions.product_slug as product',
      'subscriptions.status',
    ])
    .where(inIds('subscriptions.customer_id', customerIds))
    .execute();
}

/** Writes reported states with their pro-rata windows: a statement per state, whatever the number of subscriptions. */
export async function writeSubscriptionStates(
  tx: Operation,
  states: ReadonlyMap<string, SubscriptionState>,
): Promise<void> {
  const changed: { id: string }[] = [];
  for (const [status, entries] of Map.groupBy(states, ([, state]) => state)) {
    const rows = await tx.db
      .updateTable('subscriptions')
      .set({ status, updated_at: tx.clock.now() })
      .where(
        inIds(
          'id',
          entries.map(([id]) => id),
        ),
      )
      .where('status', '<>', status)
      .returning('id')
      .execute();
    changed.push(...rows);
  }
  await openWindows(tx, changed);
}
