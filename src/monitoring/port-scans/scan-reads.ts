import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type Listed, type Page, paged } from '../../core/operation/paged.ts';
import type { ScansTable } from '../../core/operation/tables/monitoring.ts';
import { getEndpoint } from '../../resources/endpoints/index.ts';
import { portsOpenAfter } from './ports-open-after.ts';

export type ScanRecord = Selectable<ScansTable>;

/** One page of an endpoint's scans, newest first. */
export async function listScans(operation: Operation, endpointId: string, page: Page): Promise<Listed<ScanRecord>> {
  const ofEndpoint = operation.db.selectFrom('scan_history').selectAll().where('endpoint_id', '=', endpointId);
  return paged(operation.db, ofEndpoint, { table: 'scan_history', columns: ['id'], direction: 'desc' }, page);
}

/**
 * One scan of an endpoint that is not terminated.
 * @throws Problem SCAN_NOT_FOUND, ACCESS_DENIED
 */
export async function getScan(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
): Promise<ScanRecord> {
  const scan = await operation.db.selectFrom('scan_history').selectAll().where('id', '=', id).executeTakeFirst();
  if (!scan) throw new Problem('SCAN_NOT_FOUND');
  try {
    await getEndpoint(operation, scan.endpoint_id, billingCustomerId);
  } catch (error) {
    throw error instanceof Problem && error.code === 'ENDPOINT_NOT_FOUND' ? new Problem('SCAN_NOT_FOUND') : error;
  }
  return scan;
}

/** Ports that were open after a completed scan, TCP and UDP merged, ascending: the intervals that cover it. */
export async function openPortsAfter(operation: Operation, scan: ScanRecord): Promise<number[]> {
  const { rows } = await operation.db.execute(
    portsOpenAfter(operation.partnerId, sql.val(scan.endpoint_id), sql.val(scan.id)),
  );
  return rows.map((row) => row.port);
}
