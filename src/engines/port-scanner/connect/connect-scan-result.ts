import type { HostScanRequest, HostScanResult, PortResult, Protocol } from '../port-scanner.ts';
import { meaningOf } from './connect-protocol.ts';

export const CONNECT_ENGINE = 'connect';

/** Reads verdicts of one byte per TCP port as a scan result; keeps them packed, because a full range is 65,535 of them. */
export class ConnectScanResult implements HostScanResult {
  readonly engine = CONNECT_ENGINE;
  readonly address: string;
  readonly hostAnswered: boolean;
  readonly open: readonly PortResult[];
  readonly coveredPorts: number;
  readonly requestedPorts: number;
  readonly durationMs: number;
  readonly #ports: Uint16Array;
  readonly #verdicts: Uint8Array;

  /** @param verdicts One per TCP port of the request, in the same order. */
  constructor(request: HostScanRequest, verdicts: Uint8Array, durationMs: number) {
    this.#ports = Uint16Array.from(request.ports.tcp);
    this.#verdicts = verdicts;
    this.address = request.address;
    this.requestedPorts = request.ports.tcp.length + request.ports.udp.length;
    this.durationMs = durationMs;
    const open: PortResult[] = [];
    let covered = 0;
    let hostAnswered = false;
    for (let index = 0; index < verdicts.length; index += 1) {
      const meaning = meaningOf(verdicts[index] ?? 0);
      if (meaning === undefined) continue;
      covered += 1;
      hostAnswered ||= meaning.fromTarget;
      if (meaning.state === 'open') open.push({ protocol: 'tcp', port: this.#ports[index] ?? 0, ...statusOf(meaning) });
    }
    this.open = open;
    this.coveredPorts = covered;
    this.hostAnswered = hostAnswered;
  }

  stateOf(protocol: Protocol, port: number): PortResult | undefined {
    if (protocol !== 'tcp') return undefined;
    const index = indexInAscending(this.#ports, port);
    const meaning = index < 0 ? undefined : meaningOf(this.#verdicts[index] ?? 0);
    return meaning && { protocol, port, ...statusOf(meaning) };
  }
}

function statusOf({ state, evidence }: Pick<PortResult, 'state' | 'evidence'>): Pick<PortResult, 'state' | 'evidence'> {
  return { state, evidence };
}

function indexInAscending(values: Uint16Array, wanted: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = values[middle] ?? 0;
    if (value === wanted) return middle;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
