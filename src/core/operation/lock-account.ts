import type { Operation } from './operation.ts';

/**
 * Makes changes that count what the account has wait for one another, within the caller's transaction. Rows that refer
 * to the partner can be written meanwhile.
 */
export async function lockAccount(tx: Operation): Promise<void> {
  await tx.db.selectPartner().select('id').forNoKeyUpdate().executeTakeFirstOrThrow();
}
