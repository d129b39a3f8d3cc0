import { X509Certificate } from 'node:crypto';
import type { ChainTrust } from './tls-facts.ts';

/** Certificates on which trust ends. */
export interface RootStore {
  contains(certificate: X509Certificate): boolean;
  /** Whether one of the roots issued it. */
  issued(certificate: X509Certificate): boolean;
}

/** @param roots in PEM */
export function createRootStore(roots: readonly string[]): RootStore {
  const certificates = roots.map((pem) => new X509Certificate(pem));
  const fingerprints = new Set(certificates.map(({ fingerprint256 }) => fingerprint256));
  return {
    contains: (certificate) => fingerprints.has(certificate.fingerprint256),
    issued: (certificate) => certificates.some((root) => isIssuer(root, certificate)),
  };
}

export interface ChainVerdict {
  readonly trust: ChainTrust;
  /** From the leaf upward, as far as it leads; a root of the store is not part of it. */
  readonly path: readonly X509Certificate[];
}

/** What a server's certificate may be for when it is limited to purposes: TLS servers, and anything. */
const serverPurposes = ['1.3.6.1.5.5.7.3.1', '2.5.29.37.0'];

/**
 * Follows the issuers of `leaf`, in `others` in any order and in the store. Dates play no part, so that an expired
 * certificate and one that nobody trusts stay two findings.
 */
export function followChain(leaf: X509Certificate, others: readonly X509Certificate[], store: RootStore): ChainVerdict {
  const path = [leaf];
  const left = new Set(others);
  for (let current = leaf; ; ) {
    const trust = endsAt(current, path.length === 1, store);
    if (trust) return { trust: trust === 'complete' && !isForServers(leaf) ? 'invalid' : trust, path };
    const named = [...left].filter((other) => namesIssuer(other, current));
    const issuer = named.find((other) => isSignedBy(current, other));
    if (!issuer) return { trust: named.length > 0 ? 'invalid' : missingIssuer(leaf), path };
    if (!issuer.ca) return { trust: 'invalid', path };
    left.delete(issuer);
    path.push(issuer);
    current = issuer;
  }
}

/** Public authorities name their own certificate in all that they issue (Baseline Requirements, 7.1.2.7.7). */
function missingIssuer({ infoAccess }: X509Certificate): ChainTrust {
  // Node's type says it is always there.
  return (infoAccess as string | undefined) === undefined ? 'private_authority' : 'incomplete';
}

function endsAt(certificate: X509Certificate, isLeaf: boolean, store: RootStore): ChainTrust | null {
  if (store.contains(certificate) || store.issued(certificate)) return 'complete';
  if (isSelfSigned(certificate)) return isLeaf ? 'self_signed' : 'untrusted_root';
  return null;
}

export function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer && isSignedBy(certificate, certificate);
}

function isForServers({ keyUsage }: X509Certificate): boolean {
  // Node's name for the extended key usage; its type says it is always there.
  const purposes = keyUsage as readonly string[] | undefined;
  return purposes === undefined || purposes.some((purpose) => serverPurposes.includes(purpose));
}

function isIssuer(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return namesIssuer(issuer, certificate) && isSignedBy(certificate, issuer);
}

function namesIssuer(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return certificate.checkIssued(issuer);
}

/** A key that cannot be read has signed nothing. */
function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}
