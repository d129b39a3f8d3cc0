import type { Selectable } from 'kysely';
import type { AlertsChanged, ObservedPort, Port, PortsObserved } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertsTable } from '../../core/operation/tables.ts';
import { assess } from '../../engines/port-risk/assess.ts';
import type { Assessment } from '../../engines/port-risk/assessment.ts';
import type { ServiceIdentity } from '../../engines/service-identification/service-identity.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { newId } from '../../platform/ids.ts';
import { resolveAlerts } from '../alerts/resolve-alerts.ts';
import { isAllowed, type PortRule, portRulesFor } from './port-rules.ts';
import { lockRules } from './rules-lock.ts';

type LiveAlert = Pick<Selectable<AlertsTable>, 'id' | 'protocol' | 'port' | 'status' | 'evidence'>;

/** What a scan means for an endpoint's alerts: each live alert and each open port appears at most once. */
export interface AlertDecision {
  readonly raise: readonly ObservedPort[];
  /** Seen again. */
  readonly confirm: readonly { readonly alert: LiveAlert; readonly identity: ServiceIdentity }[];
  readonly closed: readonly LiveAlert[];
  readonly allowed: readonly LiveAlert[];
}

type ScannedEndpoint = PortsObserved['endpoint'];

const key = (port: Port) => `${port.protocol}/${port.port}`;

/**
 * Decides from evidence alone (contract, Alert states; decisions §6.1, §6.5): an open port that no rule covers has one live
 * alert; a live alert ends when its port is proved closed or is allowed, a false positive only when it is proved closed; a port
 * that was not judged keeps its alert as it is.
 */
export function decideAlerts(
  open: readonly ObservedPort[],
  closed: readonly Port[],
  live: readonly LiveAlert[],
  rules: readonly PortRule[],
): AlertDecision {
  const liveByPort = new Map(live.map((alert) => [key(alert), alert]));
  const closedPorts = new Set(closed.map(key));
  const exposed = open.filter((port) => !isAllowed(rules, port));
  return {
    raise: exposed.filter((port) => !liveByPort.has(key(port))),
    confirm: exposed.flatMap(({ identity, ...port }) => {
      const alert = liveByPort.get(key(port));
      return alert ? [{ alert, identity }] : [];
    }),
    closed: live.filter((alert) => closedPorts.has(key(alert))),
    allowed: live.filter(
      (alert) => alert.status !== 'false_positive' && !closedPorts.has(key(alert)) && isAllowed(rules, alert),
    ),
  };
}

/** Brings an endpoint's alerts in line with what a completed scan saw, in the scan's transaction. */
export async function deriveAndWriteAlerts(
  tx: Operation,
  { endpoint, open, closed }: PortsObserved,
): Promise<AlertsChanged> {
  await lockRules(tx, 'shared');
  const rules = await portRulesFor(tx, endpoint);
  const decision = decideAlerts(open, closed, await liveAlerts(tx, endpoint.id), rules);
  const opened = await raise(tx, endpoint, decision.raise);
  await confirm(tx, endpoint, decision.confirm);
  await resolveAlerts(tx, ids(decision.closed), 'port_closed');
  await resolveAlerts(tx, ids(decision.allowed), 'allowed');
  const resolved = [
    ...decision.closed
      .filter(({ status }) => status !== 'false_positive')
      .map(({ id }) => ({ id, resolution: 'port_closed' })),
    ...decision.allowed.map(({ id }) => ({ id, resolution: 'allowed' })),
  ];
  const changed = { kind: 'port', customerId: endpoint.customer_id, opened, reopened: [], resolved };
  await tx.effects.alertsChanged(tx, changed);
  return changed;
}

function ids(alerts: readonly LiveAlert[]): string[] {
  return alerts.map((alert) => alert.id);
}

async function liveAlerts(tx: Operation, endpointId: string): Promise<LiveAlert[]> {
  return tx.db
    .selectFrom('alerts')
    .select(['id', 'protocol', 'port', 'status', 'evidence'])
    .where('endpoint_id', '=', endpointId)
    .where('ended_at', 'is', null)
    .execute();
}

function assessPort(endpoint: ScannedEndpoint, port: Port, identity: ServiceIdentity): Assessment {
  return assess({ address: endpoint.ip_address, protocol: port.protocol, port: port.port, ...identity });
}

async function raise(
  tx: Operation,
  endpoint: ScannedEndpoint,
  ports: readonly ObservedPort[],
): Promise<AlertsChanged['opened']> {
  const now = tx.clock.now();
  const rows = ports.map(({ protocol, port, identity }) => {
    const { severity, riskLevel, title } = assessPort(endpoint, { protocol, port }, identity);
    return {
      id: newId(tx.clock),
      endpoint_id: endpoint.id,
      customer_id: endpoint.customer_id,
      protocol,
      port,
      service: identity.service,
      severity,
      risk_level: riskLevel,
      status: 'open' as const,
      title,
      evidence: JSON.stringify(identity),
      created_at: now,
      first_detected_at: now,
      last_detected_at: now,
    };
  });
  await tx.db.insertMany('alerts', rows);
  return rows.map(({ id, severity }) => ({ id, severity }));
}

/** Seen again: one statement for all; those whose service turned out to be another are assessed anew. */
async function confirm(tx: Operation, endpoint: ScannedEndpoint, seen: AlertDecision['confirm']): Promise<void> {
  if (seen.length === 0) return;
  await tx.db
    .updateTable('alerts')
    .set({ last_detected_at: tx.clock.now() })
    .where(
      inIds(
        'id',
        seen.map(({ alert }) => alert.id),
      ),
    )
    .execute();
  for (const { alert, identity } of seen) {
    if (JSON.stringify(alert.evidence) !== JSON.stringify(identity)) await reassess(tx, endpoint, alert, identity);
  }
}

async function reassess(
  tx: Operation,
  endpoint: ScannedEndpoint,
  alert: LiveAlert,
  identity: ServiceIdentity,
): Promise<void> {
  const { severity, riskLevel, title } = assessPort(endpoint, alert, identity);
  await tx.db
    .updateTable('alerts')
    .set({ service: identity.service, severity, risk_level: riskLevel, title, evidence: JSON.stringify(identity) })
    .where('id', '=', alert.id)
    .execute();
}
