import ipaddr from 'ipaddr.js';

const networkBits = 64;
const siteBits = 48;

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 one, since whoever has one address of a /64 has all of them. An
 * IPv4-mapped address is the IPv4 address.
 * @param address as the request came from; what is no address counts as itself
 */
export function clientNetwork(address: string): string {
  const parsed = parse(address);
  if (parsed === null) return address;
  return parsed.kind() === 'ipv4' ? parsed.toString() : prefixOf(parsed, networkBits);
}

/** The /48 of an IPv6 client, which is what a customer of an access provider may have; null for IPv4. */
export function clientSite(address: string): string | null {
  const parsed = parse(address);
  return parsed === null || parsed.kind() === 'ipv4' ? null : prefixOf(parsed, siteBits);
}

/** A client's address as people know it: IPv4 is IPv4, whatever socket it came by. */
export function plainAddress(address: string): string {
  return parse(address)?.toString() ?? address;
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(address) ? ipaddr.process(address) : null;
}

function prefixOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().fill(0, bits / 8);
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
