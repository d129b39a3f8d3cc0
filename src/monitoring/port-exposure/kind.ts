import { sql } from 'kysely';
import type { ObservedPort, Port, PortsObserved } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { detectedService } from '../../engines/service-identification/service-identity.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import type { AlertEnd, AlertFact, AlertKind, Judgement, LiveAlert } from '../alerts/index.ts';
import { isPortOpen } from '../port-scans/index.ts';
import { assessAlert, type PortAlert, portAlert } from './port-alert.ts';
import { isAllowed, type PortRule, portRulesFor } from './port-rules.ts';
import { urgencyOf } from './port-words.ts';
import { lockRules } from './rules-lock.ts';

/** Ports that are open to everybody and that no Allowed Ports rule covers. */
export const portKind: AlertKind = {
  name: 'port',
  subject: 'endpoint',
  family: 'alert',
  actions: ['acknowledge', 'mark_false_positive', 'resolve', 'reopen'],
  countedAs: 'open_ports',
  // Those that let strangers in or at the data, so that a mail always means something to do today. A first scan of a usual server
  // finds several medium ones (a mail server, a panel); who gets mail about those stops reading before the one that matters.
  mail: { minSeverity: 'high', words: 'ports' },
  // What titles follow from.
  fault: {
    key: sql`concat_ws(' ', protocol, port, evidence->>'method', evidence->>'service', evidence->>'unauthenticated', evidence->>'title')`,
  },
  async describe(operation, alerts) {
    const t = messagesIn(operation.language);
    return alerts.map((record) => {
      const alert = portAlert(record);
      const { title, explanation } = assessAlert(operation, alert);
      const evidence = { ...alert.evidence, service: detectedService(alert.evidence) };
      return { title, explanation, facts: factsOf(t, alert), evidence };
    });
  },
  /** An alert about a port that has closed would never end, and a port that a rule allows has no alert. */
  async refuseReopen(tx, record) {
    const alert = portAlert(record);
    const isOpen = alert.endpoint_status !== 'terminated' && (await isPortOpen(tx, alert.endpoint_id, alert));
    if (!isOpen) return 'The port is not known to be open.';
    const rules = await portRulesFor(tx, { id: alert.endpoint_id, customer_id: alert.customer_id });
    return isAllowed(rules, alert) ? 'An Allowed Ports rule covers the port.' : null;
  },
  async resolvedByHand(tx, record) {
    const alert = portAlert(record);
    if (alert.endpoint_status === 'terminated' || !(await isPortOpen(tx, alert.endpoint_id, alert))) return null;
    const { endpoint_id: endpointId, billing_customer_id: billingCustomerId } = alert;
    return (await tx.effects.scanWanted(tx, { endpointId, billingCustomerId }))
      ? 'The last scan saw the port open; a scan is queued.'
      : 'The last scan saw the port open.';
  },
  async judgePorts(tx: Operation, observed, live) {
    await lockRules(tx, 'shared');
    const rules = await portRulesFor(tx, observed.endpoint);
    return judgeOpenPorts(observed, await live(), rules);
  },
};

/**
 * Decides from evidence alone (contract, Alert states; decisions §6.1, §6.5): an open port that no rule covers has one live
 * alert; a live alert ends when its port is proved closed or is allowed, a false positive only when it is proved closed; a port
 * that was not judged keeps its alert as it is.
 */
export function judgeOpenPorts(
  { endpoint, open, closed }: PortsObserved,
  live: readonly LiveAlert[],
  rules: readonly PortRule[],
): Judgement {
  const closedPorts = new Set(closed.map(keyOf));
  return {
    seen: open.filter((port) => !isAllowed(rules, port)).map((port) => sighting(endpoint.ip_address, port)),
    ended: live.flatMap(({ id, key, status }): AlertEnd[] => {
      if (closedPorts.has(key)) return [{ alertId: id, resolution: 'port_closed' }];
      const isCovered = status !== 'false_positive' && isAllowed(rules, portOf(key));
      return isCovered ? [{ alertId: id, resolution: 'allowed' }] : [];
    }),
  };
}

function sighting(address: string, { protocol, port, identity }: ObservedPort) {
  return {
    key: keyOf({ protocol, port }),
    severity: urgencyOf({ address, protocol, port, ...identity }),
    evidence: identity,
    isNews: false,
    port: { protocol, port },
  };
}

function keyOf({ protocol, port }: Port): string {
  return `${protocol}/${port}`;
}

function portOf(key: string): Port {
  const [protocol, port] = key.split('/');
  return { protocol: protocol as Port['protocol'], port: Number(port) };
}

function factsOf(t: Messages, { ip_address, protocol, port, evidence }: PortAlert): AlertFact[] {
  const { service, method, product, version, banner, certificateNames, title } = evidence;
  const facts: (AlertFact | null)[] = [
    { label: t('alert.fact.address'), value: ip_address },
    { label: t('alert.fact.port'), value: `${port} (${protocol.toUpperCase()})` },
    { label: t('alert.fact.service'), value: method === 'probed' ? service : notRecognised(t, service) },
    product === null
      ? null
      : { label: t('alert.fact.product'), value: version === null ? product : `${product} ${version}` },
    title === undefined ? null : { label: t('alert.fact.title'), value: title },
    banner === null ? null : { label: t('alert.fact.banner'), value: banner },
    certificateNames.length === 0
      ? null
      : { label: t('alert.fact.certificate-for'), value: certificateNames.join(', ') },
  ];
  return facts.filter((fact) => fact !== null);
}

/** The list of numbers says who may use one, not who does. */
function notRecognised(t: Messages, name: string): string {
  return name === 'unknown' ? t('alert.fact.not-recognised') : t('alert.fact.registered-for', { name });
}
