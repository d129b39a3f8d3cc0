import { type SqlBool, sql } from 'kysely';
import type { Severity } from '../../common/severity.ts';
import type { Port } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type EndedAlert, endAlertsWhere } from '../alerts/index.ts';
import { portKind } from './kind.ts';

/** A port of one endpoint. */
export interface EndpointPort {
  readonly customerId: string;
  readonly endpointId: string;
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
}

/** The ports and scope of an Allowed Ports rule. */
export interface AllowedPortRange {
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
export async function endAllowedAlerts(tx: Operation, scope: RuleScope, ports: AllowedPortRange): Promise<number> {
  const ended = await endAlertsWhere(tx, 'allowed', (alerts) => {
    let covered = alerts
      // In the text, here and below: an index is of live alerts of this kind alone, and a value is not known to a plan that is kept.
      .where('kind', '=', sql.lit(portKind.name))
      .where('status', '<>', 'false_positive')
      .where('port', '>=', ports.port_start)
      .where('port', '<=', ports.port_end);
    if (ports.protocol !== 'both') covered = covered.where('protocol', '=', ports.protocol);
    if (scope.customer_id !== null) covered = covered.where('customer_id', '=', scope.customer_id);
    if (scope.endpoint_id !== null) covered = covered.where('endpoint_id', '=', scope.endpoint_id);
    return covered;
  });
  return ended.length;
}

/**
 * Resolves exactly the live alerts of an endpoint that any of its new rules covers.
 * @returns their ports
 */
export async function endAlertsInRanges(
  tx: Operation,
  endpointId: string,
  ranges: readonly AllowedPortRange[],
): Promise<Port[]> {
  const ended = await endAlertsWhere(tx, 'allowed', (alerts) =>
    alerts
      .where('kind', '=', sql.lit(portKind.name))
      .where('status', '<>', 'false_positive')
      .where('endpoint_id', '=', endpointId)
      .where(
        sql<SqlBool>`EXISTS (
          SELECT 1 FROM unnest(
            ${ranges.map((range) => range.port_start)}::int[],
            ${ranges.map((range) => range.port_end)}::int[],
            ${ranges.map((range) => range.protocol)}::text[]
          ) AS range (port_start, port_end, protocol)
          WHERE alerts.port BETWEEN range.port_start AND range.port_end AND range.protocol IN (alerts.protocol, 'both')
        )`,
      ),
  );
  return ended.map(({ protocol, port }) => ({ protocol: protocol!, port: port! }));
}

/**
 * Resolves exactly the live alerts on ports of endpoints, each of which a new rule allows.
 * @returns those that were resolved
 */
export async function endAlertsOnPorts(tx: Operation, ports: readonly EndpointPort[]): Promise<readonly EndedAlert[]> {
  return endAlertsWhere(tx, 'allowed', (alerts) =>
    alerts
      .where('kind', '=', sql.lit(portKind.name))
      .where('status', '<>', 'false_positive')
      .where(
        sql<SqlBool>`(alerts.endpoint_id, alerts.protocol, alerts.port) IN (
          SELECT * FROM unnest(
            ${ports.map(({ endpointId }) => endpointId)}::uuid[],
            ${ports.map(({ protocol }) => protocol)}::text[],
            ${ports.map(({ port }) => port)}::int[]
          )
        )`,
      ),
  );
}

/** A live alert about a port of an endpoint. */
export interface AlertedPort extends Port {
  readonly alertId: string;
  readonly severity: Severity;
}

/** The ports of an endpoint with alerts that a rule could resolve, ascending. */
export async function portsWithAlerts(operation: Operation, endpointId: string): Promise<AlertedPort[]> {
  const rows = await operation.db
    .selectFrom('alerts')
    .select(['id', 'protocol', 'port', 'severity'])
    .where('kind', '=', sql.lit(portKind.name))
    .where('endpoint_id', '=', endpointId)
    .where('ended_at', 'is', null)
    .where('status', '<>', 'false_positive')
    .orderBy('port')
    .execute();
  return rows.map(({ id, protocol, port, severity }) => ({ alertId: id, protocol: protocol!, port: port!, severity }));
}
