import { type IpAddress, parseIpAddress } from '../../../../common/ip-bytes.ts';
import type { AddressSlice } from '../address-slice.ts';
import type { LinkListener, ProbeLink, Route } from '../probe-link.ts';
import type { ScanReport, SynLimits } from '../syn-protocol.ts';
import { SynScheduler } from '../syn-scheduler.ts';

export type Reply = 'syn_ack' | 'refused' | 'unreachable' | 'prohibited' | 'silence';

/** What a host does with a SYN at a point in time. */
export type SimulatedHost = (port: number, nowMs: number, lane: number) => Reply;

export interface Impairments {
  readonly roundTripMs?: number;
  /** Addresses that are further away than the others. */
  readonly roundTripMsOf?: Readonly<Record<string, number>>;
  /** Share of probes and of answers that get lost, each way. */
  readonly loss?: number;
  /** Share of answers that arrive twice. */
  readonly duplicates?: number;
  /** Share of answers that arrive up to two seconds later. */
  readonly late?: number;
  /** What the scanner's link carries; more waits in a queue of one second, and what finds that full is lost. */
  readonly packetsPerSecond?: number;
  readonly seed?: number;
}

export interface SentProbe {
  readonly address: string;
  readonly port: number;
  readonly lane: number;
  readonly sequence: number;
  readonly atMs: number;
}

const QUEUE_MS = 1000;

interface Answer {
  readonly atMs: number;
  readonly deliver: (listener: LinkListener) => void;
}

/** A network without packets, in virtual time. Hosts that it doesn't know are silent. */
export class SimulatedNetwork implements ProbeLink {
  readonly batchSize = 64;
  readonly sent: SentProbe[] = [];
  readonly #hosts: ReadonlyMap<string, SimulatedHost>;
  readonly #impairments: Required<Impairments>;
  readonly #random: () => number;
  #queue: { route: Route; probe: SentProbe }[] = [];
  #answers: Answer[] = [];
  #listener: LinkListener | undefined;
  #busyUntilMs = 0;
  openRoutes = 0;
  dropped = 0;
  nowMs = 0;
  /** The code of the local error that keeps a probe from being sent. */
  localError: (probe: SentProbe) => string | undefined = () => undefined;

  constructor(hosts: Readonly<Record<string, SimulatedHost>>, impairments: Impairments = {}) {
    this.#hosts = new Map(Object.entries(hosts));
    this.#impairments = {
      roundTripMs: 20,
      roundTripMsOf: {},
      loss: 0,
      duplicates: 0,
      late: 0,
      packetsPerSecond: Infinity,
      seed: 1,
      ...impairments,
    };
    this.#random = seededRandom(this.#impairments.seed);
  }

  attach(listener: LinkListener): this {
    this.#listener = listener;
    return this;
  }

  open(target: IpAddress): Route {
    this.openRoutes += 1;
    return { target };
  }

  close(): void {
    this.openRoutes -= 1;
  }

  queue(route: Route, port: number, lane: number, sequence: number): void {
    this.#queue.push({ route, probe: { address: route.target.text, port, lane, sequence, atMs: this.nowMs } });
  }

  flush(): void {
    for (const { route, probe } of this.#queue.splice(0)) {
      const code = this.localError(probe);
      if (code === undefined) this.#transmit(probe);
      else this.#listener?.notSent(route, probe.port, probe.lane, code);
    }
  }

  receive(): void {
    const due = this.#answers.filter(({ atMs }) => atMs <= this.nowMs);
    this.#answers = this.#answers.filter(({ atMs }) => atMs > this.nowMs);
    for (const { deliver } of due) if (this.#listener) deliver(this.#listener);
  }

  wait(): void {}

  sleep(): void {}

  droppedAnswers(): number {
    return this.dropped;
  }

  #transmit(probe: SentProbe): void {
    this.sent.push(probe);
    const { roundTripMs, roundTripMsOf, loss, duplicates, late, packetsPerSecond } = this.#impairments;
    const queuedMs = Math.max(0, this.#busyUntilMs - this.nowMs);
    if (queuedMs > QUEUE_MS || this.#random() < loss) return;
    this.#busyUntilMs = this.nowMs + queuedMs + 1000 / packetsPerSecond;
    const reply = this.#hosts.get(probe.address)?.(probe.port, this.nowMs, probe.lane) ?? 'silence';
    if (reply === 'silence' || this.#random() < loss) return;
    const delayMs =
      queuedMs + (roundTripMsOf[probe.address] ?? roundTripMs) + (this.#random() < late ? this.#random() * 2000 : 0);
    const deliver = (listener: LinkListener): void => answer(listener, probe, reply);
    this.#answers.push({ atMs: this.nowMs + delayMs, deliver });
    if (this.#random() < duplicates) this.#answers.push({ atMs: this.nowMs + delayMs + 1, deliver });
  }
}

function answer(listener: LinkListener, probe: SentProbe, reply: Exclude<Reply, 'silence'>): void {
  const from = sliceOf(probe.address);
  const { port, sequence, lane } = probe;
  if (reply === 'syn_ack' || reply === 'refused') {
    listener.tcpAnswer({ from, port, sourcePort: 0, sequence, answer: reply }, lane);
  } else {
    listener.icmpAnswer({ from, target: from, port, sourcePort: 0, sequence, answer: reply }, lane);
  }
}

export function sliceOf(address: string): AddressSlice {
  const { bytes, family } = parseIpAddress(address);
  return { view: new DataView(bytes.buffer), offset: 0, family };
}

function seededRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export interface SimulatedScan {
  readonly address: string;
  readonly ports: readonly number[];
  readonly knownOpen?: readonly number[];
  readonly maxPacketsPerSecond?: number;
}

export const UNLIMITED: SynLimits = {
  target: { packetsPerSecond: Infinity, maxPacketsPerSecond: Infinity, minPacketsPerSecond: 1000 },
  packetsPerSecondPerNetwork: Infinity,
  packetsPerSecond: Infinity,
  passes: 3,
  giveUpMs: 20_000,
};

export const POLITE: SynLimits = {
  target: { packetsPerSecond: 1000, maxPacketsPerSecond: 5000, minPacketsPerSecond: 100 },
  packetsPerSecondPerNetwork: 5000,
  packetsPerSecond: 50_000,
  passes: 3,
  giveUpMs: 20_000,
};

/** A scheduler in virtual time. */
export class Simulation {
  readonly network: SimulatedNetwork;
  readonly scheduler: SynScheduler;
  readonly reports = new Map<number, ScanReport>();
  #lastId = 0;

  constructor(network: SimulatedNetwork, limits: SynLimits = UNLIMITED) {
    this.network = network;
    let key = 0;
    this.scheduler = new SynScheduler(
      {
        limits,
        newCookieKey: () => Uint32Array.of(++key, 0x5eed),
        report: (report) => this.reports.set(report.id, report),
      },
      (listener) => network.attach(listener),
      0,
    );
  }

  begin({ address, ports, knownOpen = [], maxPacketsPerSecond = Infinity }: SimulatedScan): number {
    const id = ++this.#lastId;
    this.scheduler.begin(
      {
        type: 'scan',
        id,
        address,
        ports: Uint16Array.from(ports),
        knownOpen: Uint16Array.from(knownOpen),
        maxPacketsPerSecond,
        seed: id,
      },
      this.network.nowMs,
    );
    return id;
  }

  /** Lets time pass until every scan has ended. @throws Error when that takes more than the time given */
  run(limitMs = 3_600_000): void {
    while (!this.scheduler.isIdle) {
      if (this.network.nowMs > limitMs) throw new Error(`Still scanning after ${limitMs} ms`);
      this.turn();
    }
  }

  turn(): void {
    const { ms: waitMs } = this.scheduler.turn(this.network.nowMs);
    this.network.nowMs += Math.max(0.5, waitMs);
  }

  /** Scans one host and waits for its report. */
  scan(scan: SimulatedScan): ScanReport {
    const id = this.begin(scan);
    this.run();
    return this.reports.get(id)!;
  }
}

/** The most probes that were sent within any span of time. */
export function mostWithin(probes: readonly SentProbe[], spanMs: number): number {
  let first = 0;
  let most = 0;
  for (const [index, { atMs }] of probes.entries()) {
    while (probes[first]!.atMs <= atMs - spanMs) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
