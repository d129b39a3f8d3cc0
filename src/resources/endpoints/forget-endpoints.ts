import type { Operation } from '../../core/operation/operation.ts';

/**
 * Deletes all endpoints of the account, terminated ones too, with what was found about them: observations and alerts. Behind the
 * locks of their customers.
 */
export async function forgetEndpoints(tx: Operation): Promise<void> {
  await tx.db.deleteFrom('endpoints').execute();
}
