import type { Severity } from '../../common/severity.ts';
import { serverNameOf } from '../../engines/service-identification/tls/server-name.ts';
import type { NamedTls, TlsCertificate, TlsFacts } from '../../engines/service-identification/tls/tls-facts.ts';
import { type CertificateCause, type CertificateEvidence, certificateCauses } from './evidence.ts';

/** An open port as a scan saw it. */
export interface JudgedPort {
  readonly port: number;
  /** Whether the service said so itself or only its port number suggests it. */
  readonly method: 'probed' | 'port_number';
  readonly tls: boolean;
  /** Null when the port was not seen to speak TLS. */
  readonly tlsFacts: TlsFacts | null;
}

export interface JudgedEndpoint {
  /** Canonical IPv4 or IPv6 text. */
  readonly address: string;
  /** The name that the customer gave the server; its address when it has none. */
  readonly hostname: string;
}

/** One thing that is wrong. */
export interface CertificateFinding {
  /** Stable as long as the cause lasts: `tcp/443 expiry`. */
  readonly key: string;
  readonly severity: Severity;
  readonly evidence: CertificateEvidence;
}

/** A cause in neither list was not judged: its alert stays what it is (decision 7). */
export interface CertificateJudgement {
  readonly found: readonly CertificateFinding[];
  /** Keys of causes that are proved not to be there. */
  readonly cleared: readonly string[];
}

const dayMs = 86_400_000;
/** Days before the end at which an alert becomes more urgent, and how urgent it is then; 0: it has ended. */
const stages = [
  [0, 'high'],
  [1, 'high'],
  [7, 'medium'],
  [14, 'low'],
  [30, 'low'],
] as const satisfies readonly (readonly [number, Severity])[];
/**
 * Nor does it begin before so much of the lifetime is left: certificates that renew themselves do so at a third, those of 6
 * or 45 days in time though never 30 days early (decision 19).
 */
const lastPartOfLifetime = 1 / 4;

/** Endings of names that only a private network knows, for which nobody can have a certificate that the public trusts. */
const privateEndings = /\.(?:corp|home|internal|intranet|invalid|lan|local|localdomain|localhost|private)$/;

/** @param name another one than the server's own; null: that */
export function certificateKey(port: number, cause: CertificateCause, name: string | null = null): string {
  return `tcp/${port} ${cause}${name === null ? '' : ` ${name}`}`;
}

/** What a key is about: its port, and another name than the server's own. */
export function certificateOf(key: string): { readonly port: number; readonly name: string | null } {
  const [port = '', , name = null] = key.split(' ');
  return { port: Number(port.slice('tcp/'.length)), name };
}

/** What a customer should know about the TLS of a TCP port (decision 19). Pure: the same facts at the same time, the same answer. */
export function judgeCertificate(port: JudgedPort, endpoint: JudgedEndpoint, now: Date): CertificateJudgement {
  const facts = port.tlsFacts;
  if (!facts) return { found: [], cleared: port.method === 'probed' && !port.tls ? keys(port, certificateCauses) : [] };
  const verdicts = isMailBetweenServers(port, facts)
    ? judgeMailBetweenServers(facts, now)
    : {
        ...judgeValidity(facts, now),
        name: judgeName(port, facts, endpoint),
        chain: judgeChain(port, facts),
        protocol: judgeProtocol(facts),
      };
  const own = judgementOf(port, facts, verdicts, null);
  const others = Object.entries(facts.otherNames).map(([name, shown]) => judgeOtherName(port, facts, name, shown, now));
  return {
    found: [own, ...others].flatMap(({ found }) => found),
    cleared: [own, ...others].flatMap(({ cleared }) => cleared),
  };
}

type Verdicts = Readonly<Record<CertificateCause, Verdict>>;

const nothingWrong: Verdicts = {
  ...{ expiry: 'cleared', not_yet_valid: 'cleared', name: 'cleared', chain: 'cleared', protocol: 'cleared' },
};
const nothingSeen: Verdicts = {
  ...{ expiry: 'unknown', not_yet_valid: 'unknown', name: 'unknown', chain: 'unknown', protocol: 'unknown' },
};

/**
 * Only a certificate for the name shows that the server means to serve it; what it shows to everybody is judged already.
 * @param shown null when no handshake came about
 */
function judgeOtherName(
  port: JudgedPort,
  facts: TlsFacts,
  name: string,
  shown: NamedTls | null,
  now: Date,
): CertificateJudgement {
  const named = { ...facts, ...shown, serverName: name };
  const isOwn = shown?.nameMatches === true && shown.chain[0]?.sha256 !== facts.chain[0]?.sha256;
  const verdicts = isOwn
    ? { ...nothingWrong, ...judgeValidity(named, now), chain: judgeChain(port, named) }
    : shown === null
      ? nothingSeen
      : nothingWrong;
  return judgementOf(port, named, verdicts, name);
}

function judgementOf(port: JudgedPort, facts: TlsFacts, verdicts: Verdicts, name: string | null): CertificateJudgement {
  return {
    found: certificateCauses.flatMap((cause) => {
      const verdict = verdicts[cause];
      if (verdict === 'cleared' || verdict === 'unknown') return [];
      const { severity, ...observed } = verdict;
      const { serverName: server_name, startTls } = facts;
      const at = { cause, port: port.port, server_name, ...(startTls !== null && { start_tls: startTls }) };
      // Each verdict carries what its cause wants: the types of the judges below say so.
      const evidence = { ...at, ...observed } as CertificateEvidence;
      return [{ key: certificateKey(port.port, cause, name), severity, evidence }];
    }),
    cleared: keys(
      port,
      certificateCauses.filter((cause) => verdicts[cause] === 'cleared'),
      name,
    ),
  };
}

/** They take any certificate of each other, and hand on what they are given where none fits. */
function isMailBetweenServers({ port }: JudgedPort, { startTls }: TlsFacts): boolean {
  return startTls !== null && port === 25;
}

/** Only what no client at all could accept is told, as a note. */
function judgeMailBetweenServers(facts: TlsFacts, now: Date): Verdicts {
  const { expiry, not_yet_valid } = judgeValidity(facts, now);
  const isEnded = typeof expiry === 'object' && expiry.stage === 0;
  return {
    expiry: typeof expiry === 'string' ? expiry : isEnded ? { ...expiry, severity: 'low' } : 'cleared',
    not_yet_valid: typeof not_yet_valid === 'string' ? not_yet_valid : { ...not_yet_valid, severity: 'low' },
    ...{ name: 'cleared', chain: 'cleared', protocol: 'cleared' },
  };
}

type EvidenceOf<Cause extends CertificateCause> = Omit<
  Extract<CertificateEvidence, { cause: Cause }>,
  'cause' | 'port' | 'server_name'
>;
type Verdict<Cause extends CertificateCause = CertificateCause> =
  | 'cleared'
  | 'unknown'
  | (Cause extends CertificateCause ? EvidenceOf<Cause> & { readonly severity: Severity } : never);

function keys({ port }: JudgedPort, causes: readonly CertificateCause[], name: string | null = null): string[] {
  return causes.map((cause) => certificateKey(port, cause, name));
}

interface Validity {
  readonly expiry: Verdict<'expiry'>;
  readonly not_yet_valid: Verdict<'not_yet_valid'>;
}

/** Clients check every certificate on their way to the root: the first that ends, or the last that begins, counts. */
function judgeValidity(facts: TlsFacts, now: Date): Validity {
  const path = facts.chain.slice(0, facts.pathLength).flatMap(dated);
  const [own] = path;
  if (!own || path.length < facts.pathLength) return { expiry: 'unknown', not_yet_valid: 'unknown' };
  const last = path.reduce((latest, next) => (next.beginsMs > latest.beginsMs ? next : latest));
  const first = path.reduce((earliest, next) => (next.endsMs < earliest.endsMs ? next : earliest));
  return {
    expiry: judgeEnd(facts, first, first === own, now),
    not_yet_valid: judgeBeginning(facts, last, last === own, now),
  };
}

function judgeEnd(facts: TlsFacts, first: DatedCertificate, isOwn: boolean, now: Date): Verdict<'expiry'> {
  const stage = stageOf(first, now);
  if (!stage) return 'cleared';
  return {
    severity: isMeantToBeTrusted(facts) ? stage[1] : 'low',
    certificate: evidencedCertificate(facts),
    stage: stage[0],
    ends_at: first.certificate.notAfter!,
    intermediate: isOwn ? null : first.certificate.subject,
  };
}

function judgeBeginning(facts: TlsFacts, last: DatedCertificate, isOwn: boolean, now: Date): Verdict<'not_yet_valid'> {
  if (now.getTime() >= last.beginsMs) return 'cleared';
  return {
    severity: isMeantToBeTrusted(facts) ? 'high' : 'low',
    certificate: evidencedCertificate(facts),
    begins_at: last.certificate.notBefore!,
    intermediate: isOwn ? null : last.certificate.subject,
  };
}

interface DatedCertificate {
  readonly certificate: TlsCertificate;
  readonly beginsMs: number;
  readonly endsMs: number;
}

function dated(certificate: TlsCertificate): DatedCertificate[] {
  const { notBefore, notAfter } = certificate;
  if (notBefore === null || notAfter === null) return [];
  return [{ certificate, beginsMs: Date.parse(notBefore), endsMs: Date.parse(notAfter) }];
}

function stageOf({ beginsMs, endsMs }: DatedCertificate, now: Date): (typeof stages)[number] | undefined {
  const leftMs = endsMs - now.getTime();
  if (leftMs > 0 && leftMs > (endsMs - beginsMs) * lastPartOfLifetime) return undefined;
  return stages.find(([days]) => leftMs <= days * dayMs);
}

/** Somebody issued it so that clients can check it; one that is no such thing may end without anybody being turned away. */
function isMeantToBeTrusted({ trust }: TlsFacts): boolean {
  return trust === 'complete' || trust === 'incomplete' || trust === 'private_authority';
}

/** A browser goes there of itself; what else speaks HTTP in TLS is a panel or an API whose users know it. */
function isPublicWeb({ port }: JudgedPort, { http }: TlsFacts): boolean {
  return http === true && port === 443;
}

/** A certificate that nobody trusts has no right name either: its chain is what is wrong with it. */
function judgeName(port: JudgedPort, facts: TlsFacts, endpoint: JudgedEndpoint): Verdict<'name'> {
  const hostname = serverNameOf(endpoint.hostname);
  // The endpoint was renamed while the scan ran, or the handshake showed nothing.
  if (facts.chain.length === 0 || hostname !== facts.serverName) return 'unknown';
  const wanted = misnamed(facts, endpoint, hostname);
  if (wanted === null) return 'cleared';
  if (facts.trust !== 'complete' && facts.trust !== 'incomplete') return 'cleared';
  if (facts.http === null) return 'unknown';
  const publicWeb = isPublicWeb(port, facts);
  if (facts.trust === 'incomplete' && !publicWeb) return 'cleared';
  return {
    severity: publicWeb ? 'medium' : 'low',
    certificate: evidencedCertificate(facts),
    wanted,
    refused: facts.serverNameRefused,
  };
}

/**
 * What the certificate should be good for and is not. A server without a name is visited by names we do not know, so that
 * only a certificate for nothing but other addresses is wrong there.
 */
function misnamed(facts: TlsFacts, { address }: JudgedEndpoint, hostname: string | null): string | null {
  if (hostname !== null && !privateEndings.test(hostname)) return facts.nameMatches === false ? hostname : null;
  const onlyForAddresses = facts.dnsNames.length === 0 && facts.ipAddresses.length > 0;
  return onlyForAddresses && facts.addressMatches === false ? address : null;
}

/**
 * Only where HTTP answers: mail servers, databases and the like encrypt with certificates of their own making as a matter
 * of course, and their clients are told whom to trust.
 */
function judgeChain(port: JudgedPort, facts: TlsFacts): Verdict<'chain'> {
  if (facts.trust === null) return 'unknown';
  if (facts.trust === 'complete' || facts.http === false) return 'cleared';
  if (facts.http === null) return 'unknown';
  return {
    severity: isPublicWeb(port, facts) ? 'medium' : 'low',
    certificate: evidencedCertificate(facts),
    trust: facts.trust,
    sent: facts.chain.length,
    last_issuer: facts.chain.at(-1)?.issuer ?? null,
  };
}

function judgeProtocol({ protocol, obsoleteProtocol }: TlsFacts): Verdict<'protocol'> {
  const newest = protocol !== null && protocol !== 'TLSv1.2' && protocol !== 'TLSv1.3' ? protocol : null;
  if (newest !== null) return { severity: 'medium', newest: true, version: newest };
  if (obsoleteProtocol === null) return 'unknown';
  return obsoleteProtocol === 'none' ? 'cleared' : { severity: 'low', newest: false, version: obsoleteProtocol };
}

function evidencedCertificate({ chain, dnsNames, ipAddresses }: TlsFacts) {
  const own = chain[0]!;
  return {
    subject: own.subject,
    issuer: own.issuer,
    serial_number: own.serialNumber,
    sha256: own.sha256,
    not_before: own.notBefore,
    not_after: own.notAfter,
    names: [...dnsNames, ...ipAddresses].slice(0, 10),
  };
}
