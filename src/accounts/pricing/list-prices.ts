import type { Operation } from '../../core/operation/operation.ts';
import type { PriceRecord } from './set-prices.ts';

/** All retail prices of the partner, by product, plan, currency and cycle. */
export async function listPrices(operation: Operation): Promise<PriceRecord[]> {
  return operation.db
    .selectFrom('prices')
    .selectAll()
    .orderBy('product_slug')
    .orderBy('plan_slug', (order) => order.asc().nullsFirst())
    .orderBy('currency')
    .orderBy('billing_cycle')
    .execute();
}
