import ipaddr from 'ipaddr.js';

export type Family = 4 | 6;

/** An IP address as the bytes of a packet. */
export interface IpAddress {
  readonly text: string;
  readonly family: Family;
  /** 4 or 16 bytes, in network order. */
  readonly bytes: Uint8Array;
  /** What addresses whose hosts are likely to share a link and a firewall have in common: the /24 of IPv4, the /64 of IPv6. */
  readonly network: string;
}

/** @param text canonical IPv4 or IPv6 text */
export function parseIpAddress(text: string): IpAddress {
  const bytes = addressBytes(text);
  const family = bytes.length === 4 ? 4 : 6;
  const prefix = bytes.subarray(0, family === 4 ? 3 : 8);
  return { text, family, bytes, network: Buffer.from(prefix).toString('hex') };
}

/** 4 or 16 bytes, in network order. @param text canonical IPv4 or IPv6 text */
export function addressBytes(text: string): Uint8Array {
  return Uint8Array.from(ipaddr.parse(text).toByteArray());
}

/** The `network` of an address. @param text canonical IPv4 or IPv6 text */
export function networkOf(text: string): string {
  return parseIpAddress(text).network;
}
