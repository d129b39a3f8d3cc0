import { type Selectable, type SqlBool, sql } from 'kysely';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CustomersTable } from '../../core/operation/tables/accounts.ts';
import { newId } from '../../platform/ids.ts';

/** A billing client of the partner, as stored. */
export type Customer = Selectable<CustomersTable>;

export interface CustomerDetails {
  readonly billingCustomerId: number;
  readonly name: string | undefined;
  readonly email: string | undefined;
}

/**
 * The customer of a billing client id, created on first use and locked until the transaction ends. Name and e-mail fill
 * what is still empty; they never overwrite.
 */
export async function ensureCustomer(operation: Operation, details: CustomerDetails): Promise<Customer> {
  const existing = await lockCustomer(operation, details.billingCustomerId);
  if (!existing) return createCustomer(operation, details);
  const name = existing.name ?? details.name ?? null;
  const email = existing.email ?? details.email ?? null;
  if (name === existing.name && email === existing.email) return existing;
  return operation.db
    .updateTable('customers')
    .set({ name, email, updated_at: operation.clock.now() })
    .where('id', '=', existing.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Locks the customer's row, behind which creation, capacity and resume of its resources are serialised. NO KEY: rows
 * that refer to the customer, such as a scan's alerts, may be inserted meanwhile.
 */
export async function lockCustomer(operation: Operation, billingCustomerId: number): Promise<Customer | undefined> {
  return operation.db
    .selectFrom('customers')
    .selectAll()
    .where('billing_customer_id', '=', billingCustomerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks several customers in the order of their ids, so that two callers that name the same ones never deadlock. */
export async function lockCustomers(operation: Operation, billingCustomerIds: readonly number[]): Promise<Customer[]> {
  return operation.db
    .selectFrom('customers')
    .selectAll()
    .where(sql<SqlBool>`billing_customer_id = ANY(${[...billingCustomerIds]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** The customer of a billing client id, if the account has one. */
export async function findCustomer(operation: Operation, billingCustomerId: number): Promise<Customer | undefined> {
  return operation.db
    .selectFrom('customers')
    .selectAll()
    .where('billing_customer_id', '=', billingCustomerId)
    .executeTakeFirst();
}

/** The customer by its own id, if there is one. */
export async function getCustomer(operation: Operation, id: string): Promise<Customer | undefined> {
  return operation.db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst();
}

async function createCustomer(operation: Operation, details: CustomerDetails): Promise<Customer> {
  const now = operation.clock.now();
  const id = newId(operation.clock);
  const customer = await operation.db
    .insertInto('customers', {
      id,
      billing_customer_id: details.billingCustomerId,
      name: details.name ?? null,
      email: details.email ?? null,
      created_at: now,
      updated_at: now,
    })
    // Another request created it meanwhile: the empty update waits for that one and locks the row.
    .onConflict((conflict) =>
      conflict
        .columns(['partner_id', 'billing_customer_id'])
        .doUpdateSet((row) => ({ name: row.ref('customers.name') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  if (customer.id === id) {
    await recordFact(operation, { type: 'customer.created', subjectId: id, customerId: id });
  }
  return customer;
}
