import { isIP } from 'node:net';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { plainText } from '../../common/text.ts';
import type { PortalReach } from '../../core/operation/tables/identity.ts';
import { canonicalAddress } from '../../engines/address-policy/address-policy.ts';
import { isLoopbackDomain } from '../../platform/http/request-host.ts';

/** The questions that are put to DNS; `Resolver` of node:dns/promises answers them. */
export interface AddressResolver {
  resolveCname(name: string): Promise<string[]>;
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
}

export interface ReachTools {
  readonly resolver: AddressResolver;
  /** Whether this installation connects to an address, in its canonical spelling: whoever claims a domain chooses where it leads. */
  readonly mayConnect: (address: string) => boolean;
  readonly port: number;
  /** Certificates in PEM that are trusted instead of those that Node.js trusts; null: those. */
  readonly authorities: readonly string[] | null;
  /** Of PUBLIC_URL; null without one. */
  readonly publicHost: string | null;
}

/** Where portals are. */
export const portalPort = 443;

const timeoutMs = 6_000;
const maxAddresses = 10;
const maxNames = 20;
const maxNameLength = 253;
/** Of those that a name has, so many are tried. */
const triedAddresses = 2;
/** No such name; no record of that type. */
const definite = new Set(['ENOTFOUND', 'ENODATA']);

type Dns = PortalReach['dns'];
type Tls = PortalReach['tls'];

/**
 * Where a portal domain leads, and what certificate answers there, as seen from here. Never throws; takes a quarter of a minute at
 * most.
 * @param target the name that it should lead to; null: none is known
 */
export async function lookAtPortal(tools: ReachTools, domain: string, target: string | null): Promise<PortalReach> {
  const [cname, found, expected] = await Promise.all([
    cnameOf(tools, domain),
    addressesOf(tools, domain),
    target === null ? null : addressesOf(tools, target),
  ]);
  const addresses = found ?? [];
  const dns: Dns = { state: stateOf({ cname, found, target, expected }), cname, addresses };
  if (found === null) return { dns, tls: withoutCertificate('unknown') };
  const allowed = addresses.filter(tools.mayConnect);
  if (allowed.length === 0) return { dns, tls: withoutCertificate(found.length === 0 ? 'unreachable' : 'refused') };
  for (const address of allowed.slice(0, triedAddresses)) {
    const seen = await handshake(tools, domain, address);
    if (seen !== null) return { dns, tls: seen };
  }
  return { dns, tls: withoutCertificate('unreachable') };
}

interface Looked {
  readonly cname: string | null;
  /** Null: the name servers did not say. */
  readonly found: readonly string[] | null;
  readonly target: string | null;
  readonly expected: readonly string[] | null;
}

function stateOf({ cname, found, target, expected }: Looked): Dns['state'] {
  if (found === null) return 'unanswered';
  if (found.length === 0) return 'absent';
  if (target === null) return 'resolves';
  if (cname === target) return 'here';
  if (expected === null || expected.length === 0) return 'resolves';
  return found.every((address) => expected.includes(address)) ? 'here' : 'elsewhere';
}

async function cnameOf({ resolver }: ReachTools, domain: string): Promise<string | null> {
  const [cname] = (await asked(resolver.resolveCname(domain))) ?? [];
  return cname === undefined ? null : shown(cname.toLowerCase().replace(/\.$/, ''));
}

/** IPv4 first: it is what every server has. Null: the name servers did not say. */
async function addressesOf({ resolver }: ReachTools, name: string): Promise<string[] | null> {
  if (isIP(name) !== 0) return [name];
  if (isLoopbackDomain(name)) return ['127.0.0.1'];
  const answers = await Promise.all([asked(resolver.resolve4(name)), asked(resolver.resolve6(name))]);
  const known = answers.filter((answer) => answer !== null);
  const addresses = known.flat().flatMap((text) => canonicalAddress(text) ?? []);
  return addresses.length === 0 && known.length < answers.length ? null : addresses.slice(0, maxAddresses);
}

/** Empty when there is none, null when that is not known. */
async function asked(question: Promise<string[]>): Promise<string[] | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), timeoutMs);
  try {
    return await Promise.race([question, late.promise]);
  } catch (error) {
    return definite.has((error as { code?: string }).code ?? '') ? [] : null;
  } finally {
    clearTimeout(timer);
  }
}

/** What certificate answers at an address; null when none does. */
async function handshake({ port, authorities }: ReachTools, domain: string, host: string): Promise<Tls | null> {
  const socket = connect({
    host,
    port,
    ...(isIP(domain) === 0 ? { servername: domain } : {}),
    ...(authorities === null ? {} : { ca: [...authorities] }),
    // Whatever is wrong with it is what is looked for.
    rejectUnauthorized: false,
  });
  try {
    return await new Promise<Tls | null>((resolve) => {
      socket.setTimeout(timeoutMs, () => resolve(null));
      // A server that sends slowly enough is never silent.
      const timer = setTimeout(() => resolve(null), timeoutMs);
      socket.once('secureConnect', () => resolve(seenOn(socket)));
      // For good: it may be reset after the result.
      socket.on('error', () => resolve(null));
      socket.once('close', () => {
        clearTimeout(timer);
        resolve(null);
      });
    });
  } finally {
    socket.destroy();
  }
}

function seenOn(socket: TLSSocket): Tls {
  const certificate = socket.getPeerCertificate() as Partial<PeerCertificate>;
  const names = (certificate.subjectaltname ?? '')
    .split(', ')
    .flatMap((entry) => (entry.startsWith('DNS:') ? [shown(entry.slice(4))] : []));
  const issuer = certificate.issuer?.O ?? certificate.issuer?.CN ?? null;
  const expires = new Date(certificate.valid_to ?? '');
  return {
    state: socket.authorized ? 'valid' : faultOf(String(socket.authorizationError)),
    names: names.slice(0, maxNames),
    issuer: issuer === null ? null : shown([issuer].flat().join(', ')),
    expires_at: Number.isNaN(expires.getTime()) ? null : expires.toISOString(),
  };
}

function faultOf(error: string): Tls['state'] {
  if (error.includes('CERT_HAS_EXPIRED')) return 'expired';
  return error.includes('ERR_TLS_CERT_ALTNAME_INVALID') || error.includes('does not match')
    ? 'other_name'
    : 'untrusted';
}

function withoutCertificate(state: Tls['state']): Tls {
  return { state, names: [], issuer: null, expires_at: null };
}

/** Strangers write it. */
function shown(text: string): string {
  return plainText(text).slice(0, maxNameLength);
}
