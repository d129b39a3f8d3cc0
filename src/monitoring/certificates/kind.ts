import { sql } from 'kysely';
import { rankOf } from '../../common/severity.ts';
import type { PortsObserved } from '../../core/operation/effects.ts';
import { timeIn } from '../../platform/messages/local-words.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import {
  type AlertFact,
  type AlertKind,
  type AlertRecord,
  inPastTense,
  type Judgement,
  type LiveAlert,
} from '../alerts/index.ts';
import { describeCertificate } from './describe-certificate.ts';
import { type CertificateEvidence, certificateEvidence } from './evidence.ts';
import { certificateOf, judgeCertificate } from './judge-certificate.ts';
import { remediateCertificate, tlsPlatforms } from './remediate-certificate.ts';

/** What is wrong with the TLS of a server's ports: one alert for each cause (decision 19). */
export const certificateKind: AlertKind = {
  name: 'certificate',
  subject: 'endpoint',
  family: 'alert',
  actions: ['acknowledge', 'mark_false_positive', 'resolve', 'reopen'],
  // What visitors see already, or will within days. Certificates that renew themselves do so long before.
  mail: {
    minSeverity: 'medium',
    words: 'certificates',
  },
  fault: {
    key: sql`evidence->>'cause'`,
    title: (t, { evidence }) => t(`alert.certificate.fault.${certificateEvidence.parse(evidence).cause}`),
  },
  async describe(operation, alerts) {
    const t = messagesIn(operation.language);
    return alerts.map((alert) => {
      const evidence = certificateEvidence.parse(alert.evidence);
      const address = alert.ip_address!;
      const { title, explanation } = describeCertificate(evidence, address, t);
      const until = ['alert.over.certificate', { address, port: String(evidence.port) }] as const;
      return {
        title,
        explanation: inPastTense(t, alert, explanation, until),
        facts: factsOf(t, evidence),
        remediation: remediationOf(t, evidence, address),
      };
    });
  },
  async refuseReopen(_tx, { endpoint_status }: AlertRecord) {
    return endpoint_status === 'terminated' ? 'The server is not monitored any more.' : null;
  },
  async judgePorts(tx, observed, live) {
    return judgeCertificates(observed, await live(), tx.clock.now());
  },
};

/** What a scan's TLS ports mean for the alerts: a cause ends when it is proved gone or its port closed, and is judged when it was seen. */
function judgeCertificates(
  { endpoint, open, closed }: PortsObserved,
  live: readonly LiveAlert[],
  now: Date,
): Judgement {
  const judged = open
    .filter(({ protocol }) => protocol === 'tcp')
    .map(({ port, identity: { method, tls }, tlsFacts = null }) =>
      judgeCertificate(
        { port, method, tls, tlsFacts },
        { address: endpoint.ip_address, hostname: endpoint.hostname },
        now,
      ),
    );
  const over = new Set(judged.flatMap(({ cleared }) => cleared));
  const isOver = (key: string) => over.has(key) || isGone(key, open, closed);
  const before = new Map(live.map((alert) => [alert.key, alert]));
  return {
    seen: judged
      .flatMap(({ found }) => found)
      .map((finding) => ({ ...finding, isNews: isWorse(finding.severity, before.get(finding.key)) })),
    ended: live.filter(({ key }) => isOver(key)).map(({ id }) => ({ alertId: id, resolution: 'cause_ended' })),
  };
}

/** Whether its port closed, or TLS answered there and its name is none of the customer's any more. */
function isGone(key: string, open: PortsObserved['open'], closed: PortsObserved['closed']): boolean {
  const { port, name } = certificateOf(key);
  const isIt = (seen: { readonly protocol: string; readonly port: number }) =>
    seen.protocol === 'tcp' && seen.port === port;
  if (closed.some(isIt)) return true;
  const facts = open.find(isIt)?.tlsFacts;
  return name !== null && facts?.http === true && !Object.hasOwn(facts.otherNames, name);
}

function isWorse(severity: LiveAlert['severity'], before: LiveAlert | undefined): boolean {
  return before !== undefined && rankOf(severity) > rankOf(before.severity);
}

function factsOf(t: Messages, evidence: CertificateEvidence): AlertFact[] {
  const facts: (AlertFact | null)[] = [
    { label: t('alert.fact.port'), value: `${evidence.port} (TCP)` },
    evidence.server_name === null ? null : { label: t('alert.fact.asked-for'), value: evidence.server_name },
    ...('certificate' in evidence ? certificateFacts(t, evidence.certificate) : []),
    evidence.cause === 'protocol' ? { label: t('alert.fact.accepts'), value: evidence.version } : null,
  ];
  return facts.filter((fact) => fact !== null);
}

function certificateFacts(
  t: Messages,
  certificate: Extract<CertificateEvidence, { certificate: unknown }>['certificate'],
): (AlertFact | null)[] {
  const { names, issuer, not_before, not_after, sha256 } = certificate;
  return [
    names.length === 0 ? null : { label: t('alert.fact.certificate-for'), value: names.join(', ') },
    issuer === null ? null : { label: t('alert.fact.issued-by'), value: issuer },
    not_before === null ? null : { label: t('alert.fact.valid-from'), value: timeIn(t.language, new Date(not_before)) },
    not_after === null ? null : { label: t('alert.fact.valid-until'), value: timeIn(t.language, new Date(not_after)) },
    { label: t('alert.fact.fingerprint'), value: sha256 },
  ];
}

function remediationOf(t: Messages, evidence: CertificateEvidence, address: string) {
  const { selectedPlatform } = remediateCertificate(evidence, address);
  return {
    selected: selectedPlatform,
    platforms: tlsPlatforms.map((platform) => ({
      name: platform,
      label: t(`alert.remediation.tls.${platform}`),
      commands: remediateCertificate(evidence, address, { platform }).commands,
    })),
  };
}
