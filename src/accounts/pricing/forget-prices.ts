import type { Operation } from '../../core/operation/operation.ts';

/** Deletes all prices of the account without a word of each in the audit log. */
export async function forgetPrices(tx: Operation): Promise<void> {
  await tx.db.deleteFrom('prices').execute();
}
