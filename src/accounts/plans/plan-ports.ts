import type { PortSelection } from '../../engines/port-scanner/port-scanner.ts';
import { namedPortSet, RISK_TABLE_UDP_PORTS } from '../../engines/port-scanner/port-sets.ts';
import { udpProbes } from '../../engines/service-identification/udp/udp-probes.ts';
import { defaultScans, type Plan } from './plan-catalogue.ts';

/** UDP ports that can be judged: silence from the others would say nothing. */
const udpPorts = RISK_TABLE_UDP_PORTS.filter((port) => udpProbes.has(port));

const mostPortSets = 100;
/** Shared by all that ask for the same: half a megabyte for a full range, whatever the number of scans. */
const portSets = new Map<string, readonly number[]>();

function tcpPorts(text: string): readonly number[] {
  const known = portSets.get(text);
  if (known !== undefined) return known;
  if (portSets.size === mostPortSets) portSets.clear();
  const ports = namedPortSet(text);
  portSets.set(text, ports);
  return ports;
}

/** The ports that a scan by the plan asks. */
export function portsOf({ ports, protocols }: Pick<Plan, 'ports' | 'protocols'>): PortSelection {
  return { tcp: tcpPorts(ports), udp: protocols === 'tcp+udp' ? udpPorts : [] };
}

/** What a plan that says nothing looks at, and what it leaves out: for everybody who reads what is scanned. */
export const defaultCoverageText =
  `By default the ${portsOf(defaultScans).tcp.length} most common TCP ports are asked (${defaultScans.ports}), and no UDP. ` +
  'What listens elsewhere, such as on 51820/tcp, is not seen and raises no alert; a plan with ports full asks all 65,535, ' +
  `and one with protocols tcp+udp the ${udpPorts.length} UDP services of the risk table that can be judged.`;
