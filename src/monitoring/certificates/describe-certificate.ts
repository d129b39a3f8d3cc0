import { printableText } from '../../engines/port-risk/printable-text.ts';
import type { Messages } from '../../platform/messages/message.ts';
import type { CertificateEvidence, EvidencedCertificate } from './evidence.ts';

/** What a customer reads. */
export interface CertificateText {
  /** One line, at most 120 characters. */
  readonly title: string;
  /** Plain English; paragraphs are separated by an empty line. */
  readonly explanation: string;
}

const maxTitleLength = 120;

/** Title and explanation of an alert, from its evidence alone: the same evidence, the same text. */
export function describeCertificate(evidence: CertificateEvidence, address: string, t: Messages): CertificateText {
  const place = placeOf(evidence, address);
  if (evidence.cause === 'chain' && evidence.trust === 'private_authority') return privateText(evidence, place, t);
  const { title, what, why, seen, todo } = wordsOf(evidence, place);
  return {
    title: [...`${title} (port ${evidence.port})`].slice(0, maxTitleLength).join(''),
    explanation: [what, `Why it matters: ${why}`, `What we saw: ${seen}`, `What to do: ${todo}`].join('\n\n'),
  };
}

interface Words {
  readonly title: string;
  readonly what: string;
  readonly why: string;
  readonly seen: string;
  readonly todo: string;
}

function placeOf({ server_name }: CertificateEvidence, address: string): string {
  return printableText(server_name, 60) ?? printableText(address, 60) ?? 'this server';
}

function wordsOf(evidence: CertificateEvidence, place: string): Words {
  switch (evidence.cause) {
    case 'expiry':
      return expiryWords(evidence, place);
    case 'not_yet_valid':
      return notYetValidWords(evidence, place);
    case 'name':
      return nameWords(evidence, place);
    case 'chain':
      return chainWords(evidence, place);
    case 'protocol':
      return protocolWords(evidence, place);
  }
}

function privateText({ certificate, port }: Of<'chain'>, place: string, t: Messages): CertificateText {
  const about = { place, port: String(port), issuer: printableText(certificate.issuer, 100) ?? '' };
  const title = `${t('alert.certificate.private.title', about)} (port ${port})`;
  const parts = [
    t('alert.certificate.private.what', about),
    t('alert.port.part.why', { text: t('alert.certificate.private.why') }),
    t('alert.port.part.seen', { text: t('alert.certificate.private.seen', about) }),
    t('alert.port.part.advice', { text: t('alert.certificate.private.advice') }),
  ];
  return { title: [...title].slice(0, maxTitleLength).join(''), explanation: parts.join('\n\n') };
}

type Of<Cause extends CertificateEvidence['cause']> = Extract<CertificateEvidence, { cause: Cause }>;

function expiryWords(evidence: Of<'expiry'>, place: string): Words {
  const { certificate, stage, ends_at, intermediate, port } = evidence;
  const ended = stage === 0;
  const whose = intermediate === null ? 'The certificate' : 'An intermediate certificate';
  return {
    title: `${whose} of ${place} ${ended ? 'has expired' : 'expires soon'}: ${ends_at.slice(0, 10)}`,
    what: `${whose} that ${place} shows on port ${port} ${ended ? 'was' : 'is'} valid until ${time(ends_at)}.`,
    why: ended
      ? `${turnedAway(evidence)}${evidence.start_tls === undefined ? ': mail clients, payment services, other servers' : ''}.`
      : `After that moment ${uncapitalised(turnedAway(evidence))}. Certificates that renew themselves do so long before, so the renewal probably does not work.`,
    seen: `${described(certificate)}${intermediate === null ? '' : ` The intermediate certificate ${quoted(intermediate)}, which it depends on, ends first.`}`,
    todo:
      intermediate === null
        ? 'Renew the certificate, load the new one into the server, and find out why it was not renewed by itself.'
        : 'Ask your certificate authority for its current intermediate certificate, and send that one with yours; renewing yours usually brings it along.',
  };
}

/** What becomes of whoever comes there: people with browsers, or programs that sign in for them. */
function turnedAway({ port, start_tls }: CertificateEvidence): string {
  if (start_tls === undefined) return 'Browsers warn visitors away from the site, and programs refuse to connect';
  return port === 25
    ? 'Mail servers that check certificates do not hand their mail over'
    : 'Programs warn the people who sign in with them, or refuse to connect: mail, file and chat clients';
}

function uncapitalised(sentence: string): string {
  return `${sentence[0]!.toLowerCase()}${sentence.slice(1)}`;
}

function notYetValidWords(evidence: Of<'not_yet_valid'>, place: string): Words {
  const { certificate, begins_at, intermediate, port } = evidence;
  const whose = intermediate === null ? 'The certificate' : 'An intermediate certificate';
  return {
    title: `${whose} of ${place} is not valid before ${begins_at.slice(0, 10)}`,
    what: `${whose} that ${place} shows on port ${port} is valid only from ${time(begins_at)}.`,
    why: `Until then ${uncapitalised(turnedAway(evidence))}.`,
    seen: `${described(certificate)}${intermediate === null ? '' : ` The intermediate certificate ${quoted(intermediate)} begins last.`}`,
    todo: 'Load the certificate that was in use before if it is still valid, or have a new one issued. If you issue certificates yourself, check the clock of the machine that does it.',
  };
}

function nameWords({ certificate, wanted, refused, port }: Of<'name'>, place: string): Words {
  return {
    title: `The certificate of ${place} is for another name`,
    what: `Whoever opens ${quoted(wanted)} on port ${port} is shown a certificate that is not for ${quoted(wanted)}.`,
    why: 'Browsers warn visitors away, because this is what an intercepted connection looks like, and programs refuse to connect. Visitors under a name that is in the certificate notice nothing.',
    seen: `${refused ? 'The server ends the connection when it is asked for that name, and without a name shows this: ' : ''}${described(certificate)}`,
    todo: `If visitors use ${quoted(wanted)}, have a certificate issued that contains it, or let the server show the one that does. If they only use other names, change the name of this server here, or mark the alert as a false positive.`,
  };
}

const chainProblems: Readonly<
  Record<Exclude<Of<'chain'>['trust'], 'private_authority'>, { title: string; what: string; todo: string }>
> = {
  incomplete: {
    title: 'does not come with its intermediate certificates',
    what: 'does not lead to an authority that browsers trust: the certificate of its issuer is missing. The server does not send the intermediate certificates along.',
    todo: 'Configure the file with the whole chain (often called fullchain.pem) in place of the certificate alone.',
  },
  self_signed: {
    title: 'is self-signed',
    what: 'is signed by itself: nobody else vouches for it.',
    todo: 'Have a certificate issued by an authority that browsers trust; several do so free of charge. If nobody but you is meant to come here, close the port to the public instead.',
  },
  untrusted_root: {
    title: 'comes from an authority that browsers do not trust',
    what: 'leads to an authority that browsers do not know.',
    todo: 'Have a certificate issued by an authority that browsers trust. If only a content delivery network connects to this server, let the firewall admit its addresses alone.',
  },
  invalid: {
    title: 'has an invalid chain',
    what: 'comes with a chain that breaks: a signature does not fit, or a certificate is used for what it is not meant for.',
    todo: 'Configure the certificate and the chain exactly as the authority delivered them, or have a new certificate issued.',
  },
};

function chainWords({ certificate, trust, sent, last_issuer, port }: Of<'chain'>, place: string): Words {
  const problem = chainProblems[trust as keyof typeof chainProblems];
  const count =
    sent === 1 ? 'The server sent this certificate alone' : `The server sent ${sent} certificates that belong together`;
  return {
    title: `The certificate of ${place} ${problem.title}`,
    what: `The certificate that ${place} shows on port ${port} ${problem.what}`,
    why: 'Browsers warn visitors away, or do so where they cannot fetch what is missing, and programs refuse to connect. Visitors who get used to the warning also ignore it when somebody does listen in.',
    seen: `${described(certificate)} ${count}; the last one was issued by ${quoted(last_issuer)}.`,
    todo: problem.todo,
  };
}

const versionNames = { SSLv3: 'SSL 3.0', TLSv1: 'TLS 1.0', 'TLSv1.1': 'TLS 1.1' } as const;

function protocolWords({ newest, version, port }: Of<'protocol'>, place: string): Words {
  const name = versionNames[version];
  return {
    title: newest ? `${place} speaks nothing newer than ${name}` : `${place} still accepts ${name}`,
    what: newest
      ? `The newest version of TLS that ${place} knows on port ${port} is ${name}.`
      : `Beside newer versions, ${place} accepts connections with ${name} on port ${port}.`,
    why: `${newest ? 'Browsers have not connected to such servers since 2020. ' : ''}Everything before TLS 1.2 has been declared obsolete (RFC 8996): it depends on broken cryptography, and audits such as PCI DSS fail because of it.`,
    seen: newest
      ? `Offered everything from TLS 1.0 to TLS 1.3, the server chose ${name}.`
      : `Offered nothing newer than TLS 1.1, the server agreed to ${name}.`,
    todo: newest
      ? 'Update the software that answers on this port and the TLS library it uses, then allow TLS 1.2 and TLS 1.3 only.'
      : 'Allow TLS 1.2 and TLS 1.3 only. Browsers and systems of the last ten years can do that.',
  };
}

function described({ subject, issuer, not_before, not_after, names, serial_number }: EvidencedCertificate): string {
  const shown = names.map((name) => quoted(name)).slice(0, 5);
  const more = names.length - shown.length;
  const forNames =
    shown.length === 0 ? 'without names' : `for ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const from = not_before === null ? 'an unknown time' : time(not_before);
  const until = not_after === null ? 'an unknown time' : time(not_after);
  return `A certificate ${quoted(subject)} ${forNames}, issued by ${quoted(issuer)}, valid from ${from} until ${until}, serial number ${printableText(serial_number, 64) ?? 'unknown'}.`;
}

/** Between quotation marks, so that the reader sees where text from the network begins and ends. */
function quoted(untrusted: string | null): string {
  return `"${printableText(untrusted, 100) ?? ''}"`;
}

/** Like `2026-12-24 23:59 UTC`. */
function time(iso: string): string {
  const match = /^[+-]?\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}/.exec(iso);
  return match ? `${match[0].replace('T', ' ')} UTC` : 'an unknown time';
}
