import type { Protocol } from '../../engines/port-scanner/port-scanner.ts';
import type { Operation } from '../../platform/operation.ts';
import { type AlertChanges, deriveAndWriteAlerts } from '../alerts/derive-alerts.ts';
import { lockScannedEndpoint } from './claim-scan.ts';
import { finishScan } from './finish-scan.ts';
import { type ScanJob, scanQueue } from './jobs.ts';
import { type OpenPort, recordObservations } from './observations.ts';

export interface ScanResult {
  readonly open: readonly OpenPort[];
  /** Ports that were open before and are proved closed: covered, seen closed again when checked again, on a host that answered. */
  readonly closed: readonly { readonly protocol: Protocol; readonly port: number }[];
  readonly hostAnswered: boolean;
  readonly portsRequested: number;
  readonly portsCovered: number;
  readonly durationMs: number;
}

/** The job was given to another worker, or the scan was cancelled: this result is void. */
export class LapsedClaim extends Error {
  override readonly name = 'LapsedClaim';
}

/**
 * Writes a completed scan: observations, alerts, the scan itself, the endpoint and the job, all or nothing. A result is
 * applied once, whatever happens to its worker: the claim on the job is settled in the same transaction.
 * @throws LapsedClaim when the job is no longer this worker's; nothing was written
 */
export async function applyScanResult(operation: Operation, job: ScanJob, result: ScanResult): Promise<AlertChanges> {
  return operation.transaction(async (tx) => {
    const endpoint = await lockScannedEndpoint(tx, job.data);
    const settled = await tx.jobs.complete(tx.db.unscoped, scanQueue.name, job);
    if (!endpoint || !settled) throw new LapsedClaim(`Scan ${job.id} is no longer this worker's.`);
    return writeScanResult(tx, endpoint, job.data.scanId, result);
  });
}

interface ScannedEndpoint {
  readonly id: string;
  readonly customer_id: string;
  readonly ip_address: string;
  readonly platform: string | null;
  readonly last_scan_id: string | null;
}

/** What a completed scan means for its endpoint, in the caller's transaction and behind the endpoint's row lock. */
export async function writeScanResult(
  tx: Operation,
  endpoint: ScannedEndpoint,
  scanId: string,
  result: ScanResult,
): Promise<AlertChanges> {
  const openNow = await recordObservations(tx, endpoint.id, { scanId, ...result });
  const changes = await deriveAndWriteAlerts(tx, endpoint, openNow, result.closed);
  await writeScan(tx, scanId, result);
  await writeEndpoint(tx, endpoint, scanId, openNow);
  return changes;
}

/** Ends a scan that has no result, and its job. */
export async function applyScanFailure(operation: Operation, job: ScanJob, error: string): Promise<void> {
  await operation.transaction(async (tx) => {
    const settled = await tx.jobs.complete(tx.db.unscoped, scanQueue.name, job);
    if (!settled) throw new LapsedClaim(`Scan ${job.id} is no longer this worker's.`);
    await finishScan(tx, job.data, { status: 'failed', error });
  });
}

async function writeScan(tx: Operation, scanId: string, result: ScanResult): Promise<void> {
  await tx.db
    .updateTable('scans')
    .set({
      status: 'completed',
      finished_at: tx.clock.now(),
      duration_ms: Math.round(result.durationMs),
      host_answered: result.hostAnswered,
      ports_requested: result.portsRequested,
      ports_covered: result.portsCovered,
      open_ports_count: result.open.length,
    })
    .where('id', '=', scanId)
    .execute();
}

async function writeEndpoint(
  tx: Operation,
  endpoint: ScannedEndpoint,
  scanId: string,
  open: readonly OpenPort[],
): Promise<void> {
  const platform =
    endpoint.platform ?? open.find((port) => port.identity.operatingSystem)?.identity.operatingSystem ?? null;
  await tx.db
    .updateTable('endpoints')
    .set({
      platform,
      current_scan_id: null,
      previous_scan_id: endpoint.last_scan_id,
      last_scan_id: scanId,
      last_scan_at: tx.clock.now(),
    })
    .where('id', '=', endpoint.id)
    .execute();
}
