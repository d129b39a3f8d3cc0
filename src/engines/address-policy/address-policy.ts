import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * What may be done with an address (decisions §2.2).
 * - `scan`: monitored and scanned.
 * - `keep`: accepted, never scanned.
 * - `refuse`: not accepted at all.
 */
export type AddressVerdict = 'scan' | 'keep' | 'refuse';

/** Addresses that are never a customer's server: loopback, unspecified, link-local, multicast, broadcast, cloud metadata. */
const refused = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Metadata services outside of link-local space: Alibaba, Azure, Oracle, AWS over IPv6.
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::254/128',
  // Unspecified, loopback and the IPv4-compatible addresses around them.
  '::/96',
  'fe80::/10',
  'ff00::/8',
];

/** Private, documentation and benchmark space (RFC 6890 and its registry), and IPv6 forms that carry an IPv4 address within. */
const keptUnscanned = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  'fc00::/7',
  'fec0::/10',
  '100::/64',
  '2001::/32',
  '2001:2::/48',
  '2001:db8::/32',
  '3fff::/20',
  '2002::/16',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
];

/** Stands for every public address in an allow list. */
const publicAddresses = 'public';

export interface AddressPolicy {
  /** @param address canonical text, as canonicalAddress returns it */
  verdict(address: string): AddressVerdict;
}

/**
 * @param allow CIDRs, addresses or `public`: when given, exactly what it covers is scanned, whatever kind of address it is;
 *   null: public addresses are scanned and nothing else
 * @throws RangeError naming an entry that is neither
 */
export function createAddressPolicy(allow: readonly string[] | null): AddressPolicy {
  const refusedList = blockList(refused);
  const keptList = blockList(keptUnscanned);
  const allowList = blockList((allow ?? []).filter((entry) => entry !== publicAddresses));
  const scansPublic = allow === null || allow.includes(publicAddresses);
  return {
    verdict(address) {
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (allowList.check(address, family)) return 'scan';
      if (refusedList.check(address, family)) return 'refuse';
      return scansPublic && !keptList.check(address, family) ? 'scan' : 'keep';
    },
  };
}

function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const version = isIP(address);
    const bits = prefix === undefined ? (version === 6 ? 128 : 32) : Number(prefix);
    const fits = /^\d*$/.test(prefix ?? '') && bits <= (version === 6 ? 128 : 32);
    if (version === 0 || !fits) throw new RangeError(`"${entry}" is neither an IP address nor a CIDR.`);
    list.addSubnet(address, bits, version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
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
