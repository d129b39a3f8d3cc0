import { printableText } from '../../engines/port-risk/printable-text.ts';
import { dayIn, timeIn } from '../../platform/messages/local-words.ts';
import type { Messages, MessageValues } from '../../platform/messages/message.ts';
import type { CertificateEvidence, EvidencedCertificate } from './evidence.ts';

/** What a customer reads. */
export interface CertificateText {
  /** One line, at most 120 characters. */
  readonly title: string;
  /** Plain words; paragraphs are separated by an empty line. */
  readonly explanation: string;
}

const maxTitleLength = 120;

/** Title and explanation of an alert, from its evidence alone: the same evidence, the same text. */
export function describeCertificate(evidence: CertificateEvidence, address: string, t: Messages): CertificateText {
  const { name, why = name, seen = name, advice = name } = caseOf(evidence);
  const values = {
    place: printableText(evidence.server_name, 60) ?? address,
    port: String(evidence.port),
    who: whoIsTurnedAway(evidence),
    ...valuesOf(t, evidence),
  };
  const title = t('alert.certificate.title', {
    title: t(`alert.certificate.${name}.title`, values),
    port: values.port,
  });
  const explanation = [
    t(`alert.certificate.${name}.what`, values),
    t('alert.port.part.why', { text: t(`alert.certificate.${why}.why`, values) }),
    t('alert.port.part.seen', { text: t(`alert.certificate.${seen}.seen`, values) }),
    t('alert.port.part.advice', { text: t(`alert.certificate.${advice}.advice`, values) }),
  ];
  return { title: [...title].slice(0, maxTitleLength).join(''), explanation: explanation.join('\n\n') };
}

/** Whose messages tell it, and whose a part of it where cases share it. */
interface Case {
  readonly name: string;
  readonly why?: string;
  readonly seen?: string;
  readonly advice?: string;
}

function caseOf(evidence: CertificateEvidence): Case {
  switch (evidence.cause) {
    case 'expiry':
      return { name: evidence.stage === 0 ? 'expired' : 'expires', seen: 'expiry', advice: 'expiry' };
    case 'not_yet_valid':
      return { name: 'not-yet-valid' };
    case 'name':
      return { name: 'name' };
    case 'chain':
      return evidence.trust === 'private_authority'
        ? { name: 'private' }
        : { name: evidence.trust.replace('_', '-'), why: 'chain', seen: 'chain' };
    case 'protocol':
      return { name: evidence.newest ? 'outdated' : 'obsolete' };
  }
}

/** What becomes of whoever comes there: people with browsers, servers with mail, or programs that sign in for people. */
function whoIsTurnedAway({ port, start_tls }: CertificateEvidence): 'visitors' | 'mail' | 'programs' {
  if (start_tls === undefined) return 'visitors';
  return port === 25 ? 'mail' : 'programs';
}

const versionNames = { SSLv3: 'SSL 3.0', TLSv1: 'TLS 1.0', 'TLSv1.1': 'TLS 1.1' } as const;

/** What the messages of a cause say, beside what all of them may. */
function valuesOf(t: Messages, evidence: CertificateEvidence): MessageValues {
  switch (evidence.cause) {
    case 'expiry':
      return validityValues(t, evidence, evidence.ends_at);
    case 'not_yet_valid':
      return validityValues(t, evidence, evidence.begins_at);
    case 'name':
      return {
        certificate: described(t, evidence.certificate),
        wanted: quoted(t, evidence.wanted),
        refused: evidence.refused ? 'yes' : 'no',
      };
    case 'chain':
      return {
        certificate: described(t, evidence.certificate),
        issuer: quoted(t, evidence.certificate.issuer),
        sent: evidence.sent,
        last: quoted(t, evidence.last_issuer),
      };
    case 'protocol':
      return { version: versionNames[evidence.version] };
  }
}

/** @param moment ISO 8601: when the validity ends or begins */
function validityValues(
  t: Messages,
  { certificate, intermediate }: { certificate: EvidencedCertificate; intermediate: string | null },
  moment: string,
): MessageValues {
  return {
    certificate: described(t, certificate),
    whose: intermediate === null ? 'own' : 'intermediate',
    intermediate: quoted(t, intermediate),
    day: dayIn(t.language, new Date(moment), 'UTC'),
    time: timeIn(t.language, new Date(moment)),
  };
}

const namedNames = 5;

function described(t: Messages, certificate: EvidencedCertificate): string {
  const { subject, issuer, not_before, not_after, names, serial_number } = certificate;
  const more = names.length - namedNames;
  const time = (moment: string | null) =>
    moment === null ? t('alert.certificate.unknown-time') : timeIn(t.language, new Date(moment));
  return t('alert.certificate.described', {
    subject: quoted(t, subject),
    for: names.length === 0 ? 'none' : more > 0 ? 'more' : 'some',
    names: names
      .slice(0, namedNames)
      .map((name) => quoted(t, name))
      .join(', '),
    more: String(more),
    issuer: quoted(t, issuer),
    from: time(not_before),
    until: time(not_after),
    serial: printableText(serial_number, 64) ?? '',
  });
}

/** Between quotation marks, so that the reader sees where text from the network begins and ends. */
function quoted(t: Messages, untrusted: string | null): string {
  return t('alert.quoted', { text: printableText(untrusted, 100) ?? '' });
}
