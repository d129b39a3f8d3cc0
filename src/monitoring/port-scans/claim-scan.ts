import { sql } from 'kysely';
import type { ScanLimits } from '../../accounts/scan-terms/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { World } from '../../core/operation/tables/identity.ts';
import { refusalErrors } from '../../resources/endpoints/index.ts';
import { jitter } from '../schedule/index.ts';
import type { EndpointCondition } from './endpoint-condition.ts';
import type { ClaimedScan, EndpointScanners } from './endpoint-scanner.ts';
import { finishScan } from './finish-scan.ts';
import type { ScanJobData } from './jobs.ts';
import { claimOf, type ScanTarget, targetColumns } from './scan-target.ts';

export interface ScanClaimOptions {
  readonly scanners: EndpointScanners;
  readonly limits: ScanLimits;
}

/**
 * Marks a queued scan as running, or a running one whose worker died as running again. The state is read anew: an endpoint
 * that was paused or terminated meanwhile, whose address may no longer be scanned, or whose partner was suspended, is not scanned.
 * @returns null when there is nothing to scan
 */
export async function claimScan(
  operation: Operation,
  job: ScanJobData,
  options: ScanClaimOptions,
): Promise<ClaimedScan | null> {
  const claimed = await markRunning(operation, job, options.scanners);
  const refusal = claimed && options.scanners[claimed.world].refusal(claimed.ip_address);
  if (!claimed || refusal) {
    const ending = {
      status: 'cancelled',
      error: refusal ? refusalErrors[refusal] : null,
      unscheduled: refusal !== undefined,
    } as const;
    await operation.transaction((tx) => finishScan(tx, job, ending));
    return null;
  }
  operation.changed(claimed.customer_id, 'scans', job.endpointId);
  return {
    ...claimOf(job, claimed, options.limits),
    world: claimed.world,
    trigger: claimed.trigger,
    answeredBefore: claimed.last_scan_id !== null && claimed.condition !== 'unreachable',
  };
}

/** A manual scan that waited longer in the queue begins the cooldown anew. */
const lateSeconds = 10;

interface ClaimedEndpoint extends ScanTarget {
  readonly customer_id: string;
  readonly trigger: 'scheduled' | 'manual';
  readonly last_scan_id: string | null;
  readonly condition: EndpointCondition | null;
  readonly world: World;
}

/**
 * All of it in one statement, because every scan of the fleet begins with it. The endpoint's row is locked, so that one that
 * is being paused either is so already or sees the scan run.
 */
async function markRunning(
  { db, clock, partnerId }: Operation,
  job: ScanJobData,
  scanners: EndpointScanners,
): Promise<ClaimedEndpoint | undefined> {
  const { rows } = await db.execute(sql<ClaimedEndpoint>`
    WITH endpoint AS (
      SELECT e.*, CASE WHEN partner.sandbox_of IS NULL THEN 'live' ELSE 'sandbox' END AS world
      FROM endpoints e
      JOIN partners partner ON partner.id = e.partner_id
      LEFT JOIN partners owner ON owner.id = partner.sandbox_of
      WHERE e.partner_id = ${partnerId} AND e.id = ${job.endpointId} AND e.current_scan_id = ${job.scanId}
        AND e.status = 'active' AND partner.status = 'active' AND owner.status IS DISTINCT FROM 'suspended'
      FOR NO KEY UPDATE OF e
    ), scan AS (
      UPDATE scans s SET status = 'running', started_at = ${clock.now()},
        engine = CASE WHEN endpoint.world = 'sandbox' THEN ${scanners.sandbox.engine} ELSE ${scanners.live.engine} END
      FROM endpoint
      WHERE s.partner_id = ${partnerId} AND s.id = ${job.scanId} AND s.status IN ('pending', 'running')
      RETURNING s.trigger, s.created_at
    ), begun AS (
      -- From its first packet on, no pause or termination makes the endpoint due earlier.
      UPDATE endpoints e SET next_scan_at = due.at, scan_not_before = coalesce(due.at, e.scan_not_before),
        -- The same goes for the cooldown; it counts from the request, which is answered with how long it lasts, as long as that is about the same.
        manual_scan_at = CASE WHEN scan.trigger = 'manual' AND ${clock.now()}::timestamptz - scan.created_at > ${lateSeconds} * interval '1 second'
          THEN ${clock.now()}::timestamptz ELSE e.manual_scan_at END
      FROM endpoint, scan, LATERAL (
        -- One that waited long in the queue starts a new phase from now, or the next would follow too soon.
        SELECT CASE WHEN scan.trigger = 'scheduled' AND ${clock.now()}::timestamptz - scan.created_at > (endpoint.next_scan_at - scan.created_at) * ${jitter}::float8
          THEN ${clock.now()}::timestamptz + (endpoint.next_scan_at - scan.created_at) ELSE endpoint.next_scan_at END AS at
      ) AS due
      WHERE e.partner_id = ${partnerId} AND e.id = endpoint.id
    )
    SELECT e.customer_id, scan.trigger, e.last_scan_id, e.condition, e.world, ${targetColumns(partnerId)}
    FROM scan CROSS JOIN endpoint e`);
  return rows[0];
}

/** The endpoint, locked, while the scan is its current one; undefined once it has been cancelled or given up. */
export async function lockScannedEndpoint(tx: Operation, job: ScanJobData) {
  return tx.db
    .selectFrom('endpoints')
    .selectAll()
    .where('id', '=', job.endpointId)
    .where('current_scan_id', '=', job.scanId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
