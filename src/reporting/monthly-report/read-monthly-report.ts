import { sql } from 'kysely';
import { findCustomer } from '../../accounts/customers/index.ts';
import { paidCapacity } from '../../accounts/subscriptions/index.ts';
import { type Severity, severities } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct } from '../../core/operation/tables/accounts.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { type PickedAlerts, pickAlerts } from './pick-alerts.ts';
import { type MonthCoverage, readCoverage } from './read-coverage.ts';
import {
  type ExposureDay,
  inScope,
  type Ledger,
  type LedgerRow,
  type ReportScope,
  readExposureDays,
  readLedgers,
  type TimeToFix,
} from './read-exposure.ts';
import { exposureSpan, monthsFrom, type ReportMonth, type ReportSpan, spanOf } from './report-month.ts';

export type SeverityLedger = Ledger & TimeToFix;

/** What became of alerts in one month. */
export interface MonthFigures {
  readonly month: ReportMonth;
  readonly total: SeverityLedger;
  readonly by_severity: Readonly<Record<Severity, SeverityLedger>>;
  /** Kinds that had any alert, in the order of alert-kinds.ts. */
  readonly by_kind: readonly ({ readonly kind: string; readonly title: string } & SeverityLedger)[];
}

/** The most that a customer may have; null: any number. */
export interface ReportedCapacity {
  readonly capacity: number | null;
  readonly usage: number;
}

/** A customer with open alerts, in the report of all. */
export type ExposedCustomer = {
  readonly billing_customer_id: number;
  readonly name: string | null;
} & Readonly<Record<Severity, number>>;

export interface MonthlyReport {
  /** Null: of all customers. */
  readonly billing_customer_id: number | null;
  readonly customer_name: string | null;
  readonly month: ReportMonth;
  /** False: it still lasts, and the figures are as of now. */
  readonly is_over: boolean;
  readonly as_of: string;
  readonly figures: MonthFigures;
  readonly before: MonthFigures;
  readonly picked: PickedAlerts;
  readonly coverage: MonthCoverage;
  /** As of now; null: of all customers. */
  readonly capacity: Readonly<Record<CappedProduct, ReportedCapacity>> | null;
  /** Those that have the most urgent alerts, when all are reported. */
  readonly customers: readonly ExposedCustomer[];
  readonly exposure: readonly ExposureDay[];
}

/** Whom a report names who has not existed: nothing is counted of a customer with this id. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * The report of a month about a customer, or about all. A customer that the partner does not have, has a report of zeros
 * (decisions §1.8). Ten statements, however many alerts there are, which read what had not ended before the month before, or before
 * the exposure over time begins.
 */
export async function readMonthlyReport(
  operation: Operation,
  kinds: readonly AlertKind[],
  billingCustomerId: number | undefined,
  month: ReportMonth,
): Promise<MonthlyReport> {
  const now = operation.clock.now();
  const customer = billingCustomerId === undefined ? undefined : await findCustomer(operation, billingCustomerId);
  const scope = { customerId: billingCustomerId === undefined ? null : (customer?.id ?? nobody) };
  const t = messagesIn(operation.language);
  const span = spanOf(month);
  const monthBefore = monthsFrom(month, -1);
  const [ledgers, exposure, picked, coverage, capacity, customers] = await Promise.all([
    readLedgers(operation, scope, span, spanOf(monthBefore)),
    readExposureDays(operation, scope, exposureSpan(span, now)),
    pickAlerts(operation, kinds, scope, span),
    readCoverage(operation, scope, span),
    scope.customerId === null ? null : readCapacity(operation, scope.customerId),
    scope.customerId === null ? readExposedCustomers(operation, scope, span) : [],
  ]);
  return {
    billing_customer_id: billingCustomerId ?? null,
    customer_name: customer?.name ?? null,
    month,
    is_over: span.to <= now,
    as_of: now.toISOString(),
    figures: figuresOf(t, month, kinds, ledgers, 'month'),
    before: figuresOf(t, monthBefore, kinds, ledgers, 'before'),
    picked,
    coverage,
    capacity,
    customers,
    exposure,
  };
}

/** Exposure over time alone, up to today; of one server, if one is named. */
export async function readExposure(
  operation: Operation,
  billingCustomerId: number | undefined,
  days: number,
  endpointId?: string,
): Promise<readonly ExposureDay[]> {
  const now = operation.clock.now();
  const customer = billingCustomerId === undefined ? undefined : await findCustomer(operation, billingCustomerId);
  const scope = { customerId: billingCustomerId === undefined ? null : (customer?.id ?? nobody) };
  const untilToday = { from: now, to: new Date(now.getTime() + 2 * 86_400_000) };
  return readExposureDays(operation, scope, exposureSpan(untilToday, now, days), endpointId);
}

const nothing: SeverityLedger = {
  open_at_start: 0,
  raised: 0,
  reopened: 0,
  closed: 0,
  fixed: 0,
  allowed: 0,
  false_positives: 0,
  removed: 0,
  reassessed: 0,
  open_at_end: 0,
  median_seconds: null,
  p90_seconds: null,
};

function figuresOf(
  t: Messages,
  month: ReportMonth,
  kinds: readonly AlertKind[],
  rows: readonly LedgerRow[],
  period: LedgerRow['period'],
): MonthFigures {
  const own = rows.filter((row) => row.period === period);
  const ledgerOf = (of: Partial<Pick<LedgerRow, 'kind' | 'severity'>>) =>
    ledger(own.find((row) => row.kind === (of.kind ?? null) && row.severity === (of.severity ?? null)));
  return {
    month,
    total: ledgerOf({}) ?? nothing,
    by_severity: Object.fromEntries(
      severities.map((severity) => [severity, ledgerOf({ severity }) ?? nothing]),
    ) as unknown as MonthFigures['by_severity'],
    by_kind: kinds.flatMap(({ name: kind, mail }) => {
      const found = ledgerOf({ kind });
      return found ? [{ kind, title: t(`mail.alerts.kind.${mail.words}`), ...found }] : [];
    }),
  };
}

function ledger(row: LedgerRow | undefined): SeverityLedger | undefined {
  if (row === undefined) return undefined;
  const { period: _period, kind: _kind, severity: _severity, ...figures } = row;
  return figures;
}

async function readCapacity(
  operation: Operation,
  customerId: string,
): Promise<Record<CappedProduct, ReportedCapacity>> {
  const [paid, used] = await Promise.all([
    paidCapacity(operation, customerId),
    // A server that its own service pays for takes no room in a plan (decisions §3.2).
    operation.db.execute(sql<{ endpoints: number; domains: number }>`
      SELECT (SELECT count(*)::int FROM endpoints e
        LEFT JOIN services s ON s.partner_id = e.partner_id AND s.id = e.service_id
        WHERE e.partner_id = ${operation.partnerId} AND e.customer_id = ${customerId} AND e.status IN ('active', 'paused')
          AND s.product_slug IS DISTINCT FROM 'endpoint') AS endpoints,
        (SELECT count(*)::int FROM monitored_domains d
        WHERE d.partner_id = ${operation.partnerId} AND d.customer_id = ${customerId} AND d.status <> 'terminated') AS domains`),
  ]);
  const { endpoints, domains } = used.rows[0]!;
  return {
    port_monitoring: { capacity: paid.port_monitoring, usage: endpoints },
    domain_monitoring: { capacity: paid.domain_monitoring, usage: domains },
  };
}

const listedCustomers = 10;

async function readExposedCustomers(
  operation: Operation,
  scope: ReportScope,
  { to }: ReportSpan,
): Promise<readonly ExposedCustomer[]> {
  const { rows } = await operation.db.execute(sql<ExposedCustomer>`
    SELECT c.billing_customer_id, c.name, open.critical, open.high, open.medium, open.low
    FROM (
      SELECT customer_id, count(*) FILTER (WHERE severity = 'critical')::int AS critical,
        count(*) FILTER (WHERE severity = 'high')::int AS high, count(*) FILTER (WHERE severity = 'medium')::int AS medium,
        count(*) FILTER (WHERE severity = 'low')::int AS low
      FROM alert_exposures e WHERE ${inScope(operation, scope, 'e')} AND ended_at >= ${to} AND started_at < ${to}
      GROUP BY customer_id
      ORDER BY critical DESC, high DESC, medium DESC, low DESC, customer_id LIMIT ${listedCustomers}
    ) AS open
    JOIN customers c ON c.partner_id = ${operation.partnerId} AND c.id = open.customer_id
    ORDER BY critical DESC, high DESC, medium DESC, low DESC, billing_customer_id`);
  return rows;
}
