import { defaultScans, type ScanProtocols } from '../../accounts/plans/index.ts';
import type { PortSelection } from '../../engines/port-scanner/port-scanner.ts';
import { namedPortSet, RISK_TABLE_UDP_PORTS } from '../../engines/port-scanner/port-sets.ts';
import { udpProbes } from '../../engines/service-identification/udp/udp-probes.ts';

/** What a plan says of an endpoint's scans. */
export interface ScanProfile {
  readonly ports: PortSelection;
  readonly maxPacketsPerSecond: number;
}

/** The columns of the plan that the endpoint's service is on; null throughout when there is none. */
export interface PlannedScans {
  readonly ports: string | null;
  readonly protocols: ScanProtocols | null;
  readonly max_packets_per_second: number | null;
}

/** UDP ports that can be judged: silence from the others would say nothing. */
const udpPorts = RISK_TABLE_UDP_PORTS.filter((port) => udpProbes.has(port));

/**
 * Without a plan: the default ports.
 * @param maxPacketsPerSecond the installation's ceiling per target: a plan can only lower it
 */
export function profileOf(plan: PlannedScans, maxPacketsPerSecond: number): ScanProfile {
  const protocols = plan.protocols ?? defaultScans.protocols;
  return {
    ports: {
      tcp: tcpPorts(plan.ports ?? defaultScans.ports),
      udp: protocols === 'tcp+udp' ? udpPorts : [],
    },
    maxPacketsPerSecond: Math.min(plan.max_packets_per_second ?? maxPacketsPerSecond, maxPacketsPerSecond),
  };
}

const mostPortSets = 100;
/** Shared by all scans that ask for the same: half a megabyte for a full range, whatever the number of scans. */
const portSets = new Map<string, readonly number[]>();

function tcpPorts(text: string): readonly number[] {
  const known = portSets.get(text);
  if (known !== undefined) return known;
  if (portSets.size === mostPortSets) portSets.clear();
  const ports = namedPortSet(text);
  portSets.set(text, ports);
  return ports;
}
