import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';

/** The id of a customer; undefined for one that the account does not have, whose lists are empty (decisions §1.8). */
export async function customerIdOf(operation: Operation, billingCustomerId: number): Promise<string | undefined> {
  const customer = await operation.db
    .selectFrom('customers')
    .select('id')
    .where('billing_customer_id', '=', billingCustomerId)
    .executeTakeFirst();
  return customer?.id;
}

/**
 * Something of the account that must belong to the customer that is named.
 * @throws Problem with the code for what is absent, ACCESS_DENIED for what is another customer's
 */
export function ownedBy<T extends { readonly billing_customer_id: number }>(
  billingCustomerId: number,
  found: T | undefined,
  absent: 'DOMAIN_NOT_FOUND' | 'ALERT_NOT_FOUND',
): T {
  if (!found) throw new Problem(absent);
  if (found.billing_customer_id !== billingCustomerId) throw new Problem('ACCESS_DENIED');
  return found;
}
