import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { StoredIdentity } from '../../core/operation/tables/monitoring.ts';
import type { ScannedPort } from './scan-look.ts';

/** What a scan found otherwise than the look before it: a port opened, closed, or has another service, product or version. */
export interface PortChange extends ScannedPort {
  /** Null: it was not open. */
  readonly before: StoredIdentity | null;
  /** Null: it is not open any more. */
  readonly now: StoredIdentity | null;
}

interface ChangedInterval extends ScannedPort {
  readonly identity: StoredIdentity;
  /** Otherwise it ended. */
  readonly begins: boolean;
}

/**
 * What a scan changed, TCP first and ascending by port: the intervals that it began and ended. Those that are open and those that were are
 * looked up apart, since each have their index.
 */
export async function changesInScan(operation: Operation, endpointId: string, scanId: string): Promise<PortChange[]> {
  const columns = sql`o.protocol, o.port, o.identity, o.opened_scan_id = ${scanId} AS begins FROM observations o
    WHERE o.partner_id = ${operation.partnerId} AND o.endpoint_id = ${endpointId}`;
  const { rows } = await operation.db.execute(sql<ChangedInterval>`
    SELECT ${columns} AND o.closed_at IS NULL AND o.opened_scan_id = ${scanId}
    UNION ALL SELECT ${columns} AND o.closed_at IS NOT NULL AND o.closed_scan_id >= ${scanId}
      AND (o.closed_scan_id = ${scanId} OR o.opened_scan_id = ${scanId})
    ORDER BY protocol, port`);
  return [...Map.groupBy(rows, ({ protocol, port }) => `${protocol}/${port}`).values()].map((ofPort) => ({
    protocol: ofPort[0]!.protocol,
    port: ofPort[0]!.port,
    before: ofPort.find(({ begins }) => !begins)?.identity ?? null,
    now: ofPort.find(({ begins }) => begins)?.identity ?? null,
  }));
}
