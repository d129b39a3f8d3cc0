import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { addressBytes } from '../../common/ip-bytes.ts';

/** A set of addresses that was built once: looking one up takes some twenty comparisons, whatever the number of networks. */
export interface AddressSet {
  /** @param address canonical text, as canonicalAddress returns it */
  has(address: string): boolean;
}

/**
 * @param entries IP addresses and CIDRs; bits behind the prefix are ignored
 * @throws RangeError naming an entry that is neither
 */
export function addressSet(entries: Iterable<string>): AddressSet {
  const networks = [...entries].map(parseNetwork);
  const [v4, v6] = [4, 6].map((version) => merged(networks.filter((network) => network.version === version)));
  return {
    has(address) {
      const { version, number } = read(address);
      return covers(version === 6 ? v6! : v4!, number);
    },
  };
}

/**
 * One spelling for each network: the address with zero bits behind the prefix, and the prefix always.
 * @throws RangeError when it is neither an address nor a CIDR
 */
export function canonicalNetwork(entry: string): string {
  const { version, first, prefix } = parseNetwork(entry);
  const bytes = Array.from({ length: bitsOf[version] / 8 }, (_, byte) =>
    Number((first >> BigInt(bitsOf[version] - 8 * (byte + 1))) & 0xffn),
  );
  const address = ipaddr.fromByteArray(bytes);
  return `${address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString()}/${prefix}`;
}

const bitsOf = { 4: 32, 6: 128 } as const;
/** ::ffff:0:0/96, in which every IPv4 address has another spelling. */
const ipv4Mapped = { first: 0xffff_0000_0000n, prefix: 96 } as const;

interface Network {
  readonly version: 4 | 6;
  readonly prefix: number;
  readonly first: bigint;
  readonly last: bigint;
}

function parseNetwork(entry: string): Network {
  const [address = '', prefixText, ...rest] = entry.split('/');
  const version = isIP(address) as 0 | 4 | 6;
  const bits = version === 0 ? 0 : bitsOf[version];
  const prefix = prefixText === undefined ? bits : Number(prefixText);
  if (version === 0 || rest.length > 0 || address.includes('%') || !/^\d+$/.test(prefixText ?? '0') || prefix > bits)
    throw new RangeError(`"${entry}" is neither an IP address nor a CIDR.`);
  const size = 1n << BigInt(bits - prefix);
  const first = (numberOf(address) / size) * size;
  const last = first + size - 1n;
  const isMapped = version === 6 && prefix >= ipv4Mapped.prefix && first >> 32n === ipv4Mapped.first >> 32n;
  if (!isMapped) return { version, prefix, first, last };
  return {
    version: 4,
    prefix: prefix - ipv4Mapped.prefix,
    first: first - ipv4Mapped.first,
    last: last - ipv4Mapped.first,
  };
}

interface ReadAddress {
  readonly address: string;
  readonly version: 4 | 6;
  readonly number: bigint;
}

/** A verdict asks several sets about the same address, one after another. */
let lastRead: ReadAddress | null = null;

function read(address: string): ReadAddress {
  if (lastRead?.address !== address)
    lastRead = { address, version: isIP(address) === 6 ? 6 : 4, number: numberOf(address) };
  return lastRead;
}

function numberOf(address: string): bigint {
  return addressBytes(address).reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

interface Interval {
  readonly first: bigint;
  readonly last: bigint;
}

/** Sorted, and without any that overlap. */
function merged(networks: readonly Interval[]): readonly Interval[] {
  const intervals: { first: bigint; last: bigint }[] = [];
  for (const { first, last } of networks.toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))) {
    const before = intervals.at(-1);
    if (before === undefined || first > before.last) intervals.push({ first, last });
    else if (last > before.last) before.last = last;
  }
  return intervals;
}

function covers(intervals: readonly Interval[], number: bigint): boolean {
  let [low, high] = [0, intervals.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (intervals[middle]!.last < number) low = middle + 1;
    else high = middle;
  }
  return low < intervals.length && intervals[low]!.first <= number;
}
