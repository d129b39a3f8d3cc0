import { type Selectable, sql } from 'kysely';
import type { ObservedPort } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { ObservationsTable, StoredIdentity } from '../../core/operation/tables/monitoring.ts';
import type { Protocol } from '../../engines/port-scanner/port-scanner.ts';
import { stateTheSame } from '../../engines/service-identification/components/components.ts';
import type { ServiceIdentity } from '../../engines/service-identification/service-identity.ts';
import type { TlsFacts } from '../../engines/service-identification/tls/tls-facts.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { newId } from '../../platform/ids.ts';
import type { ScannedPort } from './scan-look.ts';

/** A port that a scan saw open, and who answered there. */
export interface OpenPort {
  readonly protocol: Protocol;
  readonly port: number;
  readonly identity: ServiceIdentity;
  /** What TLS showed this time, if it did. It is judged when it is seen and never kept. */
  readonly tlsFacts?: TlsFacts | null;
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
  /** It proves what it saw open, and is no look at the rest. */
  readonly isPartial: boolean;
  readonly open: readonly OpenPort[];
  /** Ports that were open before and are proved closed now. */
  readonly closed: readonly ScannedPort[];
  /** Ports that were open before and stayed silent: closed when they did so in an earlier scan, too. */
  readonly silent: readonly ScannedPort[];
}

export interface RecordedFindings {
  /** Every port that the scan saw open, with the identity to be used for it and what TLS showed this time. */
  readonly open: readonly ObservedPort[];
  /** Every port whose interval the scan ended because it closed. */
  readonly closed: readonly ScannedPort[];
  /** Whether any interval began or ended. */
  readonly isChange: boolean;
}

/** Writes what a scan saw as changes to the intervals: nothing at all for a port that is still open with the same service. */
export async function recordObservations(
  tx: Operation,
  endpointId: string,
  findings: ScanFindings,
): Promise<RecordedFindings> {
  const before = new Map((await openObservations(tx, endpointId)).map((row) => [portKey(row), row]));
  const known = (ports: readonly ScannedPort[]) => ports.flatMap((port) => before.get(portKey(port)) ?? []);
  const begins = findings.open.filter((port) => {
    const interval = before.get(portKey(port));
    return !interval || changed(interval.identity, port.identity);
  });
  const silent = known(findings.silent);
  const closed = [...findings.closed, ...silent.filter((interval) => interval.silent_since_scan_id !== null)];
  await closeIntervals(tx, [...known(begins), ...known(closed)], findings.scanId);
  await openIntervals(tx, endpointId, begins, findings.scanId);
  await markSilence(
    tx,
    silent.filter((interval) => interval.silent_since_scan_id === null),
    findings.scanId,
  );
  await completeIntervals(tx, completions(findings.open, begins, before));
  await markSilence(
    tx,
    known(findings.open).filter((interval) => interval.silent_since_scan_id !== null),
    null,
  );
  if (findings.isPartial) await markHeard(tx, known(findings.open), findings.scanId);
  return { open: identified(findings.open, begins, before), closed, isChange: begins.length + closed.length > 0 };
}

/** Only an answer counts as news: a service that did not speak this time is the one known from before. */
function changed(known: StoredIdentity, seen: ServiceIdentity): boolean {
  if (seen.method === 'port_number') return false;
  return (
    known.service !== seen.service ||
    known.tls !== seen.tls ||
    known.product !== seen.product ||
    known.version !== seen.version ||
    known.unauthenticated !== seen.unauthenticated ||
    statesOtherwise(known, seen)
  );
}

/** What is first heard of what was not known at all is no change: from before that was kept, or while the page was broken. */
function statesOtherwise(known: StoredIdentity, seen: ServiceIdentity): boolean {
  const isFirst = known.stated === undefined && seen.stated !== undefined;
  return !isFirst && !isBroken(seen) && !stateTheSame(known, seen);
}

/** A page that tells of a fault of its server states less than the server is made of. */
function isBroken({ banner }: ServiceIdentity): boolean {
  return /^HTTP\/\S+ 5\d\d/.test(banner ?? '');
}

/** As seen now where that is news, else as known from before. */
function identified(
  open: readonly OpenPort[],
  begins: readonly OpenPort[],
  before: ReadonlyMap<string, Observation>,
): ObservedPort[] {
  const news = new Set(begins);
  return open.map((port) => {
    const isHeard = port.identity.method === 'probed' && !isBroken(port.identity);
    if (news.has(port)) return isHeard ? { ...port, heard: 'first' } : port;
    const known = before.get(portKey(port))!;
    const seen = { ...known, identity: completed(known.identity, port.identity), tlsFacts: port.tlsFacts ?? null };
    return isHeard ? { ...seen, heard: stateTheSame(known.identity, port.identity) ? 'again' : 'first' } : seen;
  });
}

/** What is known of a service, with what was not kept of it until now. @returns `known` itself where nothing is to be added */
function completed(known: StoredIdentity, seen: ServiceIdentity): StoredIdentity {
  const adds = !isBroken(seen) && (['stated', 'title', 'purpose'] as const).some((part) => seen[part] && !known[part]);
  return adds ? { ...(seen as StoredIdentity), ...known } : known;
}

/** The intervals that go on, of which more is known now. */
function completions(
  open: readonly OpenPort[],
  begins: readonly OpenPort[],
  before: ReadonlyMap<string, Observation>,
): Pick<Observation, 'id' | 'identity'>[] {
  const news = new Set(begins);
  return open.flatMap((port) => {
    const known = before.get(portKey(port));
    if (!known || news.has(port)) return [];
    const identity = completed(known.identity, port.identity);
    return identity === known.identity ? [] : [{ id: known.id, identity }];
  });
}

async function completeIntervals(tx: Operation, intervals: readonly Pick<Observation, 'id' | 'identity'>[]) {
  if (intervals.length === 0) return;
  await tx.db.execute(sql`
    UPDATE observations SET identity = told.identity
    FROM jsonb_to_recordset(${JSON.stringify(intervals)}::jsonb) AS told (id uuid, identity jsonb)
    WHERE observations.partner_id = ${tx.partnerId} AND observations.id = told.id`);
}

async function closeIntervals(tx: Operation, intervals: readonly Observation[], scanId: string): Promise<void> {
  if (intervals.length === 0) return;
  await tx.db
    .updateTable('observations')
    .set({ closed_scan_id: scanId, closed_at: tx.clock.now() })
    .where(
      inIds(
        'id',
        intervals.map(({ id }) => id),
      ),
    )
    .execute();
}

/** @param scanId the scan that heard nothing; null: the port spoke again */
async function markSilence(tx: Operation, intervals: readonly Observation[], scanId: string | null): Promise<void> {
  if (intervals.length === 0) return;
  await tx.db
    .updateTable('observations')
    .set({ silent_since_scan_id: scanId })
    .where(
      inIds(
        'id',
        intervals.map(({ id }) => id),
      ),
    )
    .execute();
}

/** A completed scan says so of all that are open; what a partial one heard stands with each. */
async function markHeard(tx: Operation, intervals: readonly Observation[], scanId: string): Promise<void> {
  if (intervals.length === 0) return;
  await tx.db
    .updateTable('observations')
    .set({ heard_scan_id: scanId })
    .where(
      inIds(
        'id',
        intervals.map(({ id }) => id),
      ),
    )
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
