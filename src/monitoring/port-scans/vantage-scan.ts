import { sql } from 'kysely';
import { LapsedClaim } from '../../core/operation/job-runner.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import type { ScanClaimOptions } from './claim-scan.ts';
import type { ClaimedScan, ScanResult } from './endpoint-scanner.ts';
import { queueOf, type ScanJob, type ScanJobData, scanPriority } from './jobs.ts';
import { openObservations } from './observations.ts';
import type { ScannedPort } from './scan-look.ts';
import { claimOf, type ScanTarget, targetColumns } from './scan-target.ts';
import { livePoints } from './scan-workers.ts';

/**
 * Has others look at a server that was scanned, in the caller's transaction: from each of the places where a worker is alive. What they
 * see is compared with what the scan found, and shown; it raises nothing and resolves nothing (decision 54).
 */
export async function queueVantageScans(
  tx: Operation,
  { endpointId, scanId }: Pick<ScanJobData, 'endpointId' | 'scanId'>,
  vantagePoints: readonly string[],
): Promise<void> {
  for (const lookFrom of await livePoints(tx.db.shared, vantagePoints)) {
    const queue = queueOf(lookFrom);
    const data: ScanJobData = { partnerId: tx.partnerId, endpointId, scanId, lookFrom };
    await tx.jobs.ensure(queue);
    await tx.jobs.send(tx.db.connection, queue.name, [{ id: newId(tx.clock), data, priority: scanPriority.scheduled }]);
    tx.announce(queue);
  }
}

/**
 * What a look needs to know; null when there is nothing to look at: the endpoint was scanned again, is being scanned, or may not be. A
 * scan goes before a look, so that a server never hears from two workers at once for longer than a look takes to notice.
 */
export async function claimVantageScan(
  { db, partnerId }: Operation,
  job: ScanJobData,
  options: ScanClaimOptions,
): Promise<ClaimedScan | null> {
  const { rows } = await db.execute(sql<ScanTarget>`
    SELECT ${targetColumns(partnerId)} FROM endpoints e JOIN partners a ON a.id = e.partner_id
    WHERE e.partner_id = ${partnerId} AND e.id = ${job.endpointId} AND e.status = 'active' AND e.current_scan_id IS NULL
      AND e.last_scan_id = ${job.scanId} AND a.status = 'active' AND a.sandbox_of IS NULL`);
  const [endpoint] = rows;
  if (!endpoint || options.scanners.live.refusal(endpoint.ip_address)) return null;
  return {
    ...claimOf(job, endpoint, options.limits),
    world: 'live',
    trigger: 'scheduled',
    // Here nothing is known of it: that it answers somewhere says nothing of this place.
    answeredBefore: false,
  };
}

/**
 * Stores what was seen from another place, compared with what the scans found, and settles the job.
 * @param result null: the host answered nothing there
 * @throws LapsedClaim when the job is no longer this worker's; nothing was written
 */
export async function recordVantageScan(operation: Operation, job: ScanJob, result: ScanResult | null): Promise<void> {
  const { endpointId, scanId, lookFrom } = job.data;
  await operation.transaction(async (tx) => {
    // As with a scan's result: the endpoint, then the job (decision 9).
    const endpoint = await tx.db
      .selectFrom('endpoints')
      .select('customer_id')
      .where('id', '=', endpointId)
      .where('last_scan_id', '=', scanId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!(await tx.jobs.complete(tx.db.connection, job))) throw new LapsedClaim(`The look ${job.id} is another's.`);
    // Of a host that seems to answer everything, nothing can be said.
    if (!endpoint || lookFrom === undefined || result?.condition === 'answers_everything') return;
    const found = (await openObservations(tx, endpointId)).map(nameOf);
    const seen = result === null ? [] : result.open.map(nameOf);
    const view = {
      scan_id: scanId,
      seen_at: tx.clock.now(),
      host_answered: result?.hostAnswered ?? false,
      only_there: seen.filter((port) => !found.includes(port)).sort(byPort),
      not_there: found.filter((port) => !seen.includes(port)).sort(byPort),
    };
    await tx.db
      .insertInto('vantage_views', { endpoint_id: endpointId, vantage_point: lookFrom, ...view })
      .onConflict((conflict) => conflict.columns(['partner_id', 'endpoint_id', 'vantage_point']).doUpdateSet(view))
      .execute();
    tx.changed(endpoint.customer_id, 'scans', endpointId);
  });
}

/** As `22/tcp`. */
function nameOf({ port, protocol }: ScannedPort): string {
  return `${port}/${protocol}`;
}

function byPort(a: string, b: string): number {
  return Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1);
}
