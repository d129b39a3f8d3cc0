import { type RawBuilder, sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct, SubscriptionsTable } from '../../core/operation/tables/accounts.ts';
import type { UnsubscribedCapsTable } from '../../core/operation/tables/resources.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { customerIdOf } from '../customers/index.ts';
import { catalogueOf, ownPlans, type Plan } from '../plans/index.ts';

/** The products whose resources are counted against what is paid for. */
export const cappedProducts = ['port_monitoring', 'domain_monitoring'] as const satisfies readonly CappedProduct[];

/** How many resources a customer may have of each product; null: any number. */
export type PaidCapacity = Readonly<Record<CappedProduct, number | null>>;

type Subscribed = Pick<SubscriptionsTable, 'customer_id' | 'product_slug' | 'plan_slug' | 'quantity' | 'status'>;

/**
 * What customers pay for (decisions §3.2): the sum over their active subscriptions, from the first subscription on; before,
 * the partner's cap for the never-subscribed, if any. One statement, whatever the number of customers.
 */
export async function paidCapacities(
  operation: Operation,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, PaidCapacity>> {
  const terms = await readTerms(operation, inIds('customer_id', customerIds));
  const byCustomer = Map.groupBy(terms.subscriptions, (subscription) => subscription.customer_id);
  return new Map(customerIds.map((id) => [id, capacityOf(terms, byCustomer.get(id) ?? [])]));
}

/** What one customer pays for, by product. */
export async function paidCapacity(operation: Operation, customerId: string): Promise<PaidCapacity> {
  return (await paidCapacities(operation, [customerId])).get(customerId)!;
}

/** What the customer of a billing client id pays for; null: the account has none of that id. */
export async function paidCapacityOfClient(
  operation: Operation,
  billingCustomerId: number,
): Promise<PaidCapacity | null> {
  const customer = customerIdOf(operation, billingCustomerId);
  const terms = await readTerms(operation, sql`customer_id = (${customer})`, sql`(${customer}) IS NOT NULL`);
  return terms.isKnown ? capacityOf(terms, terms.subscriptions) : null;
}

interface Terms {
  readonly subscriptions: readonly Subscribed[];
  readonly plans: readonly Plan[];
  readonly caps: readonly Pick<UnsubscribedCapsTable, 'product_slug' | 'capacity'>[];
  readonly isKnown: boolean;
}

/** @param isKnown whether there is a customer at all */
async function readTerms(
  operation: Operation,
  ofCustomers: RawBuilder<unknown>,
  isKnown: RawBuilder<unknown> = sql`true`,
): Promise<Terms> {
  const { rows } = await operation.db.execute(sql<Terms>`
    SELECT ${isKnown} AS "isKnown",
      (SELECT coalesce(json_agg(s), '[]') FROM (
        SELECT customer_id, product_slug, plan_slug, quantity, status FROM subscriptions
        WHERE partner_id = ${operation.partnerId} AND ${ofCustomers}) AS s) AS subscriptions,
      (SELECT coalesce(json_agg(p), '[]') FROM (${ownPlans(operation)}) AS p) AS plans,
      (SELECT coalesce(json_agg(c), '[]') FROM (
        SELECT product_slug, capacity FROM unsubscribed_caps WHERE partner_id = ${operation.partnerId}) AS c) AS caps`);
  return rows[0]!;
}

function capacityOf({ plans, caps }: Terms, subscriptions: readonly Subscribed[]): PaidCapacity {
  const catalogue = catalogueOf(plans);
  const ofProduct = (product: CappedProduct) => {
    const own = subscriptions.filter(({ product_slug }) => product_slug === product);
    if (own.length > 0) return sumOfActive(own, catalogue);
    return caps.find((cap) => cap.product_slug === product)?.capacity ?? null;
  };
  return { port_monitoring: ofProduct('port_monitoring'), domain_monitoring: ofProduct('domain_monitoring') };
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
