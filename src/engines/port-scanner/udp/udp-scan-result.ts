import type { HostScanRequest, HostScanResult, PortResult, Protocol } from '../port-scanner.ts';

export const UDP_ENGINE = 'udp';

export class UdpScanResult implements HostScanResult {
  readonly engine = UDP_ENGINE;
  readonly address: string;
  readonly hostAnswered: boolean;
  readonly open: readonly PortResult[];
  readonly coveredPorts: number;
  readonly requestedPorts: number;
  readonly durationMs: number;
  readonly #resultOfPort: ReadonlyMap<number, PortResult>;

  /** @param covered In ascending order of ports */
  constructor(request: HostScanRequest, covered: readonly PortResult[], durationMs: number) {
    this.address = request.address;
    this.requestedPorts = request.ports.tcp.length + request.ports.udp.length;
    this.coveredPorts = covered.length;
    this.open = covered.filter(({ state }) => state === 'open');
    this.hostAnswered = covered.some(({ evidence }) => evidence === 'answer' || evidence === 'refused');
    this.durationMs = durationMs;
    this.#resultOfPort = new Map(covered.map((result) => [result.port, result]));
  }

  stateOf(protocol: Protocol, port: number): PortResult | undefined {
    return protocol === 'udp' ? this.#resultOfPort.get(port) : undefined;
  }
}
