import type { Operation } from '../../core/operation/operation.ts';

/**
 * Deletes all monitored domains of the account, released ones too, with their scans, findings and alerts. Behind the locks of
 * their customers.
 */
export async function forgetDomains(tx: Operation): Promise<void> {
  await tx.db.deleteFrom('monitored_domains').execute();
}
