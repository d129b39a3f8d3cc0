import { sql } from 'kysely';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import { instantOf, newId } from '../../platform/ids.ts';
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
  await insertScans(
    { db: tx.db.unscoped, jobs: tx.jobs },
    [{ partnerId: tx.partnerId, endpointId, scanId, vantagePoint }],
    trigger,
  );
  tx.announce(queueOf(vantagePoint));
  return scanId;
}

/** A scan that is to be queued. */
export interface NewScan extends Pick<ScanJobData, 'partnerId' | 'endpointId' | 'scanId'> {
  /** Null: any worker takes it. */
  readonly vantagePoint: string | null;
}

/**
 * The same for scans of any partners, in a statement for each partner and another for each place from where they are done: `trx.db` is
 * the caller's transaction, which has them announced when it is committed.
 */
export async function insertScans(
  trx: Pick<Resources, 'db' | 'jobs'>,
  scans: readonly NewScan[],
  trigger: Trigger,
): Promise<void> {
  for (const [partnerId, theirs] of Map.groupBy(scans, (scan) => scan.partnerId))
    await sql`
      INSERT INTO scans (partner_id, id, endpoint_id, trigger, status, created_at)
      SELECT ${partnerId}::uuid, scan.id, scan.endpoint_id, ${trigger}, 'pending', scan.created_at
      FROM unnest(${theirs.map((scan) => scan.scanId)}::uuid[], ${theirs.map((scan) => scan.endpointId)}::uuid[],
        ${theirs.map((scan) => instantOf(scan.scanId))}::timestamptz[]) AS scan (id, endpoint_id, created_at)`.execute(
      trx.db,
    );
  for (const [vantagePoint, theirs] of Map.groupBy(scans, (scan) => scan.vantagePoint)) {
    const queue = queueOf(vantagePoint);
    if (vantagePoint !== null) await trx.jobs.ensure(queue);
    const jobs = theirs.map(({ partnerId, endpointId, scanId }) => ({
      id: scanId,
      data: { partnerId, endpointId, scanId } satisfies ScanJobData,
      priority: scanPriority[trigger],
    }));
    await trx.jobs.send(trx.db, queue.name, jobs);
  }
}
