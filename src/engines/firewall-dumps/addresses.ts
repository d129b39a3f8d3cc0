import { isIPv6 } from 'node:net';
import { type Intervals, type Point, toIntervals } from './intervals.ts';

export type Family = 'ipv4' | 'ipv6';

/** Addresses of one family: numbers of IPv4, because there are many of them, and bigints of IPv6. */
export type AddressSet = Intervals<Point>;

const widths: Readonly<Record<Family, number>> = { ipv4: 32, ipv6: 128 };

/** Every address of a family. */
export const everyAddress: Readonly<Record<Family, AddressSet>> = {
  ipv4: [0, 2 ** 32],
  ipv6: [0n, 1n << 128n],
};

export interface AddressRange {
  readonly family: Family;
  readonly start: Point;
  /** Not part of it. */
  readonly end: Point;
}

export interface Address {
  readonly family: Family;
  readonly value: Point;
}

/** An address, `address/length`, `address/mask` or `first-last`; null: none of these. */
export function parseAddressRange(text: string): AddressRange | null {
  const dash = text.indexOf('-');
  if (dash > 0) {
    const [first, last] = [parseAddress(text.slice(0, dash)), parseAddress(text.slice(dash + 1))];
    if (!first || !last || first.family !== last.family || last.value < first.value) return null;
    return { family: first.family, start: first.value, end: plus(last.value, 1) };
  }
  const slash = text.indexOf('/');
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash));
  if (!address) return null;
  const { family } = address;
  const length = slash < 0 ? widths[family] : prefixLength(text.slice(slash + 1), family);
  return length === null ? null : prefixRange(address, length);
}

/** One address; null: it is none. */
export function parseAddress(text: string): Address | null {
  const ipv4 = parseIpv4(text);
  if (ipv4 !== null) return { family: 'ipv4', value: ipv4 };
  // net.isIPv6 is slow, and most words are no addresses.
  if (!text.includes(':') || text.length > 45 || text.includes('%') || !isIPv6(text)) return null;
  return { family: 'ipv6', value: ipv6Number(text) };
}

export function toAddressSet(ranges: readonly AddressRange[]): AddressSet {
  return toIntervals(ranges.map(({ start, end }) => [start, end]));
}

/** The set of one address. */
export function singleton(value: Point): AddressSet {
  return [value, plus(value, 1)];
}

function plus(value: Point, more: number): Point {
  return typeof value === 'bigint' ? value + BigInt(more) : value + more;
}

function prefixRange({ family, value }: Address, length: number): AddressRange {
  if (typeof value === 'bigint') {
    const size = 1n << BigInt(widths[family] - length);
    const start = value - (value % size);
    return { family, start, end: start + size };
  }
  const size = 2 ** (widths[family] - length);
  const start = value - (value % size);
  return { family, start, end: start + size };
}

/** A mask with a hole in it has no length, and null. */
function prefixLength(text: string, family: Family): number | null {
  if (/^\d{1,3}$/.test(text)) return Number(text) <= widths[family] ? Number(text) : null;
  const mask = parseAddress(text);
  if (mask?.family !== family) return null;
  const bits = mask.value.toString(2).padStart(widths[family], '0');
  const length = bits.indexOf('0') < 0 ? bits.length : bits.indexOf('0');
  return bits.indexOf('1', length) < 0 ? length : null;
}

const [zero, nine, dot] = [48, 57, 46];

/** Four decimal octets without leading zeros; null: something else. */
function parseIpv4(text: string): number | null {
  if (text.length < 7 || text.length > 15) return null;
  let [value, octet, digits, dots] = [0, 0, 0, 0];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === dot) {
      if (digits === 0 || dots === 3) return null;
      value = value * 256 + octet;
      [octet, digits, dots] = [0, 0, dots + 1];
    } else if (code >= zero && code <= nine) {
      if (digits > 0 && octet === 0) return null;
      octet = octet * 10 + code - zero;
      digits += 1;
      if (octet > 255) return null;
    } else return null;
  }
  return dots === 3 && digits > 0 ? value * 256 + octet : null;
}

function ipv6Number(text: string): bigint {
  const colon = text.lastIndexOf(':');
  const tail = parseIpv4(text.slice(colon + 1));
  if (tail !== null)
    return ipv6Number(`${text.slice(0, colon)}:${(tail >>> 16).toString(16)}:${(tail & 0xffff).toString(16)}`);
  const [head = '', rest] = text.split('::') as [string, string?];
  const before = head === '' ? [] : head.split(':');
  const after = rest === undefined || rest === '' ? [] : rest.split(':');
  const zeros = rest === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

/** The addresses that a server on the internet can be called from: what is left out has no host of strangers. */
const strangers: Readonly<Record<Family, AddressSet>> = {
  ipv4: [2 ** 24, 224 * 2 ** 24],
  ipv6: [0x2000n << 112n, 0x4000n << 112n],
};

/** Which part of the world's addresses a set has, 0 to 1. */
export function shareOfWorld(addresses: AddressSet, family: Family): number {
  const [worldStart, worldEnd] = strangers[family] as [Point, Point];
  let size = 0;
  for (let i = 0; i < addresses.length; i += 2) {
    const start = addresses[i]! > worldStart ? addresses[i]! : worldStart;
    const end = addresses[i + 1]! < worldEnd ? addresses[i + 1]! : worldEnd;
    if (start < end) size += distance(start, end);
  }
  return size / distance(worldStart, worldEnd);
}

/** How many addresses there are; of IPv6 about. */
function distance(start: Point, end: Point): number {
  return typeof start === 'bigint' ? Number(BigInt(end) - start) : Number(end) - start;
}

const listedRanges = 10;

/** `10.0.0.0/8, 192.0.2.1-192.0.2.9`, and of a long list how many more ranges there are. */
export function describeAddresses(
  addresses: AddressSet,
  family: Family,
): { readonly addresses: string; readonly more: number } {
  const texts: string[] = [];
  for (let i = 0; i < addresses.length && texts.length < listedRanges; i += 2) {
    texts.push(describeRange(BigInt(addresses[i]!), BigInt(addresses[i + 1]!), family));
  }
  return { addresses: texts.join(', '), more: addresses.length / 2 - texts.length };
}

function describeRange(start: bigint, end: bigint, family: Family): string {
  const size = end - start;
  if (size === 1n) return addressText(start, family);
  const length = widths[family] - (size.toString(2).length - 1);
  const isPrefix = (size & (size - 1n)) === 0n && start % size === 0n;
  if (isPrefix) return `${addressText(start, family)}/${length}`;
  return `${addressText(start, family)}-${addressText(end - 1n, family)}`;
}

function addressText(value: bigint, family: Family): string {
  if (family === 'ipv4') return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
