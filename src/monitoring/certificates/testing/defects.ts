import type { TlsFacts } from '../../../engines/service-identification/tls/tls-facts.ts';
import { certificate } from './tls-facts.ts';

/** What can be wrong with the TLS of a port, each with what a scan sees of it. */
export const defects = {
  expired: { chain: [certificate(-400, -1)] },
  expires: { chain: [certificate(-362, 3)] },
  intermediateExpires: { chain: [certificate(-100, 265), certificate(-900, 3, { subject: 'CN=Middle' })] },
  notYetValid: { chain: [certificate(2, 90)] },
  otherName: { nameMatches: false },
  nameRefused: { nameMatches: false, serverNameRefused: true },
  incomplete: { trust: 'incomplete' },
  privateAuthority: { trust: 'private_authority' },
  selfSigned: { trust: 'self_signed' },
  untrustedRoot: { trust: 'untrusted_root' },
  invalid: { trust: 'invalid' },
  obsolete: { obsoleteProtocol: 'TLSv1' },
  outdated: { protocol: 'TLSv1.1', obsoleteProtocol: 'TLSv1.1' },
} as const satisfies Readonly<Record<string, Partial<TlsFacts>>>;
