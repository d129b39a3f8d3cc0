import { PortIndex } from './port-index.ts';
import type { HostScanRequest, HostScanResult, PortResult, Protocol } from './port-scanner.ts';
import { meaningOf, type VerdictMeaning } from './tcp-verdicts.ts';

interface TcpFindings {
  readonly engine: string;
  /** One per TCP port of the request, in the same order. */
  readonly verdicts: Uint8Array;
  readonly hostAnswered: boolean;
  readonly durationMs: number;
}

/** Reads verdicts of one byte per TCP port as a scan result; keeps them packed, because a full range is 65,535 of them. */
export class TcpScanResult implements HostScanResult {
  readonly engine: string;
  readonly address: string;
  readonly hostAnswered: boolean;
  readonly open: readonly PortResult[];
  readonly coveredPorts: number;
  readonly requestedPorts: number;
  readonly durationMs: number;
  readonly #index: PortIndex;
  readonly #verdicts: Uint8Array;

  constructor({ address, ports }: HostScanRequest, { engine, verdicts, hostAnswered, durationMs }: TcpFindings) {
    this.#index = new PortIndex(Uint16Array.from(ports.tcp));
    this.#verdicts = verdicts;
    this.engine = engine;
    this.address = address;
    this.hostAnswered = hostAnswered;
    this.durationMs = durationMs;
    this.requestedPorts = ports.tcp.length + ports.udp.length;
    let covered = 0;
    const open: PortResult[] = [];
    for (let index = 0; index < verdicts.length; index += 1) {
      const meaning = meaningOf(verdicts[index]!);
      if (meaning === undefined) continue;
      covered += 1;
      if (meaning.state === 'open') open.push(this.#resultAt(index, meaning));
    }
    this.coveredPorts = covered;
    this.open = open;
  }

  stateOf(protocol: Protocol, port: number): PortResult | undefined {
    const index = protocol === 'tcp' ? this.#index.of(port) : -1;
    const meaning = index < 0 ? undefined : meaningOf(this.#verdicts[index]!);
    return meaning && this.#resultAt(index, meaning);
  }

  #resultAt(index: number, { state, evidence }: VerdictMeaning): PortResult {
    return { protocol: 'tcp', port: this.#index.ports[index]!, state, evidence };
  }
}
