import { RateShare } from '../../../common/rate-share.ts';
import { Semaphore } from '../../../common/semaphore.ts';
import { assertScannable } from '../assert-scannable.ts';
import {
  type HostScanRequest,
  type HostScanResult,
  type PortEvidence,
  type PortResult,
  type PortScanner,
  type PortState,
  ScanEngineError,
} from '../port-scanner.ts';
import { DatagramExchange, type Reply } from './datagram-exchange.ts';
import { DatagramPace, type HostPace } from './datagram-pace.ts';
import type { UdpProbe } from './udp-probe.ts';
import { UDP_ENGINE, UdpScanResult } from './udp-scan-result.ts';

export interface UdpScannerOptions {
  /** By port, in the order in which they are tried. */
  readonly probes: ReadonlyMap<number, readonly UdpProbe[]>;
  /** Ports asked at once, each with one or two sockets. Default 256. */
  readonly maxPortsAtOnce?: number | undefined;
  /** Default 100. Linux sends one ICMP error a second to one address: asking faster doesn't find more closed ports. */
  readonly datagramsPerSecondPerHost?: number | undefined;
  /** To all hosts of one /24 (IPv6: /64) together. Default 500. */
  readonly datagramsPerSecondPerNetwork?: number | undefined;
  /** This process's part of the rate of a network. Default: the whole. */
  readonly networkShare?: RateShare | undefined;
  /** Of the whole scanner. Default 2,000, which costs a tenth of a core. */
  readonly datagramsPerSecond?: number | undefined;
  /** How long to wait for an answer before the request is repeated. Default 1,000. */
  readonly answerTimeoutMs?: number | undefined;
  /** Repetitions of each probe, against loss. Default 2. */
  readonly retries?: number | undefined;
}

/** Pause after a local error, such as no descriptors, before the next try. */
const LOCAL_TROUBLE_PAUSE_MS = 100;

/**
 * Asks UDP ports in the protocols that are expected behind them. Needs no privileges.
 *
 * - `open` means an answer came, and only that; the first datagram is the result's `answer`.
 * - `closed` means ICMP "port unreachable". Its sender can't be seen, so a firewall that rejects that way reads as closed, too.
 * - `filtered` is silence after every repetition, or another ICMP error. Behind it may be nothing, a firewall, or a service that
 *   answers only to whom it knows (WireGuard does so by design).
 * - A port without a probe is never judged and stays uncovered: silence would say nothing about it.
 * - Ports kept from being asked by local errors stay uncovered; if these are all that have a probe, the scan is rejected.
 * - TCP ports of a request stay uncovered.
 *
 * @throws RangeError when an option is out of range
 */
export function createUdpScanner(options: UdpScannerOptions): PortScanner {
  return new UdpScanner(options);
}

interface Verdict {
  readonly state: PortState;
  readonly evidence: PortEvidence;
  readonly answer?: Uint8Array;
}

const SILENCE: Verdict = { state: 'filtered', evidence: 'silence' };

const VERDICT_OF_ERROR: ReadonlyMap<string, Verdict> = new Map<string, Verdict>([
  ['ECONNREFUSED', { state: 'closed', evidence: 'refused' }],
  ['EHOSTUNREACH', { state: 'filtered', evidence: 'unreachable' }],
  ['ENETUNREACH', { state: 'filtered', evidence: 'unreachable' }],
  ['EHOSTDOWN', { state: 'filtered', evidence: 'unreachable' }],
  ['ENOPROTOOPT', { state: 'filtered', evidence: 'unreachable' }],
  ['EPROTO', { state: 'filtered', evidence: 'unreachable' }],
  ['EACCES', { state: 'filtered', evidence: 'prohibited' }],
]);

class UdpScanner implements PortScanner {
  readonly name = UDP_ENGINE;
  readonly protocols = ['udp'] as const;
  readonly #probes: ReadonlyMap<number, readonly UdpProbe[]>;
  readonly #pace: DatagramPace;
  readonly #slots: Semaphore;
  readonly #answerTimeoutMs: number;
  readonly #rounds: number;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: UdpScannerOptions) {
    this.#probes = options.probes;
    this.#pace = new DatagramPace({
      perHost: positive('datagramsPerSecondPerHost', options.datagramsPerSecondPerHost ?? 100),
      perNetwork: positive('datagramsPerSecondPerNetwork', options.datagramsPerSecondPerNetwork ?? 500),
      networkShare: options.networkShare ?? new RateShare(),
      total: positive('datagramsPerSecond', options.datagramsPerSecond ?? 2000),
    });
    this.#slots = new Semaphore(positive('maxPortsAtOnce', options.maxPortsAtOnce ?? 256));
    this.#answerTimeoutMs = positive('answerTimeoutMs', options.answerTimeoutMs ?? 1000);
    this.#rounds = positive('retries', (options.retries ?? 2) + 1);
  }

  scan(request: HostScanRequest): Promise<HostScanResult> {
    const scan = this.#scan(request);
    this.#running.add(scan);
    const forget = () => this.#running.delete(scan);
    scan.then(forget, forget);
    return scan;
  }

  async close(): Promise<void> {
    this.#closing.abort(new ScanEngineError('The scanner is closed'));
    await Promise.allSettled(this.#running);
  }

  async #scan(request: HostScanRequest): Promise<HostScanResult> {
    assertScannable(request, 'udp');
    const startedAtMs = performance.now();
    const trouble = new AbortController();
    const signals = [this.#closing.signal, trouble.signal, ...(request.signal ? [request.signal] : [])];
    const signal = AbortSignal.any(signals);
    signal.throwIfAborted();
    const pace = this.#pace.join(request.address, request.maxPacketsPerSecond ?? Number.MAX_SAFE_INTEGER);
    const ports = request.ports.udp.filter((port) => this.#probes.has(port));
    const portScans = ports.map((port) => new PortScan(request.address, port, this.#probes.get(port) ?? []));
    try {
      const results = await Promise.all(portScans.map((portScan) => this.#run(portScan, pace, signal)));
      const covered = results.filter((result) => result !== undefined);
      if (covered.length === 0 && ports.length > 0) {
        throw new ScanEngineError(`No port of ${request.address} could be asked: ${portScans[0]?.localError}`);
      }
      return new UdpScanResult(request, covered, performance.now() - startedAtMs);
    } finally {
      // One port's failure ends the others.
      trouble.abort();
      this.#pace.leave(pace);
    }
  }

  #run(portScan: PortScan, pace: HostPace, signal: AbortSignal): Promise<PortResult | undefined> {
    return this.#slots.run(signal, () =>
      portScan.run({
        rounds: this.#rounds,
        answerTimeoutMs: this.#answerTimeoutMs,
        turn: () => this.#pace.turn(pace, signal),
        signal,
      }),
    );
  }
}

interface PortScanPlan {
  readonly rounds: number;
  readonly answerTimeoutMs: number;
  /** Waits until a datagram may be sent. */
  turn(): Promise<void>;
  readonly signal: AbortSignal;
}

/** Asks one port until it answers or refuses. */
class PortScan {
  readonly #address: string;
  readonly #port: number;
  readonly #probes: readonly UdpProbe[];
  #verdict: Verdict | undefined;
  /** The last one; it explains why there is no verdict. */
  localError: string | undefined;

  constructor(address: string, port: number, probes: readonly UdpProbe[]) {
    this.#address = address;
    this.#port = port;
    this.#probes = probes;
  }

  /** Undefined when not a single request could be sent. @throws the signal's reason */
  async run(plan: PortScanPlan): Promise<PortResult | undefined> {
    const exchanges = new Map<UdpProbe, DatagramExchange>();
    const close = () => {
      for (const exchange of exchanges.values()) exchange.close();
      exchanges.clear();
    };
    plan.signal.addEventListener('abort', close, { once: true });
    try {
      for (let round = 0; round < plan.rounds && !this.#isSettled; round += 1) {
        for (const probe of this.#probes) {
          if (!this.#isSettled) await this.#try(probe, exchanges, plan);
          plan.signal.throwIfAborted();
        }
      }
    } finally {
      plan.signal.removeEventListener('abort', close);
      close();
    }
    return this.#verdict && { protocol: 'udp', port: this.#port, ...this.#verdict };
  }

  get #isSettled(): boolean {
    return this.#verdict?.evidence === 'answer' || this.#verdict?.evidence === 'refused';
  }

  async #try(probe: UdpProbe, exchanges: Map<UdpProbe, DatagramExchange>, plan: PortScanPlan): Promise<void> {
    await plan.turn();
    try {
      const exchange = exchanges.get(probe) ?? (await this.#open(probe));
      exchanges.set(probe, exchange);
      plan.signal.throwIfAborted();
      const request = probe.request({ address: this.#address, port: this.#port });
      this.#learn(await exchange.ask(request, plan.answerTimeoutMs));
    } catch (error) {
      plan.signal.throwIfAborted();
      this.localError = (error as NodeJS.ErrnoException).code ?? String(error);
      await new Promise((resolve) => setTimeout(resolve, LOCAL_TROUBLE_PAUSE_MS));
    }
  }

  #open({ answersFromAnyPort = false }: UdpProbe): Promise<DatagramExchange> {
    return DatagramExchange.open({ address: this.#address, port: this.#port, answersFromAnyPort });
  }

  #learn(reply: Reply | undefined): void {
    if (reply === undefined) this.#verdict ??= SILENCE;
    else if ('answer' in reply) this.#verdict = { state: 'open', evidence: 'answer', answer: reply.answer };
    else {
      const verdict = VERDICT_OF_ERROR.get(reply.errorCode);
      if (verdict === undefined) this.localError = reply.errorCode;
      else this.#verdict = verdict;
    }
  }
}

function positive(name: keyof UdpScannerOptions, value: number): number {
  if (Number.isInteger(value) && value > 0) return value;
  throw new RangeError(`${name} is out of range: ${value}`);
}
