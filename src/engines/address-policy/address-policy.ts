import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { addressSet } from './address-set.ts';

/**
 * What may be done with an address (decisions §2.2).
 * - `scan`: monitored and scanned.
 * - `keep`: accepted, never scanned.
 * - `exclude`: the same, because the operator excluded it.
 * - `refuse`: not accepted at all.
 */
export type AddressVerdict = 'scan' | 'keep' | 'exclude' | 'refuse';

/** Addresses that are never a customer's server: loopback, unspecified, link-local, multicast, broadcast, cloud metadata. */
const refused = addressSet([
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Metadata services outside of link-local space: Alibaba, Azure, Oracle, AWS and Google over IPv6.
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
  // Unspecified, loopback and the IPv4-compatible addresses around them.
  '::/96',
  'fe80::/10',
  'ff00::/8',
]);

/** Where servers of the public Internet are: IPv6 beyond 2000::/3 is private, reserved, or carries an IPv4 address within. */
const globalUnicast = addressSet(['0.0.0.0/0', '2000::/3']);

/** What is no public server's within it: IANA's registries of special-purpose addresses, IPv4 and IPv6. */
const specialPurpose = addressSet([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // IETF protocol assignments: Teredo, benchmarking, AMT, AS112, ORCHID and its second version, and drones.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);

/** Stands for every public address in an allow list. */
const publicAddresses = 'public';

export interface AddressPolicy {
  /** @param address canonical text, as canonicalAddress returns it */
  verdict(address: string): AddressVerdict;
}

/**
 * @param allow CIDRs, addresses or `public`: when given, exactly what it covers is scanned, whatever kind of address it is;
 *   null: public addresses are scanned and nothing else
 * @param isExcluded what the operator wants to be never scanned, whatever is allowed; asked anew for every verdict
 * @throws RangeError naming an entry that is neither
 */
export function createAddressPolicy(
  allow: readonly string[] | null,
  isExcluded: (address: string) => boolean = () => false,
): AddressPolicy {
  const allowed = addressSet((allow ?? []).filter((entry) => entry !== publicAddresses));
  const scansPublic = allow === null || allow.includes(publicAddresses);
  const byKind = (address: string) => {
    if (allowed.has(address)) return 'scan';
    if (refused.has(address)) return 'refuse';
    return scansPublic && isPublic(address) ? 'scan' : 'keep';
  };
  return {
    verdict(address) {
      const verdict = byKind(address);
      return verdict !== 'refuse' && isExcluded(address) ? 'exclude' : verdict;
    },
  };
}

function isPublic(address: string): boolean {
  return globalUnicast.has(address) && !specialPurpose.has(address);
}

/**
 * One spelling for each address: IPv6 compressed as in RFC 5952, IPv4-mapped IPv6 as IPv4.
 * @returns null for anything but a single address: zone ids, leading-zero octets, integers and CIDRs included
 */
export function canonicalAddress(text: string): string | null {
  // isIP first: ipaddr.js alone would read 010.0.0.1 as octal and 2130706433 as an address.
  if (isIP(text) === 0 || text.includes('%')) return null;
  const parsed = ipaddr.process(text);
  return parsed instanceof ipaddr.IPv6 ? parsed.toRFC5952String() : parsed.toString();
}

/**
 * Where requests go that others choose the target of: to public addresses, and to those that the operator admits. What is scanned
 * has no say in it.
 * @param admitted CIDRs and addresses
 * @returns what judges an address in any spelling
 * @throws RangeError naming an entry that is neither
 */
export function createOutboundPolicy(
  admitted: readonly string[],
): (address: string) => 'public' | 'admitted' | 'denied' {
  const admittedAddresses = addressSet(admitted);
  return (text) => {
    const address = canonicalAddress(text);
    if (address === null) return 'denied';
    if (admittedAddresses.has(address)) return 'admitted';
    return !refused.has(address) && isPublic(address) ? 'public' : 'denied';
  };
}
