import type {
  HostScanResult,
  PortResult,
  PortScanner,
  PortSelection,
  Protocol,
} from '../../engines/port-scanner/port-scanner.ts';

export interface ScannedPort {
  readonly protocol: Protocol;
  readonly port: number;
}

/** One endpoint as the engine is asked about it. */
export interface LookTarget {
  readonly address: string;
  /** Ports that earlier scans saw open. */
  readonly knownOpen: readonly ScannedPort[];
  readonly maxPacketsPerSecond: number;
}

/**
 * Asks the engine about ports of a target. Protocols that the engine does not speak are left out, so that they leave a scan
 * whole: nothing is said of their ports.
 */
export async function lookAt(
  scanner: PortScanner,
  target: LookTarget,
  ports: PortSelection,
  signal: AbortSignal,
): Promise<HostScanResult> {
  return scanner.scan({
    address: target.address,
    ports: spokenBy(scanner, ports),
    knownOpen: spokenBy(scanner, selectionOf(target.knownOpen)),
    maxPacketsPerSecond: target.maxPacketsPerSecond,
    signal,
  });
}

function spokenBy({ protocols }: PortScanner, { tcp, udp }: PortSelection): PortSelection {
  return { tcp: protocols.includes('tcp') ? tcp : [], udp: protocols.includes('udp') ? udp : [] };
}

export function selectionOf(ports: readonly ScannedPort[]): PortSelection {
  const of = (protocol: Protocol) => ports.filter((port) => port.protocol === protocol).map(({ port }) => port);
  return { tcp: ascending(of('tcp')), udp: ascending(of('udp')) };
}

/** The selection with further ports. What needs no change is not copied: a full range is 65,535 numbers for each scan. */
export function withPorts(selection: PortSelection, more: readonly ScannedPort[]): PortSelection {
  const further = selectionOf(more);
  return { tcp: union(selection.tcp, further.tcp), udp: union(selection.udp, further.udp) };
}

function union(ports: readonly number[], more: readonly number[]): readonly number[] {
  if (more.length === 0) return ports;
  const all = new Set(ports);
  return more.every((port) => all.has(port)) ? ports : ascending([...ports, ...more]);
}

/** Each once. */
function ascending(ports: readonly number[]): number[] {
  return [...new Set(ports)].sort((a, b) => a - b);
}

export function stateOf(result: HostScanResult, port: ScannedPort): PortResult['state'] | undefined {
  return result.stateOf(port.protocol, port.port)?.state;
}
