import type { Operation } from '../../core/operation/operation.ts';

/** Locks all customers of the account, in the order of their ids, until the transaction ends: they are about to be deleted. */
export async function lockAllCustomers(tx: Operation): Promise<void> {
  await tx.db.selectFrom('customers').select('id').orderBy('id').forUpdate().execute();
}

/** Deletes all customers of the account, with what exists for a customer alone: services, subscriptions, settings of notifications. */
export async function forgetCustomers(tx: Operation): Promise<void> {
  await tx.db.deleteFrom('customers').execute();
}
