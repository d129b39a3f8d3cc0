import { sql } from 'kysely';
import { findCustomerId } from '../../accounts/customers/index.ts';
import { type Severity, severities } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';

export type DomainSeverityCounts = Readonly<Record<Severity, number>> & { readonly total: number };

/** What a customer's domain monitoring adds up to. */
export interface DomainSummaryCounts {
  /** `quota_paused` is a part of `paused`; terminated ones count nowhere. */
  readonly domains: Readonly<Record<'active' | 'paused' | 'quota_paused' | 'verified' | 'total', number>>;
  readonly leakedCredentials: DomainSeverityCounts;
  readonly darkWeb: DomainSeverityCounts;
  /** Alerts that nobody took note of yet. */
  readonly openAlerts: DomainSeverityCounts;
  readonly acknowledgedAlerts: number;
  readonly lastScanAt: Date | null;
}

interface CountRow {
  readonly what: 'leaked_credential' | 'dark_web' | 'open' | 'acknowledged';
  readonly severity: Severity;
  readonly count: number;
}

/** Zeros for a customer that the account does not have. */
export async function summariseDomains(operation: Operation, billingCustomerId: number): Promise<DomainSummaryCounts> {
  const customerId = await findCustomerId(operation, billingCustomerId);
  const [domains, rows] = await Promise.all([
    countDomains(operation, customerId ?? null),
    countBySeverity(operation, customerId ?? null),
  ]);
  const { lastScanAt, ...counts } = domains;
  return {
    domains: counts,
    lastScanAt,
    leakedCredentials: severityCounts(rows, 'leaked_credential'),
    darkWeb: severityCounts(rows, 'dark_web'),
    openAlerts: severityCounts(rows, 'open'),
    acknowledgedAlerts: severityCounts(rows, 'acknowledged').total,
  };
}

async function countDomains(operation: Operation, customerId: string | null) {
  return operation.db
    .selectFrom('monitored_domains')
    .select([
      sql<number>`count(*) FILTER (WHERE status = 'active')::int`.as('active'),
      sql<number>`count(*) FILTER (WHERE status = 'paused')::int`.as('paused'),
      sql<number>`count(*) FILTER (WHERE quota_paused)::int`.as('quota_paused'),
      sql<number>`count(*) FILTER (WHERE verified_at IS NOT NULL)::int`.as('verified'),
      sql<number>`count(*)::int`.as('total'),
      sql<Date | null>`max(last_scan_at)`.as('lastScanAt'),
    ])
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'terminated')
    .executeTakeFirstOrThrow();
}

async function countBySeverity(operation: Operation, customerId: string | null): Promise<readonly CountRow[]> {
  const { partnerId } = operation;
  const { rows } = await operation.db.execute(sql<CountRow>`
    SELECT 'leaked_credential' AS what, severity, count(*)::int AS count FROM leaked_credentials
      WHERE partner_id = ${partnerId} AND customer_id = ${customerId} GROUP BY severity
    UNION ALL SELECT 'dark_web', severity, count(*)::int FROM dark_web_findings
      WHERE partner_id = ${partnerId} AND customer_id = ${customerId} GROUP BY severity
    UNION ALL SELECT status, severity, count(*)::int FROM alerts
      WHERE partner_id = ${partnerId} AND customer_id = ${customerId} AND kind IN ('leaked_credentials', 'dark_web') AND domain_id IS NOT NULL
        AND status IN ('open', 'acknowledged')
      GROUP BY status, severity`);
  return rows;
}

function severityCounts(rows: readonly CountRow[], what: CountRow['what']): DomainSeverityCounts {
  const own = rows.filter((row) => row.what === what);
  const countOf = (severity: Severity) => own.find((row) => row.severity === severity)?.count ?? 0;
  const bySeverity = Object.fromEntries(severities.map((severity) => [severity, countOf(severity)]));
  const total = own.reduce((sum, row) => sum + row.count, 0);
  return { ...(bySeverity as Record<Severity, number>), total };
}
