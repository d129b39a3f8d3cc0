import { Problem, type ProblemCode } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type Customer, findCustomer, lockCustomer } from './ensure-customer.ts';

/**
 * The id of a billing client id's customer, for use inside another statement; it matches nothing when there is none.
 */
export function customerIdOf(operation: Operation, billingCustomerId: number) {
  return operation.db
    .selectFrom('customers')
    .select('customers.id')
    .where('billing_customer_id', '=', billingCustomerId);
}

/**
 * The same, looked up; undefined for a customer that the account does not have, whose lists are empty (decisions §1.8).
 */
export async function findCustomerId(operation: Operation, billingCustomerId: number): Promise<string | undefined> {
  return (await customerIdOf(operation, billingCustomerId).executeTakeFirst())?.id;
}

/**
 * The customer, locked until the transaction ends if wanted.
 * @throws Problem CUSTOMER_NOT_FOUND
 */
export async function requireCustomer(
  operation: Operation,
  billingCustomerId: number,
  locked?: 'locked',
): Promise<Customer> {
  const customer = await (locked ? lockCustomer : findCustomer)(operation, billingCustomerId);
  if (!customer) throw new Problem('CUSTOMER_NOT_FOUND');
  return customer;
}

/**
 * Something of the account, which must belong to the customer that is named. When none is, it may be anybody's.
 * @throws Problem with the code for what is absent, ACCESS_DENIED for what is not that customer's
 */
export function ownedBy<T extends { readonly billing_customer_id: number | null }>(
  billingCustomerId: number | undefined,
  found: T | undefined,
  absent: ProblemCode,
): T {
  if (!found) throw new Problem(absent);
  if (billingCustomerId !== undefined && found.billing_customer_id !== billingCustomerId)
    throw new Problem('ACCESS_DENIED');
  return found;
}
