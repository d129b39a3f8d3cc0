import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct, SubscriptionsTable } from '../../core/operation/tables/accounts.ts';
import type { UnsubscribedCapsTable } from '../../core/operation/tables/resources.ts';
import { inIds } from '../../platform/database/in-ids.ts';
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

/** From what it follows what a customer pays for. */
export interface PaidTerms {
  readonly subscriptions: readonly Subscribed[];
  readonly plans: readonly Plan[];
  readonly caps: readonly Pick<UnsubscribedCapsTable, 'product_slug' | 'capacity'>[];
}

/** The terms of a customer, as one JSON value of a statement; null where its id is. */
export function paidTermsOf(operation: Operation, customerId: Expression<string>): RawBuilder<PaidTerms | null> {
  return sql`CASE WHEN ${customerId} IS NOT NULL THEN ${termsOf(operation, sql`customer_id = ${customerId}`)} END`;
}

/** What the terms of one customer pay for, by product. */
export function capacityOfPaidTerms(terms: PaidTerms): PaidCapacity {
  return capacityOf(terms, terms.subscriptions);
}

async function readTerms(operation: Operation, ofCustomers: RawBuilder<unknown>): Promise<PaidTerms> {
  const { rows } = await operation.db.execute(
    sql<{ terms: PaidTerms }>`SELECT ${termsOf(operation, ofCustomers)} AS terms`,
  );
  return rows[0]!.terms;
}

function termsOf(operation: Operation, ofCustomers: RawBuilder<unknown>): RawBuilder<PaidTerms> {
  return sql`json_build_object(
    'subscriptions', (SELECT coalesce(json_agg(s), '[]') FROM (
      SELECT customer_id, product_slug, plan_slug, quantity, status FROM subscriptions
      WHERE partner_id = ${operation.partnerId} AND ${ofCustomers}) AS s),
    'plans', (SELECT coalesce(json_agg(p), '[]') FROM (${ownPlans(operation)}) AS p),
    'caps', (SELECT coalesce(json_agg(c), '[]') FROM (
      SELECT product_slug, capacity FROM unsubscribed_caps WHERE partner_id = ${operation.partnerId}) AS c))`;
}

function capacityOf({ plans, caps }: PaidTerms, subscriptions: readonly Subscribed[]): PaidCapacity {
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
