import { sql } from 'kysely';
import type { Severity } from '../../engines/port-risk/assessment.ts';
import type { AlertsTable } from '../../platform/database/tables.ts';
import type { Operation } from '../../platform/operation.ts';
import { type AlertRecord, alertRecords } from './alert-record.ts';

export interface AlertFilter {
  readonly billingCustomerId?: number | undefined;
  readonly status?: AlertsTable['status'] | undefined;
  readonly severity?: Severity | undefined;
  readonly endpointId?: string | undefined;
}

export interface AlertOrder {
  readonly sort: 'created_at' | 'severity' | 'last_detected_at';
  readonly order: 'asc' | 'desc';
}

export interface AlertPage {
  readonly alerts: readonly AlertRecord[];
  readonly total: number;
}

/** One page of alerts; ties go by created_at, then id, in the same direction (decisions §6.3). */
export async function listAlerts(
  operation: Operation,
  filter: AlertFilter,
  { sort, order }: AlertOrder,
  { limit, offset }: { limit: number; offset: number },
): Promise<AlertPage> {
  const matching = filtered(operation, filter);
  const [alerts, counted] = await Promise.all([
    matching
      .orderBy(`alerts.${sort}`, order)
      .$if(sort !== 'created_at', (query) => query.orderBy('alerts.created_at', order))
      .orderBy('alerts.id', order)
      .limit(limit)
      .offset(offset)
      .execute(),
    matching.clearSelect().select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { alerts, total: counted.total };
}

function filtered(operation: Operation, filter: AlertFilter) {
  let query = alertRecords(operation);
  if (filter.billingCustomerId !== undefined)
    query = query.where('customers.billing_customer_id', '=', filter.billingCustomerId);
  if (filter.status !== undefined) query = query.where('alerts.status', '=', filter.status);
  if (filter.severity !== undefined) query = query.where('alerts.severity', '=', filter.severity);
  if (filter.endpointId !== undefined) query = query.where('alerts.endpoint_id', '=', filter.endpointId);
  return query;
}

/** The most urgent open alerts of an endpoint, for its detail. */
export async function mostUrgentAlerts(
  operation: Operation,
  endpointId: string,
  limit: number,
): Promise<AlertRecord[]> {
  return alertRecords(operation)
    .where('alerts.endpoint_id', '=', endpointId)
    .where('alerts.status', '=', 'open')
    .orderBy('alerts.severity', 'desc')
    .orderBy('alerts.created_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(limit)
    .execute();
}
