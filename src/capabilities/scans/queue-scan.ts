import { newId } from '../../platform/ids.ts';
import type { Operation } from '../../platform/operation.ts';
import { type ScanJobData, scanPriority, scanQueue } from './jobs.ts';

/**
 * Queues a scan of an endpoint that has none under way, in the caller's transaction and behind the endpoint's row lock.
 * @returns the scan's id
 */
export async function queueScan(tx: Operation, endpointId: string, trigger: 'scheduled' | 'manual'): Promise<string> {
  const scanId = newId(tx.clock);
  await tx.db
    .insertInto('scans', {
      id: scanId,
      endpoint_id: endpointId,
      trigger,
      status: 'pending',
      created_at: tx.clock.now(),
    })
    .execute();
  const data: ScanJobData = { partnerId: tx.partnerId, endpointId, scanId };
  await tx.jobs.send(tx.db.unscoped, scanQueue.name, [{ id: scanId, data, priority: scanPriority[trigger] }]);
  return scanId;
}
