import type { Operation } from '../../core/operation/operation.ts';

/** Deletes all scans of the account: they outlive their endpoints otherwise. Jobs that wait find nothing to scan. */
export async function forgetScans(tx: Operation): Promise<void> {
  await tx.db.deleteFrom('scans').execute();
}
