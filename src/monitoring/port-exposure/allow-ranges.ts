import { sql } from 'kysely';
import { recordFacts } from '../../core/audit/record-facts.ts';
import type { Port } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import { endAlertsInRanges, portsWithAlerts } from './end-allowed-alerts.ts';
import type { AdjacentPorts } from './range-severity.ts';
import { lockRules } from './rules-lock.ts';

/** AdjacentPorts of an endpoint that its own firewall lets the world reach. */
export interface AllowedRange extends AdjacentPorts {
  readonly description: string;
}

/** What became of the ranges of a firewall dump. */
export interface AllowedRanges {
  readonly rulesCreated: number;
  /** Identical rules that are in force already, whose alerts were resolved when they were made. */
  readonly rulesExisting: number;
  readonly alertsResolved: number;
}

interface Endpoint {
  readonly id: string;
  readonly customer_id: string;
}

/**
 * Makes a rule of an endpoint for each range, and resolves exactly the alerts that the new ones cover: so many statements
 * however many ranges there are. The endpoint's row must be locked already (decision 9).
 * @param ranges disjoint
 */
export async function allowRanges(
  tx: Operation,
  endpoint: Endpoint,
  ranges: readonly AllowedRange[],
): Promise<AllowedRanges> {
  if (ranges.length === 0) return { rulesCreated: 0, rulesExisting: 0, alertsResolved: 0 };
  await lockRules(tx, 'exclusive');
  const created = await insertRules(tx, endpoint, ranges);
  const resolved = created.length === 0 ? [] : await endAlertsInRanges(tx, endpoint.id, created);
  await recordFacts(
    tx,
    created.map(({ id, ...ports }) => ({
      type: 'allowed_ports.created',
      subjectId: id,
      customerId: endpoint.customer_id,
      details: {
        ...ports,
        endpoint_id: endpoint.id,
        alerts_resolved: resolved.filter((alert) => isCovered(alert, ports)).length,
      },
    })),
  );
  return {
    rulesCreated: created.length,
    rulesExisting: ranges.length - created.length,
    alertsResolved: resolved.length,
  };
}

/** What {@link allowRanges} would do. It only reads, and waits for nobody. */
export async function previewRanges(
  operation: Operation,
  endpoint: Endpoint,
  ranges: readonly AllowedRange[],
): Promise<AllowedRanges> {
  const rules = await operation.db
    .selectFrom('allowed_port_rules')
    .select(['port_start', 'port_end', 'protocol'])
    .where('customer_id', '=', endpoint.customer_id)
    .where('endpoint_id', '=', endpoint.id)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', operation.clock.now())]))
    .execute();
  const keyOf = (ports: RulePorts) => `${ports.port_start} ${ports.port_end} ${ports.protocol}`;
  const existing = new Set(rules.map(keyOf));
  const created = ranges.map(portsOf).filter((ports) => !existing.has(keyOf(ports)));
  const alerts = await portsWithAlerts(operation, endpoint.id);
  return {
    rulesCreated: created.length,
    rulesExisting: ranges.length - created.length,
    alertsResolved: alerts.filter((alert) => created.some((ports) => isCovered(alert, ports))).length,
  };
}

interface RulePorts {
  readonly port_start: number;
  readonly port_end: number;
  readonly protocol: 'tcp' | 'udp' | 'both';
}

function portsOf({ portStart, portEnd, protocol }: AllowedRange): RulePorts {
  return { port_start: portStart, port_end: portEnd, protocol };
}

function isCovered({ protocol, port }: Port, rule: RulePorts): boolean {
  return protocol === rule.protocol && rule.port_start <= port && port <= rule.port_end;
}

/** @returns those that were not there, or had ended */
async function insertRules(
  tx: Operation,
  endpoint: Endpoint,
  ranges: readonly AllowedRange[],
): Promise<(RulePorts & { readonly id: string })[]> {
  const now = tx.clock.now();
  const { rows } = await tx.db.execute(sql<RulePorts & { id: string }>`
    INSERT INTO allowed_port_rules
      (partner_id, customer_id, endpoint_id, source, created_at, updated_at, id, port_start, port_end, protocol, description)
    SELECT ${tx.partnerId}::uuid, ${endpoint.customer_id}::uuid, ${endpoint.id}::uuid, 'firewall_ingest',
           ${now}::timestamptz, ${now}::timestamptz, range.*
    FROM unnest(
      ${ranges.map(() => newId(tx.clock))}::uuid[],
      ${ranges.map(({ portStart }) => portStart)}::int[],
      ${ranges.map(({ portEnd }) => portEnd)}::int[],
      ${ranges.map(({ protocol }) => protocol)}::text[],
      ${ranges.map(({ description }) => description)}::text[]
    ) AS range
    ON CONFLICT (partner_id, customer_id, endpoint_id, port_start, port_end, protocol)
      DO UPDATE SET expires_at = NULL, rescan_at = NULL, source = excluded.source, description = excluded.description,
        updated_at = excluded.updated_at
      WHERE allowed_port_rules.expires_at <= excluded.updated_at
    RETURNING id, port_start, port_end, protocol`);
  return rows;
}
