import { sql } from 'kysely';
import type { AlertsChanged } from '../../core/operation/effects.ts';
import { LapsedClaim } from '../../core/operation/job-runner.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lockScannedEndpoint } from './claim-scan.ts';
import type { EndpointCondition } from './endpoint-condition.ts';
import { isPartial, type ScanResult } from './endpoint-scanner.ts';
import { conditionColumns, finishScan, type ScanEnding } from './finish-scan.ts';
import type { ScanJob } from './jobs.ts';
import { recordObservations } from './observations.ts';
import { openPortsOf } from './ports-open-after.ts';
import { changesInScan } from './scan-changes.ts';
import type { ScanRecord } from './scan-reads.ts';
import { withRequesters } from './scan-requesters.ts';
import { type PortSetName, viewOfScan } from './scan-view.ts';
import { queueVantageScans } from './vantage-scan.ts';

/**
 * Writes a scan that has a result: observations, alerts, the scan itself, the endpoint and the job, all or nothing. A result is
 * applied once, whatever happens to its worker: the claim on the job is settled in the same transaction.
 * @param covered null: unknown
 * @param vantagePoints from where others look afterwards, unless the scan is partial
 * @throws LapsedClaim when the job is no longer this worker's; nothing was written
 */
export async function applyScanResult(
  operation: Operation,
  job: ScanJob,
  result: ScanResult,
  covered: CoveredPorts | null = null,
  vantagePoints: readonly string[] = [],
): Promise<readonly AlertsChanged[]> {
  return operation.transaction(async (tx) => {
    const endpoint = await lockScannedEndpoint(tx, job.data);
    const settled = await tx.jobs.complete(tx.db.connection, job);
    if (!endpoint || !settled) throw new LapsedClaim(`Scan ${job.id} is no longer this worker's.`);
    const changes = await writeScanResult(tx, endpoint, job.data.scanId, result, covered);
    if (!isPartial(result)) await queueVantageScans(tx, job.data, vantagePoints);
    return changes;
  });
}

interface ScannedEndpoint {
  readonly id: string;
  readonly customer_id: string;
  readonly ip_address: string;
  readonly hostname: string;
  readonly platform: string | null;
  readonly condition: EndpointCondition | null;
  readonly condition_since: Date | null;
}

/** What a scan looked at. */
export interface CoveredPorts {
  /** `top-1000`, `full` or port ranges. */
  readonly named: string;
  readonly tcp: number;
  readonly udp: number;
}

/** What the result of a scan means for its endpoint, in the caller's transaction and behind the endpoint's row lock. */
export async function writeScanResult(
  tx: Operation,
  endpoint: ScannedEndpoint,
  scanId: string,
  result: ScanResult,
  covered: CoveredPorts | null,
): Promise<readonly AlertsChanged[]> {
  const findings = { scanId, isPartial: isPartial(result), ...result };
  const seen = result.condition === null ? await recordObservations(tx, endpoint.id, findings) : null;
  const { isPartial: partial } = findings;
  const changes = seen
    ? await tx.effects.portsObserved(tx, { endpoint, open: seen.open, closed: seen.closed, isPartial: partial })
    : [];
  const [scan] = await withRequesters(tx, [await writeEnding(tx, endpoint, scanId, result, covered)]);
  tx.changed(endpoint.customer_id, 'scans', endpoint.id);
  const changed = seen?.isChange ? await changesInScan(tx, endpoint.id, scanId) : [];
  const view = viewOfScan(endpoint.customer_id, scan!, changed);
  tx.happened({
    type: isPartial(result) ? 'scan.failed' : 'scan.completed',
    subject: { kind: 'scan', id: scanId },
    view,
  });
  return changes;
}

/**
 * Ends a scan that has no result, and its job.
 * @throws LapsedClaim as above
 */
export async function applyScanFailure(
  operation: Operation,
  job: ScanJob,
  failure: Omit<ScanEnding, 'status'>,
): Promise<void> {
  await operation.transaction(async (tx) => {
    // As with a result: the endpoint, then the job (decision 9).
    await lockScannedEndpoint(tx, job.data);
    const settled = await tx.jobs.complete(tx.db.connection, job);
    if (!settled) throw new LapsedClaim(`Scan ${job.id} is no longer this worker's.`);
    await finishScan(tx, job.data, { status: 'failed', ...failure });
  });
}

/** The scan and its endpoint, in one statement. @returns the scan with the ports that are open after it */
async function writeEnding(
  tx: Operation,
  endpoint: ScannedEndpoint,
  scanId: string,
  result: ScanResult,
  covered: CoveredPorts | null,
): Promise<EndedScan> {
  const now = tx.clock.now();
  const { open, condition } = result;
  const platform =
    endpoint.platform ?? open.find((port) => port.identity.operatingSystem)?.identity.operatingSystem ?? null;
  const { condition_since } = conditionColumns(condition, endpoint, now);
  // A host that answers on every port does not show which of them are open.
  const openPortsCount = condition === 'answers_everything' ? null : open.length;
  // One that is partial failed, with ports that it covered: programs of the release before, which serve beside this one during an
  // upgrade, take it for a failed one.
  const completes = !isPartial(result);
  const retryAt = new Date(now.getTime() + partialRetrySeconds * 1_000);
  const { rows } = await tx.db.execute(sql<EndedScan>`
    WITH scan AS (
      UPDATE scans SET status = ${completes ? 'completed' : 'failed'}, error = ${completes ? null : whatIsMissing(result)}, finished_at = ${now}, duration_ms = ${Math.round(result.durationMs)},
        host_answered = ${result.hostAnswered}, ports_requested = ${result.portsRequested},
        ports_covered = ${result.portsCovered}, open_ports_count = ${openPortsCount}, port_set = ${portSetOf(covered)},
        tcp_ports = ${covered?.tcp ?? null}, udp_ports = ${covered?.udp ?? null}
      WHERE partner_id = ${tx.partnerId} AND id = ${scanId} RETURNING *
    )
    UPDATE endpoints SET platform = ${platform}, current_scan_id = NULL, condition = ${condition},
      condition_since = ${condition_since},
      previous_scan_id = CASE WHEN ${completes}::boolean THEN last_scan_id ELSE previous_scan_id END,
      last_scan_id = CASE WHEN ${completes}::boolean THEN ${scanId}::uuid ELSE last_scan_id END,
      last_scan_at = CASE WHEN ${completes}::boolean THEN ${now}::timestamptz ELSE last_scan_at END,
      next_scan_at = CASE WHEN NOT ${completes}::boolean AND next_scan_at > ${retryAt} AND ${isFirstPartial(tx.partnerId, scanId)}
        THEN ${retryAt}::timestamptz ELSE next_scan_at END
    FROM scan WHERE endpoints.partner_id = ${tx.partnerId} AND endpoints.id = ${endpoint.id}
    RETURNING scan.*, ${openPortsOf(tx.partnerId, 'scan')} AS open_ports`);
  return rows[0]!;
}

type EndedScan = ScanRecord & { readonly open_ports: readonly number[] | null };

function whatIsMissing({ portsRequested, portsCovered }: ScanResult): string {
  return `partial: ${portsRequested - portsCovered} of ${portsRequested} ports did not answer in time`;
}

/** Soon enough to be of use, late enough for what hindered it to be over. */
const partialRetrySeconds = 900;

/**
 * The first partial scan since a completed one is repeated before its schedule comes again, and no other: a host that never answers in full is
 * asked no more than once more.
 */
function isFirstPartial(partnerId: string, scanId: string) {
  return sql`NOT EXISTS (SELECT 1 FROM scans earlier
    WHERE earlier.partner_id = ${partnerId} AND earlier.endpoint_id = endpoints.id AND earlier.id < ${scanId}
      AND earlier.status = 'failed' AND earlier.ports_covered IS NOT NULL
      AND (endpoints.last_scan_id IS NULL OR earlier.id > endpoints.last_scan_id))`;
}

function portSetOf(covered: CoveredPorts | null): PortSetName | null {
  const named = covered?.named ?? null;
  return named === null || named === 'top-1000' || named === 'full' ? named : 'ranges';
}
