import ipaddr from 'ipaddr.js';

export type Family = 4 | 6;

/** An IP address as the bytes of a packet. */
export interface IpAddress {
  readonly text: string;
  readonly family: Family;
  /** 4 or 16 bytes, in network order. */
  readonly bytes: Uint8Array;
  /** Addresses with the same prefix, /24 or /64, share a network's pace. */
  readonly network: string;
}

/** @param text Canonical IPv4 or IPv6 text. */
export function parseIpAddress(text: string): IpAddress {
  const parsed = ipaddr.parse(text);
  const bytes = Uint8Array.from(parsed.toByteArray());
  const family = parsed.kind() === 'ipv4' ? 4 : 6;
  const prefix = bytes.subarray(0, family === 4 ? 3 : 8);
  return { text, family, bytes, network: Buffer.from(prefix).toString('hex') };
}

/** Where an address stands in received memory: compared and looked up in place, because there may be 100,000 a second. */
export interface AddressSlice {
  readonly view: DataView;
  readonly offset: number;
  readonly family: Family;
}

/** A number that equal addresses share and few others do. */
export function addressKey({ view, offset, family }: AddressSlice): number {
  const first = view.getUint32(offset);
  if (family === 4) return first;
  let key = first;
  for (let at = 4; at < 16; at += 4) key = Math.imul(key ^ (key >>> 15), 0x2c1b3c6d) ^ view.getUint32(offset + at);
  return key >>> 0;
}

export function equalsAddress({ view, offset, family }: AddressSlice, address: IpAddress): boolean {
  if (family !== address.family) return false;
  for (let index = 0; index < address.bytes.length; index += 1) {
    if (view.getUint8(offset + index) !== address.bytes[index]) return false;
  }
  return true;
}
