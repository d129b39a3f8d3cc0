import { sql } from 'kysely';
import { recordFacts } from '../../core/audit/record-facts.ts';
import type { Fact } from '../../core/operation/facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import { type EndpointPort, endAlertsOnPorts } from './end-allowed-alerts.ts';

export interface AllowedPortsWords {
  readonly description: string | undefined;
  /** From then on the rules cover nothing. Undefined: they have no end. */
  readonly expiresAt: Date | undefined;
}

export interface AllowedPorts {
  /** Those whose rule was made, or was given another end. */
  readonly changed: readonly EndpointPort[];
  readonly resolvedAlertIds: ReadonlySet<string>;
}

interface RuleRow {
  readonly id: string;
  readonly customer_id: string;
  readonly endpoint_id: string;
  readonly protocol: 'tcp' | 'udp';
  readonly port_start: number;
}

/**
 * What creating a rule by hand does, for many ports of endpoints in a few statements: an identical rule takes the end that is asked for,
 * and exactly the alerts are resolved that rules which are new or changed cover. Behind the rules lock, held exclusively.
 * @param ports each once
 */
export async function allowPorts(
  tx: Operation,
  ports: readonly EndpointPort[],
  words: AllowedPortsWords,
): Promise<AllowedPorts> {
  if (ports.length === 0) return { changed: [], resolvedAlertIds: new Set() };
  const made = new Map(ports.map((port) => [newId(tx.clock), port]));
  const rules = await writeRules(tx, made, words);
  const changed = rules.map((rule) => ({
    customerId: rule.customer_id,
    endpointId: rule.endpoint_id,
    protocol: rule.protocol,
    port: rule.port_start,
  }));
  const resolved = changed.length === 0 ? [] : await endAlertsOnPorts(tx, changed);
  const keyOf = (port: { endpoint_id: string | null; protocol: string | null }, number: number | null) =>
    `${port.endpoint_id} ${port.protocol} ${number}`;
  const resolvedOn = new Set(resolved.map((alert) => keyOf(alert, alert.port)));
  await recordFacts(
    tx,
    rules.map((rule): Fact => {
      const { expiresAt = null } = words;
      const { endpoint_id, protocol, port_start } = rule;
      const alerts_resolved = resolvedOn.has(keyOf(rule, port_start)) ? 1 : 0;
      const subject = { subjectId: rule.id, customerId: rule.customer_id };
      if (!made.has(rule.id))
        return { type: 'allowed_ports.updated', ...subject, details: { expires_at: expiresAt, alerts_resolved } };
      const end = expiresAt && { expires_at: expiresAt };
      const details = { port_start, port_end: port_start, protocol, endpoint_id, alerts_resolved, ...end };
      return { type: 'allowed_ports.created', ...subject, details };
    }),
  );
  return { changed, resolvedAlertIds: new Set(resolved.map(({ id }) => id)) };
}

/** @returns those that were not there, or had another end */
async function writeRules(
  tx: Operation,
  made: ReadonlyMap<string, EndpointPort>,
  { description, expiresAt }: AllowedPortsWords,
): Promise<RuleRow[]> {
  const now = tx.clock.now();
  const end = expiresAt ?? null;
  const ports = [...made.values()];
  const { rows } = await tx.db.execute(sql<RuleRow>`
    INSERT INTO allowed_port_rules
      (partner_id, source, created_at, updated_at, expires_at, rescan_at, description,
       id, customer_id, endpoint_id, protocol, port_start, port_end)
    SELECT ${tx.partnerId}::uuid, 'manual', ${now}::timestamptz, ${now}::timestamptz, ${end}::timestamptz,
           ${end}::timestamptz, ${description ?? null}::text, rule.*, rule.port
    FROM unnest(
      ${[...made.keys()]}::uuid[],
      ${ports.map(({ customerId }) => customerId)}::uuid[],
      ${ports.map(({ endpointId }) => endpointId)}::uuid[],
      ${ports.map(({ protocol }) => protocol)}::text[],
      ${ports.map(({ port }) => port)}::int[]
    ) AS rule (id, customer_id, endpoint_id, protocol, port)
    ON CONFLICT (partner_id, customer_id, endpoint_id, port_start, port_end, protocol)
      DO UPDATE SET expires_at = excluded.expires_at, rescan_at = excluded.rescan_at, updated_at = excluded.updated_at
      WHERE allowed_port_rules.expires_at IS DISTINCT FROM excluded.expires_at
    RETURNING id, customer_id, endpoint_id, protocol, port_start`);
  return rows;
}
