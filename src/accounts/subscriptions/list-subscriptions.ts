import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { type Listed, type Page, paged } from '../../core/operation/paged.ts';
import type { CappedProduct, ProRataWindowsTable } from '../../core/operation/tables/accounts.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { customerIdOf } from '../customers/index.ts';
import type { SubscriptionState } from './lifecycle.ts';
import type { SubscriptionRecord } from './subscription-record.ts';

/** A subscription with the billing ids of its customer and service. */
export type ListedSubscription = SubscriptionRecord & {
  readonly billing_customer_id: number;
  readonly billing_service_id: number;
};

/** A stretch of time with the same terms, as it is billed. */
export type ProRataWindow = Selectable<ProRataWindowsTable>;

export interface SubscriptionFilter {
  readonly billingCustomerId?: number | undefined;
  readonly status?: SubscriptionState | undefined;
  readonly product?: CappedProduct | undefined;
}

/** One page of the partner's subscriptions, of every status, newest first. */
export async function listSubscriptions(
  operation: Operation,
  filter: SubscriptionFilter,
  page: Page,
): Promise<Listed<ListedSubscription>> {
  const sought = conditionsOf(operation, filter);
  const matching = subscriptionRecords(operation).where(({ and }) => and(sought));
  const counted = operation.db
    .selectFrom('subscriptions')
    .where(({ and }) => and(sought))
    .select(sql.lit(1).as('one'));
  return paged(operation.db, matching, newestFirst, page, counted);
}

const newestFirst = { table: 'subscriptions', columns: ['created_at', 'id'], direction: 'desc' } as const;

/** All subscriptions of a customer, oldest first, each with its pro-rata windows from the first to the open one. */
export async function subscriptionsOfCustomer(
  operation: Operation,
  customerId: string,
): Promise<(ListedSubscription & { readonly windows: readonly ProRataWindow[] })[]> {
  const subscriptions = await subscriptionRecords(operation)
    .where('subscriptions.customer_id', '=', customerId)
    .orderBy('subscriptions.created_at')
    .orderBy('subscriptions.id')
    .execute();
  const ids = subscriptions.map(({ id }) => id);
  const windows = await operation.db
    .selectFrom('pro_rata_windows')
    .selectAll()
    .where(inIds('subscription_id', ids))
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  const bySubscription = Map.groupBy(windows, (window) => window.subscription_id);
  return subscriptions.map((subscription) => ({
    ...subscription,
    windows: bySubscription.get(subscription.id) ?? [],
  }));
}

/** Subscriptions with the billing ids of their customers and services. */
export function subscriptionRecords(operation: Operation) {
  return operation.db
    .selectFrom('subscriptions')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.partner_id', '=', 'subscriptions.partner_id')
        .onRef('customers.id', '=', 'subscriptions.customer_id'),
    )
    .innerJoin('services', (join) =>
      join
        .onRef('services.partner_id', '=', 'subscriptions.partner_id')
        .onRef('services.id', '=', 'subscriptions.service_id'),
    )
    .selectAll('subscriptions')
    .select(['customers.billing_customer_id', 'services.billing_service_id']);
}

/** Of `subscriptions` alone, so that they are counted by themselves. */
function conditionsOf(
  operation: Operation,
  { billingCustomerId, status, product }: SubscriptionFilter,
): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (billingCustomerId !== undefined)
    conditions.push(sql`subscriptions.customer_id = (${customerIdOf(operation, billingCustomerId)})`);
  if (status !== undefined) conditions.push(sql`subscriptions.status = ${status}`);
  if (product !== undefined) conditions.push(sql`subscriptions.product_slug = ${product}`);
  return conditions;
}
