import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';

/**
 * Cancels the scan of an endpoint that is pending or running, if any. A worker that runs it notices within a second and its
 * result is dropped.
 */
export async function cancelScan(tx: Operation, endpoint: { current_scan_id: string | null }): Promise<void> {
  if (endpoint.current_scan_id === null) return;
  await tx.db
    .updateTable('scans')
    .set({ status: 'cancelled', finished_at: tx.clock.now() })
    .where('id', '=', endpoint.current_scan_id)
    .where('status', 'in', ['pending', 'running'])
    .execute();
  tx.announce('cancelled');
}

/** The same for any number of scans, in one statement. */
export async function cancelScans(tx: Operation, scanIds: readonly string[]): Promise<void> {
  if (scanIds.length === 0) return;
  await tx.db
    .updateTable('scans')
    .set({ status: 'cancelled', finished_at: tx.clock.now() })
    .where(inIds('id', scanIds))
    .where('status', 'in', ['pending', 'running'])
    .execute();
  tx.announce('cancelled');
}
