import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { newId } from '../../platform/ids.ts';

/** A service that is known as this product pays for its own server, beside any plan (decisions §3.2). */
export type OwnProduct = 'endpoint';
const ownProduct: OwnProduct = 'endpoint';

/** A service of a billing client, as far as it is on record. */
export interface KnownService {
  readonly id: string;
  readonly product_slug: string | null;
}

export interface ServiceDetails {
  readonly customerId: string;
  readonly billingServiceId: number;
  readonly productSlug: string | undefined;
  readonly planSlug: string | undefined;
  /** Exact decimal text. */
  readonly mrr: string | undefined;
}

/**
 * The billing service of a customer, recorded on first use; what is given replaces what was recorded. A service that pays for its
 * own server goes on doing so, whatever else it is said to be, until it buys a plan for servers.
 */
export async function recordService(operation: Operation, details: ServiceDetails): Promise<KnownService> {
  const now = operation.clock.now();
  const given = {
    ...(details.productSlug === undefined ? {} : { product_slug: details.productSlug }),
    ...(details.planSlug === undefined ? {} : { plan_slug: details.planSlug }),
    ...(details.mrr === undefined ? {} : { mrr: details.mrr }),
  };
  return operation.db
    .insertInto('services', {
      id: newId(operation.clock),
      customer_id: details.customerId,
      billing_service_id: details.billingServiceId,
      product_slug: null,
      plan_slug: null,
      mrr: null,
      ...given,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'customer_id', 'billing_service_id']).doUpdateSet({
        ...given,
        ...(given.product_slug === undefined || given.product_slug === 'port_monitoring'
          ? {}
          : {
              product_slug: sql<string>`CASE WHEN services.product_slug = ${ownProduct} THEN services.product_slug
                ELSE excluded.product_slug END`,
            }),
        updated_at: now,
      }),
    )
    .returning(['id', 'product_slug'])
    .executeTakeFirstOrThrow();
}

/** The service of a customer, when it is known. */
export async function findService(
  operation: Operation,
  customerId: string,
  billingServiceId: number,
): Promise<KnownService | undefined> {
  return operation.db
    .selectFrom('services')
    .select(['id', 'product_slug'])
    .where('customer_id', '=', customerId)
    .where('billing_service_id', '=', billingServiceId)
    .executeTakeFirst();
}

/** Services that are known from now on to pay for their own servers. */
export async function recordOwnServices(operation: Operation, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await operation.db
    .updateTable('services')
    .set({ product_slug: ownProduct, updated_at: operation.clock.now() })
    .where(inIds('id', ids))
    .execute();
}
