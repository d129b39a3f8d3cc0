import { setTimeout as wait } from 'node:timers/promises';

import {
  type HostScanRequest,
  type HostScanResult,
  type PortResult,
  type PortScanner,
  type Protocol,
  ScanEngineError,
} from '../port-scanner.ts';

export interface ConfirmedScannerOptions {
  /** Finds open ports by half-open connections. */
  readonly halfOpen: PortScanner;
  /** Completes handshakes. */
  readonly connect: PortScanner;
  /** Pause before a port whose handshake failed is tried once more. Default 1,000. */
  readonly retryDelayMs?: number;
}

/**
 * A half-open scanner whose open ports were confirmed by a full handshake, so that no alert rests on a SYN-ACK alone. Ports
 * in `knownOpen` keep the evidence `syn_ack`: a handshake would fill the accept queue of a stuck application scan by scan,
 * until even its SYN-ACKs cease and a port that is open vanishes.
 *
 * A SYN-ACK whose handshake fails twice is asked for once more:
 * - no SYN-ACK this time: what came instead is the verdict, the port was open for a moment or the answer was a mistake;
 * - a SYN-ACK again: `filtered`, with evidence `syn_ack`. Something offers connections that cannot be completed: a full accept
 *   queue, a SYN proxy without a server behind it, a firewall that knows our handshakes from our probes. Nobody reaches a
 *   service there now, so it raises nothing; nobody said it is closed, so it resolves nothing either.
 *
 * When this machine cannot try a handshake at all, the port stays uncovered.
 */
export function createConfirmedScanner(options: ConfirmedScannerOptions): PortScanner {
  return new ConfirmedScanner(options);
}

class ConfirmedScanner implements PortScanner {
  readonly name: string;
  readonly protocols: readonly Protocol[];
  readonly #halfOpen: PortScanner;
  readonly #connect: PortScanner;
  readonly #retryDelayMs: number;

  constructor({ halfOpen, connect, retryDelayMs = 1000 }: ConfirmedScannerOptions) {
    this.name = halfOpen.name;
    this.protocols = halfOpen.protocols;
    this.#halfOpen = halfOpen;
    this.#connect = connect;
    this.#retryDelayMs = retryDelayMs;
  }

  async scan(request: HostScanRequest): Promise<HostScanResult> {
    const startedAtMs = performance.now();
    const found = await this.#halfOpen.scan(request);
    const known = new Set(request.knownOpen?.tcp);
    const news = found.open.filter(({ evidence, port }) => evidence === 'syn_ack' && !known.has(port));
    if (news.length === 0) return found;
    const verdicts = await this.#confirm(
      request,
      news.map(({ port }) => port),
    );
    return new ConfirmedResult(found, verdicts, performance.now() - startedAtMs);
  }

  async close(): Promise<void> {
    await Promise.all([this.#halfOpen.close(), this.#connect.close()]);
  }

  async #confirm(request: HostScanRequest, ports: readonly number[]): Promise<Verdicts> {
    const first = await this.#shakeHands(request, ports);
    const failed = ports.filter((port) => first.get(port)?.state !== 'open');
    if (failed.length === 0) return first;
    await wait(this.#retryDelayMs, undefined, { signal: request.signal }).catch(() => request.signal?.throwIfAborted());
    const second = await this.#shakeHands(request, failed);
    const refused = failed.filter((port) => second.has(port) && second.get(port)?.state !== 'open');
    const again = await this.#verdictsOf(this.#halfOpen, request, refused);
    const last = refused.map((port): [number, PortResult | undefined] => [port, unfinished(again.get(port))]);
    return new Map([...first, ...failed.map((port) => [port, second.get(port)] as const), ...last]);
  }

  #shakeHands(request: HostScanRequest, ports: readonly number[]): Promise<Verdicts> {
    return this.#verdictsOf(this.#connect, request, ports);
  }

  /** Covered ports only. Local trouble leaves all of them uncovered. */
  async #verdictsOf(scanner: PortScanner, request: HostScanRequest, ports: readonly number[]): Promise<Verdicts> {
    const { address, maxPacketsPerSecond, signal } = request;
    if (ports.length === 0) return new Map();
    try {
      const result = await scanner.scan({ address, ports: { tcp: ports, udp: [] }, maxPacketsPerSecond, signal });
      return new Map(
        ports.map((port) => [port, result.stateOf('tcp', port)] as const).filter(([, verdict]) => verdict),
      );
    } catch (error) {
      if (error instanceof ScanEngineError) return new Map();
      throw error;
    }
  }
}

/** Verdicts by TCP port; undefined: uncovered. */
type Verdicts = ReadonlyMap<number, PortResult | undefined>;

/** What a port is whose handshakes failed, from its last half-open answer. */
function unfinished(answer: PortResult | undefined): PortResult | undefined {
  return answer?.state === 'open' ? { ...answer, state: 'filtered', evidence: 'syn_ack' } : answer;
}

/** A half-open scan's result, with some verdicts replaced. */
class ConfirmedResult implements HostScanResult {
  readonly address: string;
  readonly engine: string;
  readonly hostAnswered: boolean;
  readonly open: readonly PortResult[];
  readonly coveredPorts: number;
  readonly requestedPorts: number;
  readonly durationMs: number;
  readonly #found: HostScanResult;
  readonly #replaced: Verdicts;

  constructor(found: HostScanResult, replaced: Verdicts, durationMs: number) {
    this.#found = found;
    this.#replaced = replaced;
    this.address = found.address;
    this.engine = found.engine;
    this.hostAnswered = found.hostAnswered;
    this.requestedPorts = found.requestedPorts;
    this.durationMs = durationMs;
    const verdicts = found.open.map(({ protocol, port }) => this.stateOf(protocol, port));
    this.open = verdicts.filter((verdict) => verdict?.state === 'open') as PortResult[];
    this.coveredPorts = found.coveredPorts - verdicts.filter((verdict) => verdict === undefined).length;
  }

  stateOf(protocol: Protocol, port: number): PortResult | undefined {
    if (protocol === 'tcp' && this.#replaced.has(port)) return this.#replaced.get(port);
    return this.#found.stateOf(protocol, port);
  }
}
