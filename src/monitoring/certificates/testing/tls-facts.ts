import type { TlsCertificate, TlsFacts } from '../../../engines/service-identification/tls/tls-facts.ts';
import type { JudgedPort } from '../judge-certificate.ts';

export const day = 86_400_000;
/** When these tests play. */
export const now = new Date('2026-06-01T00:00:00Z');

/** In days from then. */
export function certificate(beginsIn: number, endsIn: number, rest: Partial<TlsCertificate> = {}): TlsCertificate {
  return {
    subject: 'CN=shop.example.com',
    issuer: 'CN=Authority',
    serialNumber: '01AB',
    sha256: 'ab'.repeat(32),
    notBefore: new Date(now.getTime() + beginsIn * day).toISOString(),
    notAfter: new Date(now.getTime() + endsIn * day).toISOString(),
    selfSigned: false,
    authority: false,
    keyType: 'ec',
    keyBits: 256,
    signatureAlgorithm: 'ecdsa-with-SHA256',
    ...rest,
  };
}

/** A web server with nothing wrong. */
export function tlsFacts(rest: Partial<TlsFacts> = {}): TlsFacts {
  const chain = rest.chain ?? [certificate(-100, 265)];
  return {
    serverName: 'shop.example.com',
    serverNameRefused: false,
    protocol: 'TLSv1.3',
    obsoleteProtocol: 'none',
    startTls: null,
    http: true,
    chain,
    pathLength: chain.length,
    trust: chain.length === 0 ? null : 'complete',
    dnsNames: ['shop.example.com'],
    ipAddresses: [],
    nameMatches: true,
    addressMatches: false,
    otherNames: {},
    ...rest,
  };
}

export function port(rest: Partial<TlsFacts> = {}, number = 443): JudgedPort {
  return { port: number, method: 'probed', tls: true, tlsFacts: tlsFacts(rest) };
}

export const endpoint = { address: '192.0.2.7', hostname: 'shop.example.com' };
