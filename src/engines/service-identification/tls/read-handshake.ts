import { X509Certificate } from 'node:crypto';
import net from 'node:net';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { alternativeNames } from '../certificate-names.ts';
import { printableText } from '../printable.ts';
import { followChain, isSelfSigned, type RootStore } from './chain-trust.ts';
import type { ChainTrust, TlsCertificate, TlsFacts, TlsVersion } from './tls-facts.ts';

const maxChain = 10;
const maxNames = 50;
const maxNameLength = 253;
const maxTextLength = 200;

/** The handshake's part of the facts. */
export type Handshake = Omit<TlsFacts, 'obsoleteProtocol' | 'http' | 'startTls' | 'otherNames'>;

export interface HandshakeTarget {
  /** IPv4 or IPv6 text. */
  readonly address: string;
  readonly serverName: string | null;
  readonly serverNameRefused: boolean;
}

/** What is known when the handshake failed. */
export function failedHandshake({ serverName, serverNameRefused }: HandshakeTarget): Handshake {
  return {
    serverName,
    serverNameRefused,
    protocol: null,
    chain: [],
    pathLength: 0,
    trust: null,
    dnsNames: [],
    ipAddresses: [],
    nameMatches: null,
    addressMatches: null,
  };
}

/**
 * Reads a finished handshake. Never throws.
 *
 * @param peer the peer's certificate in detail, which links those that were sent in order of issue.
 *   `getPeerX509Certificate` would give them as they were sent, but in Node 24 it leaks every one of them.
 */
export function readHandshake(
  socket: Pick<TLSSocket, 'getProtocol' | 'authorizationError'>,
  peer: Partial<DetailedPeerCertificate>,
  target: HandshakeTarget,
  store: RootStore,
): Handshake {
  const protocol = (socket.getProtocol() as TlsVersion | null) ?? null;
  const linked = linkedCertificates(peer).flatMap(parsed);
  const leaf = linked[0];
  if (!leaf) return { ...failedHandshake(target), protocol };
  const others = linked.slice(1).filter(({ x509 }) => !store.contains(x509));
  const verdict = followChain(
    leaf.x509,
    others.map(({ x509 }) => x509),
    store,
  );
  const names = leaf.x509.subjectAltName ?? '';
  return {
    serverName: target.serverName,
    serverNameRefused: target.serverNameRefused,
    protocol,
    chain: [leaf, ...others].map(describeCertificate),
    pathLength: verdict.path.length,
    trust: withVerdictOfOpenSsl(verdict.trust, String(socket.authorizationError ?? '')),
    dnsNames: bounded(alternativeNames(names, 'DNS')),
    ipAddresses: bounded(alternativeNames(names, 'IP Address')),
    nameMatches: target.serverName === null ? null : isFor(leaf.x509, target.serverName) && !target.serverNameRefused,
    addressMatches: net.isIP(target.address) === 0 ? null : leaf.x509.checkIP(target.address) !== undefined,
  };
}

interface LinkedCertificate {
  readonly x509: X509Certificate;
  readonly bits: number | undefined;
}

function linkedCertificates(peer: Partial<DetailedPeerCertificate>): Partial<DetailedPeerCertificate>[] {
  const linked: Partial<DetailedPeerCertificate>[] = [];
  // A self-signed certificate is its own issuer.
  for (
    let next: Partial<DetailedPeerCertificate> | undefined = peer;
    next?.raw && linked.length < maxChain && !linked.includes(next);
    next = next.issuerCertificate
  )
    linked.push(next);
  return linked;
}

function parsed({ raw, bits }: Partial<DetailedPeerCertificate>): LinkedCertificate[] {
  try {
    return raw ? [{ x509: new X509Certificate(raw), bits }] : [];
  } catch {
    return [];
  }
}

function describeCertificate({ x509, bits }: LinkedCertificate): TlsCertificate {
  return {
    subject: nameText(x509.subject),
    issuer: nameText(x509.issuer),
    serialNumber: x509.serialNumber.slice(0, 64),
    sha256: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: dateText(x509.validFromDate),
    notAfter: dateText(x509.validToDate),
    selfSigned: isSelfSigned(x509),
    authority: x509.ca,
    keyType: keyType(x509),
    keyBits: bits ?? null,
    signatureAlgorithm: printableText(x509.signatureAlgorithm ?? '', 64),
  };
}

/** Node writes one attribute to a line. */
function nameText(name: string | undefined): string | null {
  const attributes = (name ?? '').slice(0, maxTextLength * 8).replaceAll('\n', ', ');
  return printableText(attributes, maxTextLength);
}

function dateText(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function keyType(x509: X509Certificate): string | null {
  try {
    return x509.publicKey.asymmetricKeyType ?? null;
  } catch {
    return null;
  }
}

function bounded(names: readonly string[]): string[] {
  const clean = names.slice(0, maxNames).map((name) => printableText(name, maxNameLength));
  return [...new Set(clean.filter((name) => name !== null))];
}

function isFor(x509: X509Certificate, serverName: string): boolean {
  return x509.checkHost(serverName, { subject: 'never', partialWildcards: false }) !== undefined;
}

/** What OpenSSL reports when it is about dates or about what the chain itself already tells. */
const explainedOtherwise = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
]);

/**
 * It knows rules that the chain does not show: constraints on names, lengths of paths, critical extensions. And it saw
 * every certificate, where we see those that Node links, which ends early when they were sent in the wrong order. It reports
 * one error only, and rather dates than anything else, so that it cannot be asked alone.
 */
function withVerdictOfOpenSsl(trust: ChainTrust, errorCode: string): ChainTrust {
  if (errorCode === '') return 'complete';
  const isMissing = trust === 'incomplete' || trust === 'private_authority';
  if (isMissing && errorCode === 'SELF_SIGNED_CERT_IN_CHAIN') return 'untrusted_root';
  return trust === 'complete' && !explainedOtherwise.has(errorCode) ? 'invalid' : trust;
}
