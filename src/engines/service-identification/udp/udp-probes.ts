import type { Recognition } from '../recogniser.ts';
import { sipUdp, stun } from './calls.ts';
import { db2Discovery, memcachedUdp, mssqlDefaultInstance, mssqlInstances } from './databases.ts';
import {
  appleRemoteDesktop,
  bacnet,
  coap,
  coapResources,
  natPmp,
  slp,
  ssdp,
  ubiquitiDiscovery,
  wsDiscovery,
  xdmcp,
} from './device-discovery.ts';
import { ipmi, ipmiPresence, portmapper, snmp } from './management.ts';
import { dnsRecursion, dnsRootServers, mdns, netbiosNames } from './name-services.ts';
import { ike, ikeBehindNat, openvpn, quic, rdpUdp } from './secure-transports.ts';
import { chargen, ntp, quoteOfTheDay, tftp } from './small-services.ts';
import type { UdpServiceProbe } from './udp-service-probe.ts';

/** What to send to which UDP port, the most telling request first; for a scanner that knows no protocols. */
export const udpProbes: ReadonlyMap<number, readonly UdpServiceProbe[]> = new Map([
  [17, [quoteOfTheDay]],
  [19, [chargen]],
  [53, [dnsRecursion, dnsRootServers]],
  [69, [tftp]],
  [111, [portmapper]],
  [123, [ntp]],
  [137, [netbiosNames]],
  [161, [snmp]],
  [177, [xdmcp]],
  [427, [slp]],
  [443, [quic]],
  [500, ike],
  [523, [db2Discovery]],
  [623, [ipmi, ipmiPresence]],
  [1194, [openvpn]],
  [1434, [mssqlDefaultInstance, mssqlInstances]],
  [1900, [ssdp]],
  [3283, [appleRemoteDesktop]],
  [3389, [rdpUdp]],
  [3478, [stun]],
  [3702, [wsDiscovery]],
  [4500, ikeBehindNat],
  [5060, [sipUdp]],
  [5351, [natPmp]],
  [5353, [mdns]],
  [5683, [coapResources, coap]],
  [10_001, [ubiquitiDiscovery]],
  [11_211, [memcachedUdp]],
  [47_808, [bacnet]],
]);

/** UDP ports of the risk table whose service is silent to strangers by design: no scan from outside can see it. */
export const unobservableUdpPorts: ReadonlyMap<number, string> = new Map([
  [51_820, 'WireGuard answers only to messages that are signed with a key it knows'],
]);

/** Reads an answer to one of a port's probes; null when none of its services says such a thing. */
export function recogniseUdpAnswer(port: number, answer: Uint8Array): Recognition | null {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  for (const probe of udpProbes.get(port) ?? []) {
    const recognition = probe.recognise(bytes);
    if (recognition !== null) return recognition;
  }
  return null;
}
