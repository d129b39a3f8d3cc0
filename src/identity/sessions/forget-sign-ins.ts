import type { Operation } from '../../core/operation/operation.ts';

/**
 * Ends everything that signs customers of the operation's partner in, within the caller's transaction: of a sandbox that is emptied or
 * switched off.
 */
export async function forgetSignIns(tx: Operation): Promise<void> {
  await tx.db.deleteFrom('sign_in_tokens').execute();
  await tx.db.deleteFrom('sessions').execute();
}
