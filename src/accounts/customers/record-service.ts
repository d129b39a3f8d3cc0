import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';

export interface ServiceDetails {
  readonly customerId: string;
  readonly billingServiceId: number;
  readonly productSlug: string | undefined;
  readonly planSlug: string | undefined;
  /** Exact decimal text. */
  readonly mrr: string | undefined;
}

/** The billing service of a customer, recorded on first use; what is given replaces what was recorded. */
export async function recordService(operation: Operation, details: ServiceDetails): Promise<{ id: string }> {
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
      conflict.columns(['partner_id', 'customer_id', 'billing_service_id']).doUpdateSet({ ...given, updated_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** The service of a customer, when it is known. */
export async function findService(
  operation: Operation,
  customerId: string,
  billingServiceId: number,
): Promise<{ id: string } | undefined> {
  return operation.db
    .selectFrom('services')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('billing_service_id', '=', billingServiceId)
    .executeTakeFirst();
}
