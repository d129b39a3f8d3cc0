import type { Operation } from '../../core/operation/operation.ts';
import type { PriceRecord } from './set-prices.ts';

/** All retail prices of the account, by product, plan, currency and cycle. A sandbox has its owner's. */
export async function listPrices(operation: Operation): Promise<PriceRecord[]> {
  const account = await operation.db
    .selectPartner()
    .select(({ fn }) => fn.coalesce('partners.sandbox_of', 'partners.id').as('id'))
    .executeTakeFirstOrThrow();
  return operation
    .actingFor(account.id, operation.caller.actor)
    .db.selectFrom('prices')
    .selectAll()
    .orderBy('product_slug')
    .orderBy('plan_slug', (order) => order.asc().nullsFirst())
    .orderBy('currency')
    .orderBy('billing_cycle')
    .execute();
}
