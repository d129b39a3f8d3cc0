import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertsTable } from '../../core/operation/tables/monitoring.ts';
import { portKind } from './kind.ts';

export interface SeverityCounts {
  readonly critical: number;
  readonly high: number;
  readonly medium: number;
  readonly low: number;
  readonly total: number;
}

export interface EndpointSummary {
  readonly endpoint_id: string;
  readonly ip_address: string;
  readonly nickname: string;
  readonly created_at: Date;
  readonly counts: SeverityCounts;
}

const counts = {
  critical: sql<number>`count(*) FILTER (WHERE alerts.severity = 'critical')::int`,
  high: sql<number>`count(*) FILTER (WHERE alerts.severity = 'high')::int`,
  medium: sql<number>`count(*) FILTER (WHERE alerts.severity = 'medium')::int`,
  low: sql<number>`count(*) FILTER (WHERE alerts.severity = 'low')::int`,
};

function alertsOfCustomer(operation: Operation, billingCustomerId: number, status: AlertsTable['status']) {
  return operation.db
    .selectFrom('alerts')
    .innerJoin('customers', (join) =>
      join.onRef('customers.partner_id', '=', 'alerts.partner_id').onRef('customers.id', '=', 'alerts.customer_id'),
    )
    .where('customers.billing_customer_id', '=', billingCustomerId)
    .where('alerts.kind', '=', portKind.name)
    .where('alerts.status', '=', status)
    .select([counts.critical.as('critical'), counts.high.as('high'), counts.medium.as('medium'), counts.low.as('low')]);
}

/** How many alerts of one status a customer has, by severity; zeros for an unknown customer. */
export async function summariseAlerts(
  operation: Operation,
  billingCustomerId: number,
  status: AlertsTable['status'],
): Promise<SeverityCounts> {
  return withTotal(await alertsOfCustomer(operation, billingCustomerId, status).executeTakeFirstOrThrow());
}

/** The open alerts of each of a customer's endpoints that has any. */
export async function summariseEndpoints(operation: Operation, billingCustomerId: number): Promise<EndpointSummary[]> {
  const rows = await alertsOfCustomer(operation, billingCustomerId, 'open')
    .innerJoin('endpoints', (join) =>
      join.onRef('endpoints.partner_id', '=', 'alerts.partner_id').onRef('endpoints.id', '=', 'alerts.endpoint_id'),
    )
    .select(['endpoints.id as endpoint_id', 'endpoints.ip_address', 'endpoints.nickname', 'endpoints.created_at'])
    .groupBy(['endpoints.partner_id', 'endpoints.id'])
    .execute();
  return rows.map(({ endpoint_id, ip_address, nickname, created_at, ...bySeverity }) => ({
    endpoint_id,
    ip_address,
    nickname,
    created_at,
    counts: withTotal(bySeverity),
  }));
}

function withTotal(bySeverity: Omit<SeverityCounts, 'total'>): SeverityCounts {
  const { critical, high, medium, low } = bySeverity;
  return { critical, high, medium, low, total: critical + high + medium + low };
}
