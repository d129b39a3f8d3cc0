import { sql } from 'kysely';
import type { ActorKind } from '../../core/audit/who-did.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { ScanRecord } from './scan-reads.ts';

export interface Requested {
  /** Who asked for it by hand; null: nobody did, or the audit log does not have it. */
  readonly requested_by: ActorKind | null;
}

/**
 * Scans, each with who asked for it. That was written down right after the scan was, behind the lock of its server: it is the server's
 * next entry of the audit log, so that a look-up reads one row for each scan by hand, however long ago it was.
 */
export async function withRequesters<Scan extends ScanRecord>(
  operation: Operation,
  scans: readonly Scan[],
): Promise<(Scan & Requested)[]> {
  const requesters = await requestersOf(
    operation,
    scans.filter(({ trigger }) => trigger === 'manual'),
  );
  return scans.map((scan) => ({ ...scan, requested_by: requesters.get(scan.id) ?? null }));
}

async function requestersOf(
  { db, partnerId }: Operation,
  scans: readonly ScanRecord[],
): Promise<ReadonlyMap<string, ActorKind>> {
  if (scans.length === 0) return new Map();
  const { rows } = await db.execute(sql<{ id: string; actor_kind: ActorKind }>`
    SELECT scan.id, entry.actor_kind
    FROM unnest(${scans.map(({ id }) => id)}::uuid[], ${scans.map(({ endpoint_id }) => endpoint_id)}::uuid[]) AS scan (id, endpoint_id)
    CROSS JOIN LATERAL (
      SELECT e.actor_kind, e.details FROM audit_entries e
      WHERE e.partner_id = ${partnerId} AND e.subject_id = scan.endpoint_id AND e.id > scan.id
      ORDER BY e.id LIMIT 1
    ) AS entry
    WHERE entry.details ->> 'scan_id' = scan.id::text`);
  return new Map(rows.map(({ id, actor_kind }) => [id, actor_kind]));
}
