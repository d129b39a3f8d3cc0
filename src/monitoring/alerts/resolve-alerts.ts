import { type SqlBool, sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertsTable } from '../../core/operation/tables.ts';
import { inIds } from '../../platform/database/in-ids.ts';

export type Resolution = NonNullable<AlertsTable['resolution']>;

/** Resolves every alert of endpoints that still speaks for its port: they were terminated (decisions §6.4). */
export async function resolveAlertsOfEndpoints(tx: Operation, endpointIds: readonly string[]): Promise<void> {
  await endLiveAlerts(tx, 'endpoint_terminated').where(inIds('endpoint_id', endpointIds)).execute();
}

/** Resolves given alerts, unless they have ended meanwhile. */
export async function resolveAlerts(tx: Operation, alertIds: readonly string[], resolution: Resolution): Promise<void> {
  if (alertIds.length === 0) return;
  await endLiveAlerts(tx, resolution).where(inIds('id', alertIds)).execute();
}

/** The ports and scope of an Allowed Ports rule. */
export interface CoveredPorts {
  readonly port_start: number;
  readonly port_end: number;
  readonly protocol: 'tcp' | 'udp' | 'both';
}
export interface RuleScope {
  /** Null: every customer of the partner. */
  readonly customer_id: string | null;
  /** Null: every endpoint in scope. */
  readonly endpoint_id: string | null;
}

/**
 * Resolves exactly the live alerts that a rule covers.
 * @returns how many
 */
export async function resolveAllowedAlerts(tx: Operation, scope: RuleScope, ports: CoveredPorts): Promise<number> {
  let covered = endLiveAlerts(tx, 'allowed')
    .where('status', '<>', 'false_positive')
    .where('port', '>=', ports.port_start)
    .where('port', '<=', ports.port_end);
  if (ports.protocol !== 'both') covered = covered.where('protocol', '=', ports.protocol);
  if (scope.customer_id !== null) covered = covered.where('customer_id', '=', scope.customer_id);
  if (scope.endpoint_id !== null) covered = covered.where('endpoint_id', '=', scope.endpoint_id);
  return Number((await covered.executeTakeFirst()).numUpdatedRows);
}

export interface ResolvedAlert {
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
}

/**
 * Resolves exactly the live alerts of an endpoint that any of its new rules covers.
 * @returns them
 */
export async function resolveAlertsInRanges(
  tx: Operation,
  endpointId: string,
  ranges: readonly CoveredPorts[],
): Promise<ResolvedAlert[]> {
  return endLiveAlerts(tx, 'allowed')
    .where('status', '<>', 'false_positive')
    .where('endpoint_id', '=', endpointId)
    .where(
      sql<SqlBool>`EXISTS (
        SELECT FROM unnest(
          ${ranges.map((range) => range.port_start)}::int[],
          ${ranges.map((range) => range.port_end)}::int[],
          ${ranges.map((range) => range.protocol)}::text[]
        ) AS range (port_start, port_end, protocol)
        WHERE alerts.port BETWEEN range.port_start AND range.port_end AND range.protocol IN (alerts.protocol, 'both')
      )`,
    )
    .returning(['protocol', 'port'])
    .execute();
}

/** The alerts of an endpoint that a rule could resolve. */
export async function openAlertsOf(operation: Operation, endpointId: string): Promise<ResolvedAlert[]> {
  return operation.db
    .selectFrom('alerts')
    .select(['protocol', 'port'])
    .where('endpoint_id', '=', endpointId)
    .where('ended_at', 'is', null)
    .where('status', '<>', 'false_positive')
    .execute();
}

/** What has ended stops speaking for its port; a false positive keeps its status. */
function endLiveAlerts(tx: Operation, resolution: Resolution) {
  const now = tx.clock.now();
  const resolves = sql<boolean>`status <> 'false_positive'`;
  return tx.db
    .updateTable('alerts')
    .set({
      status: sql<AlertsTable['status']>`CASE WHEN ${resolves} THEN 'resolved' ELSE status END`,
      resolution: sql<Resolution | null>`CASE WHEN ${resolves} THEN ${resolution} END`,
      resolved_at: sql<Date | null>`CASE WHEN ${resolves} THEN ${now}::timestamptz END`,
      ended_at: now,
    })
    .where('ended_at', 'is', null);
}
