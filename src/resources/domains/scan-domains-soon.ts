import type { Operation } from '../../core/operation/operation.ts';

/** Moves the next leak scan of every active domain of the account to now. */
export async function scanDomainsSoon(tx: Operation): Promise<void> {
  await tx.db
    .updateTable('monitored_domains')
    .set({ next_scan_at: tx.clock.now() })
    .where('status', '=', 'active')
    .execute();
  tx.announce('domain-due');
}
