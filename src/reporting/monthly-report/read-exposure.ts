import { type RawBuilder, sql } from 'kysely';
import type { Severity } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { ReportSpan } from './report-month.ts';

/** Whose alerts are counted: a customer's by its own id, or null for all of the partner. */
export interface ReportScope {
  readonly customerId: string | null;
}

/** The rows of a table that are the scope's. Without a customer nothing is compared, so that an index of the partner serves. */
export function inScope(operation: Operation, { customerId }: ReportScope, table: string): RawBuilder<boolean> {
  const ofPartner = sql<boolean>`${sql.ref(`${table}.partner_id`)} = ${operation.partnerId}`;
  return customerId === null
    ? ofPartner
    : sql<boolean>`${ofPartner} AND ${sql.ref(`${table}.customer_id`)} = ${customerId}`;
}

/**
 * What became of alerts in a period. An alert counts as open while it is open or acknowledged; open at the start is what began before
 * it and had not ended before it. So `open_at_start + raised + reopened − closed + reassessed = open_at_end`.
 */
export interface Ledger {
  readonly open_at_start: number;
  readonly raised: number;
  readonly reopened: number;
  /** The four below together. */
  readonly closed: number;
  /** Their cause ended, or somebody resolved them. */
  readonly fixed: number;
  readonly allowed: number;
  readonly false_positives: number;
  /** What they were about was terminated. */
  readonly removed: number;
  /** Those that got the severity less those that lost it, while they were open: 0 over all severities. */
  readonly reassessed: number;
  readonly open_at_end: number;
}

/** How long what was fixed had been open, in seconds: of all alerts of the period that were fixed. Null: none was. */
export interface TimeToFix {
  readonly median_seconds: number | null;
  readonly p90_seconds: number | null;
}

export type LedgerRow = Ledger &
  TimeToFix & {
    readonly period: 'month' | 'before';
    /** Both null: of all. */
    readonly kind: string | null;
    readonly severity: Severity | null;
  };

const fixedOutcomes = sql`('port_closed', 'cause_ended', 'manual')`;
const removedOutcomes = sql`('endpoint_terminated', 'domain_terminated')`;

/** Rows by kind, by severity and of all, for a month and the one before: one statement, which reads what did not end before them. */
export async function readLedgers(
  operation: Operation,
  scope: ReportScope,
  month: ReportSpan,
  before: ReportSpan,
): Promise<readonly LedgerRow[]> {
  const { rows } = await operation.db.execute(sql<LedgerRow>`
    WITH counted AS (
      SELECT p.period, e.kind, e.severity, e.cause, e.outcome, e.opened_at, e.ended_at,
        e.started_at < p.begins AS at_start, e.ended_at >= p.ends AS at_end,
        e.started_at >= p.begins AS begun, e.ended_at < p.ends AS over
      FROM alert_exposures e
      JOIN (VALUES ('month', ${month.from}::timestamptz, ${month.to}::timestamptz),
        ('before', ${before.from}::timestamptz, ${before.to}::timestamptz)) AS p (period, begins, ends)
        ON e.ended_at >= p.begins AND e.started_at < p.ends
      WHERE ${inScope(operation, scope, 'e')} AND e.ended_at >= ${before.from}
    )
    SELECT period, kind, severity,
      count(*) FILTER (WHERE at_start)::int AS open_at_start,
      count(*) FILTER (WHERE begun AND cause = 'raised')::int AS raised,
      count(*) FILTER (WHERE begun AND cause = 'reopened')::int AS reopened,
      count(*) FILTER (WHERE over AND outcome <> 'reassessed')::int AS closed,
      count(*) FILTER (WHERE over AND outcome IN ${fixedOutcomes})::int AS fixed,
      count(*) FILTER (WHERE over AND outcome = 'allowed')::int AS allowed,
      count(*) FILTER (WHERE over AND outcome = 'false_positive')::int AS false_positives,
      count(*) FILTER (WHERE over AND outcome IN ${removedOutcomes})::int AS removed,
      (count(*) FILTER (WHERE begun AND cause = 'reassessed') - count(*) FILTER (WHERE over AND outcome = 'reassessed'))::int
        AS reassessed,
      count(*) FILTER (WHERE at_end)::int AS open_at_end,
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY fix_seconds))::int AS median_seconds,
      round(percentile_cont(0.9) WITHIN GROUP (ORDER BY fix_seconds))::int AS p90_seconds
    FROM (
      SELECT *, CASE WHEN over AND outcome IN ${fixedOutcomes} THEN extract(epoch FROM ended_at - opened_at) END AS fix_seconds
      FROM counted
    ) AS timed
    GROUP BY GROUPING SETS ((period), (period, kind), (period, severity))`);
  return rows;
}

/** How many alerts were open at the end of a day of UTC; on a day that is not over yet, now. */
export type ExposureDay = { readonly date: string } & Readonly<Record<Severity, number>>;

/** Oldest first: one statement over what had not ended before them, each interval counted where it begins and where it ends. */
export async function readExposureDays(
  operation: Operation,
  scope: ReportScope,
  { from, to }: ReportSpan,
  endpointId?: string,
): Promise<readonly ExposureDay[]> {
  const ofEndpoint =
    endpointId === undefined
      ? sql`true`
      : sql`e.alert_id IN (SELECT id FROM alerts WHERE partner_id = ${operation.partnerId} AND endpoint_id = ${endpointId})`;
  const { rows } = await operation.db.execute(sql<ExposureDay>`
    WITH steps AS (
      SELECT (edge.at AT TIME ZONE 'UTC')::date AS day, severity, sum(edge.step) AS step
      FROM alert_exposures e,
        LATERAL (VALUES (greatest(started_at, ${from}::timestamptz), 1), (ended_at, -1)) AS edge (at, step)
      WHERE ${inScope(operation, scope, 'e')} AND e.ended_at >= ${from} AND e.started_at < ${to} AND edge.at < ${to}
        AND ${ofEndpoint}
      GROUP BY 1, 2
    ), days AS (
      SELECT generate_series(${from}::timestamptz AT TIME ZONE 'UTC', (${to}::timestamptz - interval '1 day') AT TIME ZONE 'UTC',
        interval '1 day')::date AS day
    ), stepped AS (
      SELECT day,
        coalesce(sum(step) FILTER (WHERE severity = 'critical'), 0) AS critical,
        coalesce(sum(step) FILTER (WHERE severity = 'high'), 0) AS high,
        coalesce(sum(step) FILTER (WHERE severity = 'medium'), 0) AS medium,
        coalesce(sum(step) FILTER (WHERE severity = 'low'), 0) AS low
      FROM days LEFT JOIN steps USING (day) GROUP BY day
    )
    SELECT to_char(day, 'YYYY-MM-DD') AS date, sum(critical) OVER up_to::int AS critical, sum(high) OVER up_to::int AS high,
      sum(medium) OVER up_to::int AS medium, sum(low) OVER up_to::int AS low
    FROM stepped WINDOW up_to AS (ORDER BY day)
    ORDER BY day`);
  return rows;
}
