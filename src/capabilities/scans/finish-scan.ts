import type { Operation } from '../../platform/operation.ts';
import type { ScanJobData } from './jobs.ts';

export interface ScanEnding {
  readonly status: 'failed' | 'cancelled';
  /** Why it failed, for the scan's history: `code: sentence`. */
  readonly error: string | null;
}

/** Ends a scan without a result and frees its endpoint for the next one. It resolves nothing and raises nothing (decisions §6.5). */
export async function finishScan(
  tx: Operation,
  job: Pick<ScanJobData, 'endpointId' | 'scanId'>,
  ending: ScanEnding,
): Promise<void> {
  await tx.db
    .updateTable('scans')
    .set({ ...ending, finished_at: tx.clock.now() })
    .where('id', '=', job.scanId)
    .where('status', 'in', ['pending', 'running'])
    .execute();
  await tx.db
    .updateTable('endpoints')
    .set({ current_scan_id: null })
    .where('id', '=', job.endpointId)
    .where('current_scan_id', '=', job.scanId)
    .execute();
}
