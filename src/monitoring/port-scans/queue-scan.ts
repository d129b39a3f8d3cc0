import type { Operation, Resources } from '../../core/operation/operation.ts';
import { instantOf, newId } from '../../platform/ids.ts';
import type { AnyDatabase } from '../../platform/jobs/job-queue.ts';
import { queueOf, type ScanJobData, scanPriority } from './jobs.ts';

type Trigger = keyof typeof scanPriority;

/**
 * Queues a scan of an endpoint that has none under way, in the caller's transaction and behind the endpoint's row lock.
 * @param vantagePoint from where; null: any worker takes it
 * @returns the scan's id
 */
export async function queueScan(
  tx: Operation,
  endpointId: string,
  trigger: Trigger,
  vantagePoint: string | null,
): Promise<string> {
  const scanId = newId(tx.clock);
  const scan = {
    id: scanId,
    endpoint_id: endpointId,
    trigger,
    status: 'pending',
    created_at: instantOf(scanId),
  } as const;
  await tx.db.insertInto('scans', scan).execute();
  await sendScans(tx.db.connection, tx.jobs, [{ partnerId: tx.partnerId, endpointId, scanId, vantagePoint }], trigger);
  tx.announce(queueOf(vantagePoint));
  return scanId;
}

/** A scan that is to be queued. */
export interface NewScan extends Pick<ScanJobData, 'partnerId' | 'endpointId' | 'scanId'> {
  /** Null: any worker takes it. */
  readonly vantagePoint: string | null;
}

/**
 * Puts scans of any partners, which are on record as pending, into the queues of the places from where they are done, in a statement for
 * each: `db` is the caller's transaction, which has them announced when it is committed.
 */
export async function sendScans(
  db: AnyDatabase,
  jobQueue: Resources['jobs'],
  scans: readonly NewScan[],
  trigger: Trigger,
): Promise<void> {
  for (const [vantagePoint, theirs] of Map.groupBy(scans, (scan) => scan.vantagePoint)) {
    const queue = queueOf(vantagePoint);
    if (vantagePoint !== null) await jobQueue.ensure(queue);
    const jobs = theirs.map(({ partnerId, endpointId, scanId }) => ({
      id: scanId,
      data: { partnerId, endpointId, scanId } satisfies ScanJobData,
      priority: scanPriority[trigger],
    }));
    await jobQueue.send(db, queue.name, jobs);
  }
}
