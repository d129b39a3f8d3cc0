import type { Selectable } from 'kysely';
import type { Protocol } from '../../engines/port-scanner/port-scanner.ts';
import type { ServiceIdentity } from '../../engines/service-identification/service-identity.ts';
import type { ObservationsTable, StoredIdentity } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import type { Operation } from '../../platform/operation.ts';

export interface OpenPort {
  readonly protocol: Protocol;
  readonly port: number;
  readonly identity: ServiceIdentity;
}

export type Observation = Selectable<ObservationsTable>;

/** A port as a map key. */
function portKey(entry: { protocol: string; port: number }): string {
  return `${entry.protocol}/${entry.port}`;
}

/** The intervals that are open now, ascending by protocol and port. */
export async function openObservations(operation: Operation, endpointId: string): Promise<Observation[]> {
  return operation.db
    .selectFrom('observations')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('closed_at', 'is', null)
    .orderBy('protocol')
    .orderBy('port')
    .execute();
}

/** Whether the last scan that judged the port saw it open. */
export async function isPortOpen(
  operation: Operation,
  endpointId: string,
  port: { protocol: Protocol; port: number },
): Promise<boolean> {
  const interval = await operation.db
    .selectFrom('observations')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .where('protocol', '=', port.protocol)
    .where('port', '=', port.port)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return interval !== undefined;
}

export interface ScanFindings {
  readonly scanId: string;
  readonly open: readonly OpenPort[];
  /** Ports that were open before and are proved closed now. */
  readonly closed: readonly { readonly protocol: Protocol; readonly port: number }[];
}

/**
 * Writes what a scan saw as changes to the intervals: nothing at all for a port that is still open with the same service.
 * @returns every port that is open after the scan, with the identity to be used for it
 */
export async function recordObservations(
  tx: Operation,
  endpointId: string,
  findings: ScanFindings,
): Promise<OpenPort[]> {
  const before = new Map((await openObservations(tx, endpointId)).map((row) => [portKey(row), row]));
  const begins = findings.open.filter((port) => {
    const known = before.get(portKey(port));
    return !known || changed(known.identity, port.identity);
  });
  const ended = [...begins, ...findings.closed].flatMap((port) => before.get(portKey(port))?.id ?? []);
  await closeIntervals(tx, ended, findings.scanId);
  await openIntervals(tx, endpointId, begins, findings.scanId);
  return openAfter(before, begins, findings);
}

/** Only an answer counts as news: a service that did not speak this time is the one known from before. */
function changed(known: StoredIdentity, seen: ServiceIdentity): boolean {
  if (seen.method === 'port_number') return false;
  return (
    known.service !== seen.service ||
    known.tls !== seen.tls ||
    known.product !== seen.product ||
    known.version !== seen.version ||
    known.unauthenticated !== seen.unauthenticated
  );
}

function openAfter(
  before: ReadonlyMap<string, Observation>,
  begins: readonly OpenPort[],
  findings: ScanFindings,
): OpenPort[] {
  const after = new Map<string, OpenPort>(before);
  for (const port of findings.closed) after.delete(portKey(port));
  for (const port of begins) after.set(portKey(port), port);
  const seen = new Set(findings.open.map(portKey));
  return [...after.values()].filter((port) => seen.has(portKey(port)));
}

async function closeIntervals(tx: Operation, ids: readonly string[], scanId: string): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .updateTable('observations')
    .set({ closed_scan_id: scanId, closed_at: tx.clock.now() })
    .where('id', 'in', [...ids])
    .execute();
}

async function openIntervals(
  tx: Operation,
  endpointId: string,
  ports: readonly OpenPort[],
  scanId: string,
): Promise<void> {
  const now = tx.clock.now();
  const rows = ports.map(({ protocol, port, identity }) => ({
    id: newId(tx.clock),
    endpoint_id: endpointId,
    protocol,
    port,
    identity: JSON.stringify(identity),
    opened_scan_id: scanId,
    opened_at: now,
  }));
  await tx.db.insertMany('observations', rows);
}
