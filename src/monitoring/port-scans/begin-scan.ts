import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';

/**
 * Records a scan by hand that runs at once, without a job: its result is written in the caller's transaction, behind the endpoint's
 * row lock.
 * @param engine as stored with the scan
 * @returns the scan's id
 */
export async function beginScan(tx: Operation, endpointId: string, engine: string): Promise<string> {
  const now = tx.clock.now();
  const scanId = newId(tx.clock);
  await tx.db
    .insertInto('scans', {
      id: scanId,
      endpoint_id: endpointId,
      trigger: 'manual',
      status: 'running',
      engine,
      created_at: now,
      started_at: now,
    })
    .execute();
  return scanId;
}
