import { type SqlBool, sql } from 'kysely';
import type { Port } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { Severity } from '../../engines/common/severity.ts';
import { endAlertsWhere } from '../alerts/index.ts';
import { portKind } from './kind.ts';

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
export async function endAllowedAlerts(tx: Operation, scope: RuleScope, ports: CoveredPorts): Promise<number> {
  const ended = await endAlertsWhere(tx, 'allowed', (alerts) => {
    let covered = alerts
      .where('kind', '=', portKind.name)
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
  ranges: readonly CoveredPorts[],
): Promise<Port[]> {
  const ended = await endAlertsWhere(tx, 'allowed', (alerts) =>
    alerts
      .where('kind', '=', portKind.name)
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
      ),
  );
  return ended.map(({ protocol, port }) => ({ protocol: protocol!, port: port! }));
}

/** The ports of an endpoint with alerts that a rule could resolve, and how bad these are. */
export async function portsWithAlerts(
  operation: Operation,
  endpointId: string,
): Promise<(Port & { readonly severity: Severity })[]> {
  const rows = await operation.db
    .selectFrom('alerts')
    .select(['protocol', 'port', 'severity'])
    .where('kind', '=', portKind.name)
    .where('endpoint_id', '=', endpointId)
    .where('ended_at', 'is', null)
    .where('status', '<>', 'false_positive')
    .execute();
  return rows.map(({ protocol, port, severity }) => ({ protocol: protocol!, port: port!, severity }));
}
