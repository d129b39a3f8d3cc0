import {
  type HostScanRequest,
  type HostScanResult,
  type PortResult,
  type PortScanner,
  type PortSelection,
  type Protocol,
  ScanEngineError,
} from './port-scanner.ts';

const PROTOCOLS: readonly Protocol[] = ['tcp', 'udp'];

/**
 * One scanner out of two: each protocol's ports go to its own engine, both at the same time. When the machine is at fault for
 * one protocol only, that one's ports stay uncovered; the scan is rejected when there is nothing else to report.
 */
export function combineScanners(scanners: Readonly<Record<Protocol, PortScanner>>): PortScanner {
  return {
    name: `${scanners.tcp.name}+${scanners.udp.name}`,
    protocols: PROTOCOLS,
    scan: (request) => scanBoth(scanners, request),
    close: async () => {
      await Promise.all(PROTOCOLS.map((protocol) => scanners[protocol].close()));
    },
  };
}

async function scanBoth(
  scanners: Readonly<Record<Protocol, PortScanner>>,
  request: HostScanRequest,
): Promise<HostScanResult> {
  const asked = PROTOCOLS.filter((protocol) => request.ports[protocol].length > 0);
  // An empty request goes to an engine all the same: it checks the address.
  const involved = asked.length > 0 ? asked : PROTOCOLS.slice(0, 1);
  const endings = await Promise.allSettled(
    involved.map((protocol) => scanners[protocol].scan(only(protocol, request))),
  );
  const failures = endings.filter((ending) => ending.status === 'rejected').map(({ reason }) => reason as unknown);
  const otherFailure = failures.find((reason) => !(reason instanceof ScanEngineError));
  if (otherFailure !== undefined) throw otherFailure;
  const results = endings.filter((ending) => ending.status === 'fulfilled').map(({ value }) => value);
  if (results.length === 0) throw failures[0];
  return new CombinedResult(request, results);
}

/** The request with one protocol's ports. Two engines side by side share the target's ceiling. */
function only(protocol: Protocol, request: HostScanRequest): HostScanRequest {
  const select = (ports: PortSelection): PortSelection => ({ tcp: [], udp: [], [protocol]: ports[protocol] });
  const sharesTarget = PROTOCOLS.every((each) => request.ports[each].length > 0);
  const { knownOpen, maxPacketsPerSecond } = request;
  return {
    ...request,
    ports: select(request.ports),
    knownOpen: knownOpen && select(knownOpen),
    maxPacketsPerSecond:
      maxPacketsPerSecond === undefined || !sharesTarget ? maxPacketsPerSecond : shareOf(protocol, maxPacketsPerSecond),
  };
}

/** A tenth is plenty for the few dozen UDP ports that can be asked at all. */
function shareOf(protocol: Protocol, packetsPerSecond: number): number {
  return packetsPerSecond * (protocol === 'udp' ? 0.1 : 0.9);
}

class CombinedResult implements HostScanResult {
  readonly address: string;
  readonly engine: string;
  readonly hostAnswered: boolean;
  readonly open: readonly PortResult[];
  readonly coveredPorts: number;
  readonly requestedPorts: number;
  readonly durationMs: number;
  readonly #results: readonly HostScanResult[];

  /** @param results At most one per protocol, TCP first */
  constructor({ address, ports }: HostScanRequest, results: readonly HostScanResult[]) {
    this.address = address;
    this.engine = results.map(({ engine }) => engine).join('+');
    this.hostAnswered = results.some(({ hostAnswered }) => hostAnswered);
    this.open = results.flatMap(({ open }) => open);
    this.coveredPorts = results.reduce((total, { coveredPorts }) => total + coveredPorts, 0);
    this.requestedPorts = ports.tcp.length + ports.udp.length;
    this.durationMs = Math.max(...results.map(({ durationMs }) => durationMs));
    this.#results = results;
  }

  stateOf(protocol: Protocol, port: number): PortResult | undefined {
    for (const result of this.#results) {
      const state = result.stateOf(protocol, port);
      if (state !== undefined) return state;
    }
    return undefined;
  }
}
