import type { Selectable } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct, SubscriptionsTable } from '../../core/operation/tables/accounts.ts';
import { type Customer, findService, lockCustomer } from '../customers/index.ts';
import { cappedProducts } from './paid-capacity.ts';

export type SubscriptionRecord = Selectable<SubscriptionsTable>;

/** How the billing system names a subscription. */
export interface SubscriptionAddress {
  readonly client_id: number;
  readonly service_id: number;
  readonly product_slug: string;
}

export interface LocatedSubscription {
  readonly customer: Customer;
  readonly subscription: SubscriptionRecord;
}

/** @throws Problem PRODUCT_NOT_FOUND */
export function knownProduct(slug: string): CappedProduct {
  const product = cappedProducts.find((known) => known === slug);
  if (!product) throw new Problem('PRODUCT_NOT_FOUND');
  return product;
}

/**
 * The subscription, behind the lock of its customer's row; what is missing is named in the documented order (decisions §3.7).
 * @param missingCustomer how to answer a customer that is unknown or has no record for the service
 * @throws Problem PRODUCT_NOT_FOUND, BILLING_CLIENT_NOT_FOUND, SUBSCRIPTION_NOT_FOUND
 */
export async function lockSubscription(
  tx: Operation,
  address: SubscriptionAddress,
  missingCustomer: 'BILLING_CLIENT_NOT_FOUND' | 'SUBSCRIPTION_NOT_FOUND',
): Promise<LocatedSubscription> {
  const product = knownProduct(address.product_slug);
  const customer = await lockCustomer(tx, address.client_id);
  const service = customer && (await findService(tx, customer.id, address.service_id));
  if (!customer || !service) throw new Problem(missingCustomer);
  const subscription = await findSubscription(tx, service.id, product);
  if (!subscription) throw new Problem('SUBSCRIPTION_NOT_FOUND');
  return { customer, subscription };
}

export async function findSubscription(
  tx: Operation,
  serviceId: string,
  product: CappedProduct,
): Promise<SubscriptionRecord | undefined> {
  return tx.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('service_id', '=', serviceId)
    .where('product_slug', '=', product)
    .executeTakeFirst();
}

/** Whether no other service of the customer has a subscription to the product, suspended or not, while this one has. */
export async function soleSubscription(
  tx: Operation,
  customerId: string,
  serviceId: string,
  product: CappedProduct,
): Promise<boolean> {
  const running = await tx.db
    .selectFrom('subscriptions')
    .select('service_id')
    .where('customer_id', '=', customerId)
    .where('product_slug', '=', product)
    .where('status', '<>', 'cancelled')
    .execute();
  return running.length > 0 && running.every(({ service_id: payer }) => payer === serviceId);
}
