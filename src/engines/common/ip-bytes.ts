import ipaddr from 'ipaddr.js';

/** An address as it stands in a packet: 4 or 16 bytes. @param address Canonical IPv4 or IPv6 text */
export function addressBytes(address: string): readonly number[] {
  return ipaddr.parse(address).toByteArray();
}

/** The network whose hosts are likely to share a link and a firewall: the /24 of an IPv4 address, the /64 of an IPv6 one. */
export function networkOf(address: string): string {
  const bytes = addressBytes(address);
  return bytes.slice(0, bytes.length === 4 ? 3 : 8).join('.');
}
