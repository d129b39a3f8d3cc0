import { requireCustomer } from '../../accounts/customers/index.ts';
import { type Plan, planCatalogue } from '../../accounts/plans/index.ts';
import { listPrices, type PriceRecord } from '../../accounts/pricing/index.ts';
import { paidCapacity } from '../../accounts/subscriptions/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct } from '../../core/operation/tables/accounts.ts';
import { orderUrl } from '../../identity/branding/index.ts';
import type { ResourceType } from '../lifecycle/index.ts';
import { placesInUse } from './places-in-use.ts';

/** What a customer has of a product, and what comes next. */
export interface UpgradePath {
  /** Null: any number. */
  readonly capacity: number | null;
  readonly usage: number;
  /** The plan that is paid for; null when it is none, or more than one. */
  readonly current: Plan | null;
  readonly offer: UpgradeOffer | null;
}

export interface UpgradeOffer {
  /** Null: the product has no plans, the offer is one more of it. */
  readonly plan: Plan | null;
  readonly capacity: number;
  /** In the customer's currency where it is known, otherwise in all; shortest cycle first. */
  readonly prices: readonly PriceRecord[];
  readonly url: string;
}

const cycles = ['monthly', 'quarterly', 'semiannually', 'annually', 'biennially', 'triennially'] as const;

/**
 * The way to more places for a customer who has used up what is paid for: none for whoever has room, and none where the partner
 * has set no address to order at, or sells nothing larger.
 * @throws Problem CUSTOMER_NOT_FOUND
 */
export async function upgradePath(
  operation: Operation,
  types: readonly ResourceType[],
  billingCustomerId: number,
  product: CappedProduct,
): Promise<UpgradePath> {
  const { id: customerId } = await requireCustomer(operation, billingCustomerId);
  const [usage, paid, subscribed, plans, prices, order] = await Promise.all([
    placesInUse(types)(operation, customerId, product),
    paidCapacity(operation, customerId),
    activeSubscriptions(operation, customerId, product),
    planCatalogue(operation),
    listPrices(operation),
    orderUrl(operation),
  ]);
  const capacity = paid[product];
  const [subscription] = subscribed;
  const current = subscribed.length === 1 ? (plans.get(subscription?.plan_slug ?? '') ?? null) : null;
  const ofProduct = prices.filter((price) => price.product_slug === product);
  const base = { capacity, usage, current, offer: null };
  if (order === null || capacity === null || usage < capacity) return base;
  const plan = product === 'port_monitoring' ? nextPlan([...plans.values()], ofProduct, { capacity, usage }) : null;
  if (product === 'port_monitoring' && plan === null) return base;
  const slug = plan?.slug ?? null;
  const currency = currencyOf(ofProduct, subscription);
  return {
    ...base,
    offer: {
      plan,
      capacity: plan?.capacity ?? capacity + 1,
      prices: ofProduct
        .filter((price) => price.plan_slug === slug && (currency === null || price.currency === currency))
        .toSorted((a, b) => cycles.indexOf(a.billing_cycle) - cycles.indexOf(b.billing_cycle)),
      url: orderAt(order, { customer: billingCustomerId, product, plan: slug }),
    },
  };
}

type Subscribed = Awaited<ReturnType<typeof activeSubscriptions>>[number];

async function activeSubscriptions({ db }: Operation, customerId: string, product: CappedProduct) {
  return db
    .selectFrom('subscriptions')
    .select(['plan_slug', 'mrr'])
    .where('customer_id', '=', customerId)
    .where('product_slug', '=', product)
    .where('status', '=', 'active')
    .execute();
}

/**
 * The smallest plan that holds all there is and one more; where none does, the largest, if that is more than what is paid for.
 * Where some plans have prices, those without are not sold.
 */
function nextPlan(
  plans: readonly Plan[],
  prices: readonly PriceRecord[],
  { capacity, usage }: { readonly capacity: number; readonly usage: number },
): Plan | null {
  const priced = new Set(prices.map(({ plan_slug }) => plan_slug));
  const sold = plans.filter(({ slug }) => priced.has(slug));
  const larger = (sold.length > 0 ? sold : plans)
    .filter((plan) => plan.capacity > capacity)
    .toSorted((a, b) => a.capacity - b.capacity);
  return larger.find((plan) => plan.capacity > usage) ?? larger.at(-1) ?? null;
}

/** No record has a customer's currency: it is known when there is one only, or when what is paid a month is the price of the plan in one only. */
function currencyOf(prices: readonly PriceRecord[], subscription: Subscribed | undefined): string | null {
  const all = new Set(prices.map(({ currency }) => currency));
  const paid = prices.filter(
    ({ plan_slug, billing_cycle, amount }) =>
      billing_cycle === 'monthly' && plan_slug === subscription?.plan_slug && amount === subscription?.mrr,
  );
  const [known, ...others] = all.size === 1 ? all : new Set(paid.map(({ currency }) => currency));
  return others.length === 0 ? (known ?? null) : null;
}

/** The partner's address with what is to be ordered, and by whom. */
function orderAt(
  address: string,
  { customer, product, plan }: { readonly customer: number; readonly product: string; readonly plan: string | null },
): string {
  const url = new URL(address);
  url.searchParams.set('customer', String(customer));
  url.searchParams.set('product', product);
  if (plan !== null) url.searchParams.set('plan', plan);
  return url.toString();
}
