import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import { inScope, type ReportScope } from './read-exposure.ts';
import type { ReportSpan } from './report-month.ts';

/**
 * Why nothing is told of a server or domain: paused by hand, or because what is paid for does not cover it; its address is never scanned;
 * there was nobody to ask about its leaks; its last scan of the month had no result; none was made.
 */
export const notScannedReasons = ['paused', 'capacity', 'out_of_scope', 'no_source', 'failing', 'not_yet'] as const;
export type NotScannedReason = (typeof notScannedReasons)[number];

/** Of what was monitored at the end of the month: `total = scanned + ` all reasons. */
export interface Coverage {
  readonly total: number;
  /** Active at the end, and the last scan of the month that ended had a result: what is said of the month's end follows from it. */
  readonly scanned: number;
  readonly not_scanned: Readonly<Record<NotScannedReason, number>>;
}

export interface MonthCoverage {
  readonly servers: Coverage;
  readonly domains: Coverage;
}

interface Row {
  readonly kind: ResourceKind;
  readonly found: 'scanned' | NotScannedReason;
  readonly count: number;
}

const outOfScope = sql`e.status = 'active' AND e.next_scan_at IS NULL AND e.current_scan_id IS NULL`;

/** One statement: the state of each resource at the end of the month, and what became of its last scan of the month. */
export async function readCoverage(
  operation: Operation,
  scope: ReportScope,
  { from, to }: ReportSpan,
): Promise<MonthCoverage> {
  const [first, behind] = [lowestIdAt(from), lowestIdAt(to)];
  const ofMonth = (scans: 's' | 'd' | 'later', owner: 'endpoint_id' | 'domain_id') =>
    sql`${sql.ref(`${scans}.partner_id`)} = ${operation.partnerId} AND ${sql.ref(`${scans}.${owner}`)} = m.resource_id
      AND ${sql.ref(`${scans}.id`)} >= ${first} AND ${sql.ref(`${scans}.id`)} < ${behind}`;
  const { rows } = await operation.db.execute(sql<Row>`
    WITH monitored AS (
      SELECT DISTINCT ON (kind, resource_id) kind, resource_id, state,
        -- What was seen before a pause says nothing of what is there behind it.
        coalesce(max(ended_at) FILTER (WHERE state <> 'active' AND ended_at < 'infinity')
          OVER (PARTITION BY kind, resource_id), '-infinity') AS awake_since
      FROM resource_state_changes r
      WHERE ${inScope(operation, scope, 'r')} AND at < ${to}
      ORDER BY kind, resource_id, id DESC
    )
    SELECT m.kind, CASE
        WHEN m.state = 'paused' THEN 'paused'
        WHEN m.state = 'quota_paused' THEN 'capacity'
        WHEN m.kind = 'domain' THEN coalesce((SELECT CASE
              WHEN d.status = 'completed' AND NOT d.sources @? '$[*] ? (@.outcome == "failed" && @.failure != "domain_not_verified")'
                THEN 'scanned'
              -- What was lost on the way has no count of findings.
              WHEN d.sources = '[]' AND d.findings_seen IS NOT NULL THEN 'no_source'
              ELSE 'failing' END
            FROM domain_scans d WHERE ${ofMonth('d', 'domain_id')} AND d.created_at >= m.awake_since
              AND d.status IN ('completed', 'failed')
            ORDER BY d.id DESC LIMIT 1), 'not_yet')
        WHEN EXISTS (SELECT 1 FROM scans s WHERE ${ofMonth('s', 'endpoint_id')} AND s.status = 'failed' AND NOT EXISTS (
            SELECT 1 FROM scan_history later
            WHERE ${ofMonth('later', 'endpoint_id')} AND later.status = 'completed' AND later.id > s.id))
          THEN CASE WHEN ${outOfScope} THEN 'out_of_scope' ELSE 'failing' END
        WHEN EXISTS (SELECT 1 FROM scan_history s WHERE ${ofMonth('s', 'endpoint_id')} AND s.status = 'completed'
            AND s.created_at >= m.awake_since) THEN 'scanned'
        WHEN ${outOfScope} THEN 'out_of_scope'
        ELSE 'not_yet' END AS found, count(*)::int AS count
    FROM monitored m
    LEFT JOIN endpoints e ON e.partner_id = ${operation.partnerId} AND e.id = m.resource_id
    WHERE m.state <> 'terminated'
    GROUP BY 1, 2`);
  return { servers: coverageOf(rows, 'endpoint'), domains: coverageOf(rows, 'domain') };
}

function coverageOf(rows: readonly Row[], kind: Row['kind']): Coverage {
  const own = rows.filter((row) => row.kind === kind);
  const countOf = (found: Row['found']) => own.find((row) => row.found === found)?.count ?? 0;
  const not_scanned = Object.fromEntries(
    notScannedReasons.map((reason) => [reason, countOf(reason)]),
  ) as unknown as Coverage['not_scanned'];
  return { total: own.reduce((sum, { count }) => sum + count, 0), scanned: countOf('scanned'), not_scanned };
}
