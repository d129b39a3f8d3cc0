import type { HostScanRequest, HostScanResult, PortResult, Protocol } from '../port-scanner.ts';
import { PortIndex } from './port-index.ts';
import { meaningOf, NO_VERDICT, SYN_ACK } from './verdicts.ts';

export const SYN_ENGINE = 'syn';

interface SynFindings {
  /** One per TCP port of the request, in the same order. Kept packed: a full range is 65,535 of them. */
  readonly verdicts: Uint8Array;
  readonly hostAnswered: boolean;
  readonly durationMs: number;
}

export class SynScanResult implements HostScanResult {
  readonly engine = SYN_ENGINE;
  readonly address: string;
  readonly hostAnswered: boolean;
  readonly open: readonly PortResult[];
  readonly coveredPorts: number;
  readonly requestedPorts: number;
  readonly durationMs: number;
  readonly #index: PortIndex;
  readonly #verdicts: Uint8Array;

  constructor({ address, ports }: HostScanRequest, { verdicts, hostAnswered, durationMs }: SynFindings) {
    this.#index = new PortIndex(Uint16Array.from(ports.tcp));
    this.#verdicts = verdicts;
    this.address = address;
    this.hostAnswered = hostAnswered;
    this.durationMs = durationMs;
    this.requestedPorts = ports.tcp.length + ports.udp.length;
    let covered = 0;
    const open: PortResult[] = [];
    for (let index = 0; index < verdicts.length; index += 1) {
      const verdict = verdicts[index] ?? NO_VERDICT;
      if (verdict !== NO_VERDICT) covered += 1;
      if (verdict === SYN_ACK) open.push(this.#resultAt(index, verdict));
    }
    this.coveredPorts = covered;
    this.open = open;
  }

  stateOf(protocol: Protocol, port: number): PortResult | undefined {
    const index = protocol === 'tcp' ? this.#index.of(port) : -1;
    const verdict = index < 0 ? NO_VERDICT : (this.#verdicts[index] ?? NO_VERDICT);
    return verdict === NO_VERDICT ? undefined : this.#resultAt(index, verdict);
  }

  #resultAt(index: number, verdict: number): PortResult {
    return { protocol: 'tcp', port: this.#index.ports[index] ?? 0, ...meaningOf(verdict) };
  }
}
