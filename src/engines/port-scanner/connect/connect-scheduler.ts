import { type Family, parseIpAddress } from '../../../common/ip-bytes.ts';
import { RateShare, SharedTokenBucket } from '../../../common/rate-share.ts';
import { TokenBucket } from '../../../common/token-bucket.ts';
import { AnswerTimeout } from '../answer-timeout.ts';
import { BackOff } from '../back-off.ts';
import { HANDSHAKE, meaningOf, SILENCE, type Verdict } from '../tcp-verdicts.ts';
import { AdaptiveRate, type ProbeFate } from './adaptive-rate.ts';
import type { ScanCommand, ScanReport, ScanThreadLimits } from './connect-protocol.ts';
import type { Connector, ProbeOutcome } from './connector.ts';
import { ConnectionAttempt, HostScan } from './host-scan.ts';

/** Attempts per turn of the event loop: some milliseconds of work, so that answers and commands are read in between. */
const ATTEMPTS_PER_TURN = 128;
/** Attempts for one host before the next has its turn. */
const ATTEMPTS_PER_VISIT = 16;
/** After a shortage the socket ceiling rises again by one for so many probes that went well. */
const SUCCESSES_PER_RAISE = 16;
const IDLE_TURN_MS = 1;
/** A handshake takes three packets of ours: SYN, ACK and RST. */
const FURTHER_PACKETS_OF_HANDSHAKE = 2;

/** Local errors that mean "too many at once" for the whole machine; all others concern the way to one host. */
const SHORTAGE_CODES: ReadonlySet<string> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'EADDRNOTAVAIL',
  'EAGAIN',
]);

/** All running scans of one address: they share its pace, its sockets and what was learnt of its round trip. */
interface Host {
  readonly address: string;
  readonly family: Family;
  readonly scans: HostScan[];
  readonly rate: AdaptiveRate;
  readonly pace: TokenBucket;
  readonly network: Network;
  readonly timeout: AnswerTimeout;
  readonly trouble: BackOff;
  inFlight: number;
  answered: boolean;
  /** Position of the scan whose turn it is. */
  turn: number;
}

/** Hosts that are likely to share a link, and the pace that they share therefore. */
interface Network {
  readonly key: string;
  readonly pace: TokenBucket;
  hosts: number;
}

/**
 * Shares one thread's sockets between any number of scans: hosts take turns, a few attempts each, and while several
 * want sockets none gets more than its share of them. Runs on the event loop of the thread it is made on, and stops by itself
 * when no scan is left.
 */
export class ConnectScheduler implements ProbeOutcome {
  readonly #limits: ScanThreadLimits;
  readonly #report: (report: ScanReport) => void;
  readonly #connector: Connector;
  readonly #hosts: Host[] = [];
  readonly #networks = new Map<string, Network>();
  readonly #hostOfScan = new Map<HostScan, Host>();
  readonly #pace: TokenBucket;
  readonly #networkShare: RateShare;
  readonly #shortage = new BackOff();
  #socketCeiling: number;
  #successesSinceRaise = 0;
  #inFlight = 0;
  #turn = 0;
  #isTurning = false;
  /** Every answer that had arrived by then has been read. */
  #answersReadUntilMs = 0;

  constructor(
    limits: ScanThreadLimits,
    connectorFor: (outcome: ProbeOutcome) => Connector,
    report: (report: ScanReport) => void,
  ) {
    this.#limits = limits;
    this.#connector = connectorFor(this);
    this.#report = report;
    this.#socketCeiling = limits.maxSockets;
    this.#pace = new TokenBucket(limits.connectsPerSecond, performance.now());
    this.#networkShare = new RateShare(limits.networkShare);
  }

  /** Begins a scan; its report follows unless it is aborted. */
  begin(command: ScanCommand): void {
    const nowMs = performance.now();
    const scan = new HostScan({ ...command, retries: this.#limits.retries }, nowMs);
    const host =
      this.#hosts.find(({ address }) => address === command.address) ?? this.#addHost(command.address, nowMs);
    host.scans.push(scan);
    this.#setPace(host, nowMs);
    this.#hostOfScan.set(scan, host);
    if (!this.#isTurning) {
      this.#isTurning = true;
      // The shortage that ended the last scans may be over.
      this.#shortage.reset();
      this.#turnSoon();
    }
  }

  /** Frees the scan's sockets at once. Nothing is reported. */
  abort(id: number): void {
    for (const scan of this.#hostOfScan.keys()) if (scan.id === id) this.#remove(scan);
  }

  /** Frees every descriptor. Nothing is reported, and nothing can be begun any more. */
  close(): void {
    for (const scan of [...this.#hostOfScan.keys()]) this.#remove(scan);
    this.#connector.close();
  }

  answered(probe: ConnectionAttempt, verdict: Verdict): void {
    const host = this.#ended(probe);
    if (host === undefined) return;
    const nowMs = performance.now();
    if (meaningOf(verdict)?.fromTarget) {
      host.answered = true;
      host.timeout.learn(nowMs - probe.startedAtMs);
    }
    if (verdict === HANDSHAKE) this.#takePace(host, FURTHER_PACKETS_OF_HANDSHAKE);
    this.#learnt(host, probe, verdict, nowMs);
  }

  failedLocally(probe: ConnectionAttempt, code: string): void {
    const host = this.#ended(probe);
    if (host === undefined) return;
    probe.scan.localError = code;
    const nowMs = performance.now();
    if (SHORTAGE_CODES.has(code)) {
      this.#socketCeiling = Math.max(1, Math.min(this.#socketCeiling, this.#inFlight));
      this.#shortage.fail(nowMs);
    } else {
      host.trouble.fail(nowMs);
    }
  }

  #learnt(host: Host, probe: ConnectionAttempt, verdict: Verdict, nowMs: number): void {
    probe.scan.record(probe.portIndex, verdict);
    if (host.rate.note(fateOf(verdict), probe.scan.pass, nowMs)) this.#setPace(host, nowMs);
    host.trouble.reset();
    this.#shortage.reset();
    this.#successesSinceRaise += 1;
    if (this.#successesSinceRaise >= SUCCESSES_PER_RAISE && this.#socketCeiling < this.#limits.maxSockets) {
      this.#socketCeiling += 1;
      this.#successesSinceRaise = 0;
    }
  }

  /** The probe's host, or undefined when its scan is gone. */
  #ended(probe: ConnectionAttempt): Host | undefined {
    const host = this.#hostOfScan.get(probe.scan);
    if (host === undefined) return undefined;
    probe.scan.ended(probe);
    host.inFlight -= 1;
    this.#inFlight -= 1;
    return host;
  }

  #addHost(address: string, nowMs: number): Host {
    const limits = this.#limits;
    const { family, network } = parseIpAddress(address);
    const rate = new AdaptiveRate(limits.connectsPerSecondPerHost, nowMs);
    const host: Host = {
      address,
      family,
      scans: [],
      rate,
      pace: new TokenBucket(rate.perSecond, nowMs),
      network: this.#joinNetwork(network, nowMs),
      timeout: new AnswerTimeout(limits.initialTimeoutMs, limits.minTimeoutMs),
      trouble: new BackOff(),
      inFlight: 0,
      answered: false,
      turn: 0,
    };
    this.#hosts.push(host);
    return host;
  }

  #joinNetwork(key: string, nowMs: number): Network {
    const pace = new SharedTokenBucket(this.#limits.connectsPerSecondPerNetwork, this.#networkShare, nowMs);
    const network = this.#networks.get(key) ?? { key, pace, hosts: 0 };
    this.#networks.set(key, network);
    network.hosts += 1;
    return network;
  }

  #removeHost(host: Host): void {
    this.#hosts.splice(this.#hosts.indexOf(host), 1);
    host.network.hosts -= 1;
    if (host.network.hosts === 0) this.#networks.delete(host.network.key);
    if (this.#hosts.length === 0) this.#connector.rest();
  }

  /** As fast as the target bears and every one of its scans allows. */
  #setPace(host: Host, nowMs: number): void {
    const ceilings = host.scans.map(({ maxPacketsPerSecond }) => maxPacketsPerSecond);
    host.pace.setRate(Math.min(host.rate.perSecond, ...ceilings), nowMs);
  }

  #takePace(host: Host, packets: number): void {
    host.pace.take(packets);
    host.network.pace.take(packets);
    this.#pace.take(packets);
  }

  #remove(scan: HostScan): void {
    const host = this.#hostOfScan.get(scan);
    if (host === undefined) return;
    for (let probe = scan.oldestProbe; probe !== undefined; probe = scan.oldestProbe) {
      this.#connector.abandon(probe);
      this.#ended(probe);
    }
    this.#hostOfScan.delete(scan);
    host.scans.splice(host.scans.indexOf(scan), 1);
    if (host.scans.length === 0) this.#removeHost(host);
    else this.#setPace(host, performance.now());
  }

  /**
   * Polls for answers, then takes a turn. The time is read before the poll: however long this thread was held up,
   * an answer that is already here is read before its probe is judged silent.
   */
  #turnSoon(): void {
    this.#answersReadUntilMs = performance.now();
    setImmediate(() => this.#takeTurn());
  }

  #takeTurn(): void {
    this.#connector.poll();
    this.#expireSilentProbes();
    this.#concludeRounds();
    const attempts = this.#startProbes(performance.now());
    if (this.#hosts.length === 0) this.#isTurning = false;
    else if (attempts === ATTEMPTS_PER_TURN) this.#turnSoon();
    else setTimeout(() => this.#turnSoon(), IDLE_TURN_MS);
  }

  #expireSilentProbes(): void {
    const nowMs = performance.now();
    for (const [scan, host] of this.#hostOfScan) {
      const startedBeforeMs = this.#answersReadUntilMs - this.#timeoutMs(scan, host);
      for (let probe = scan.oldestProbe; probe && probe.startedAtMs <= startedBeforeMs; probe = scan.oldestProbe) {
        this.#connector.abandon(probe);
        this.#ended(probe);
        this.#learnt(host, probe, SILENCE, nowMs);
      }
    }
  }

  /** An only pass waits for the kernel's own repetition, the last of several for a host that has become slower. */
  #timeoutMs(scan: HostScan, { timeout }: Host): number {
    if (!scan.isLastPass) return timeout.currentMs;
    return scan.pass === 1 ? Math.max(timeout.currentMs, this.#limits.initialTimeoutMs) : timeout.patientMs;
  }

  #concludeRounds(): void {
    const nowMs = performance.now();
    for (const [scan, host] of this.#hostOfScan) {
      const isHopeless = host.trouble.isHopeless || (this.#shortage.isHopeless && this.#inFlight === 0);
      if (isHopeless || (scan.isRoundOver && !scan.beginNextRound(host.answered, nowMs))) this.#finish(scan);
    }
  }

  #finish(scan: HostScan): void {
    this.#remove(scan);
    this.#report({ id: scan.id, verdicts: scan.verdicts(), localError: scan.localError });
  }

  /** Starts what rates and sockets allow and returns how many attempts that were. */
  #startProbes(nowMs: number): number {
    if (this.#shortage.isWaiting(nowMs)) return 0;
    const budget = Math.min(ATTEMPTS_PER_TURN, this.#pace.available(nowMs), this.#socketCeiling - this.#inFlight);
    const { maxSocketsPerHost } = this.#limits;
    const fairShare = Math.max(1, Math.floor(this.#socketCeiling / this.#hosts.length));
    let left = budget;
    for (const socketsPerHost of [Math.min(fairShare, maxSocketsPerHost), maxSocketsPerHost]) {
      for (let before = -1; left > 0 && left !== before; ) {
        before = left;
        left -= this.#visitHosts(left, socketsPerHost, nowMs);
      }
    }
    this.#pace.take(budget - left);
    return budget - left;
  }

  #visitHosts(budget: number, socketsPerHost: number, nowMs: number): number {
    let started = 0;
    const count = this.#hosts.length;
    for (let visited = 0; visited < count && started < budget; visited += 1) {
      this.#turn = (this.#turn + 1) % count;
      const host = this.#hosts[this.#turn];
      if (host === undefined || host.trouble.isWaiting(nowMs)) continue;
      const allowance = Math.min(
        budget - started,
        ATTEMPTS_PER_VISIT,
        socketsPerHost - host.inFlight,
        host.pace.available(nowMs),
        host.network.pace.available(nowMs),
      );
      started += this.#startProbesOf(host, allowance, nowMs);
    }
    return started;
  }

  #startProbesOf(host: Host, allowance: number, nowMs: number): number {
    let started = 0;
    for (let exhausted = 0; started < allowance && exhausted < host.scans.length; ) {
      host.turn = (host.turn + 1) % host.scans.length;
      const scan = host.scans[host.turn];
      const index = scan?.takeNextIndex(nowMs) ?? -1;
      if (scan === undefined || index < 0) {
        exhausted += 1;
        continue;
      }
      exhausted = 0;
      this.#startProbe(host, scan, index, nowMs);
      started += 1;
    }
    host.pace.take(started);
    host.network.pace.take(started);
    return started;
  }

  #startProbe(host: Host, scan: HostScan, index: number, nowMs: number): void {
    if (host.rate.attempted(scan.pass, nowMs)) this.#setPace(host, nowMs);
    const probe = new ConnectionAttempt(scan, index, nowMs);
    scan.started(probe);
    host.inFlight += 1;
    this.#inFlight += 1;
    this.#connector.start(probe, host, scan.ports[index] ?? 0);
  }
}

function fateOf(verdict: Verdict): ProbeFate {
  if (meaningOf(verdict)?.fromTarget) return 'answered';
  return verdict === SILENCE ? 'silent' : 'rejected';
}
