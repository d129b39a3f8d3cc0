import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct, SubscriptionsTable } from '../../core/operation/tables/accounts.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { type Plan, planCatalogue } from '../plans/index.ts';

/** The products whose resources are counted against what is paid for. */
export const cappedProducts = ['port_monitoring', 'domain_monitoring'] as const satisfies readonly CappedProduct[];

/** How many resources a customer may have of each product; null: any number. */
export type PaidCapacity = Readonly<Record<CappedProduct, number | null>>;

type Subscribed = Pick<SubscriptionsTable, 'customer_id' | 'product_slug' | 'plan_slug' | 'quantity' | 'status'>;

/**
 * What customers pay for (decisions §3.2): the sum over their active subscriptions, from the first subscription on; before,
 * the partner's cap for the never-subscribed, if any. Three statements, whatever the number of customers.
 */
export async function paidCapacities(
  operation: Operation,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, PaidCapacity>> {
  const [subscriptions, plans, caps] = await Promise.all([
    operation.db
      .selectFrom('subscriptions')
      .select(['customer_id', 'product_slug', 'plan_slug', 'quantity', 'status'])
      .where(inIds('customer_id', customerIds))
      .execute(),
    planCatalogue(operation),
    operation.db.selectFrom('unsubscribed_caps').select(['product_slug', 'capacity']).execute(),
  ]);
  const capOf = (product: CappedProduct) => caps.find((cap) => cap.product_slug === product)?.capacity ?? null;
  const byCustomer = Map.groupBy(subscriptions, (subscription) => subscription.customer_id);
  const capacityOf = (customerId: string, product: CappedProduct) => {
    const ofProduct = (byCustomer.get(customerId) ?? []).filter(
      (subscription) => subscription.product_slug === product,
    );
    return ofProduct.length === 0 ? capOf(product) : sumOfActive(ofProduct, plans);
  };
  return new Map(
    customerIds.map((id) => [
      id,
      { port_monitoring: capacityOf(id, 'port_monitoring'), domain_monitoring: capacityOf(id, 'domain_monitoring') },
    ]),
  );
}

/** What one customer pays for, by product. */
export async function paidCapacity(operation: Operation, customerId: string): Promise<PaidCapacity> {
  return (await paidCapacities(operation, [customerId])).get(customerId)!;
}

function sumOfActive(subscriptions: readonly Subscribed[], plans: ReadonlyMap<string, Plan>): number {
  const active = subscriptions.filter((subscription) => subscription.status === 'active');
  return active.reduce((sum, subscription) => sum + capacityOfTerms(subscription, plans), 0);
}

/** What one subscription pays for: its plan's capacity, or its quantity. */
export function capacityOfTerms(
  terms: Pick<Subscribed, 'plan_slug' | 'quantity'>,
  plans: ReadonlyMap<string, Plan>,
): number {
  return terms.quantity ?? plans.get(terms.plan_slug ?? '')?.capacity ?? 0;
}
