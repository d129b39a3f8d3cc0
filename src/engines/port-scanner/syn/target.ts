import type { TokenBucket } from '../../../common/token-bucket.ts';
import { AnswerTimeout } from '../answer-timeout.ts';
import { BackOff } from '../back-off.ts';
import { AdaptivePace, type PaceLimits } from './adaptive-pace.ts';
import { Canaries, type CanaryAnswer } from './canaries.ts';
import type { HalfOpenScan, Patience } from './half-open-scan.ts';
import { ProbeCookie } from './probe-cookie.ts';
import { CANARY_LANE, type Route } from './probe-link.ts';
import type { IcmpEvidence } from './received-packet.ts';
import type { SegmentAnswer } from './syn-segment.ts';

/** How long to wait for an answer while the round trip is unknown. */
const FIRST_TIMEOUT_MS = 1000;
/** The least to wait, however near the target: it may be busy. */
const MIN_TIMEOUT_MS = 100;
/** So many probes to a target are remembered with their times until one is answered. */
const FIRST_PROBES = 32;
/** An answer that took so much longer than the fastest, and twice as long, has waited in queues. */
const QUEUE_MS = 30;
/** And one that took so much longer found a queue that begins to fill; or the machine was busy. */
const SHORT_QUEUE_MS = 12;
/** Errors of the machine's own policy: this probe may never be sent, others may. */
const FORBIDDEN_CODES: ReadonlySet<string> = new Set(['EPERM', 'EACCES']);

/** A canary that was answered, or should have been by now. */
export interface HeardCanary {
  readonly sentAtMs: number;
  /** `queued`: it took a little longer than the fastest; `late`: much longer. */
  readonly speed: 'prompt' | 'queued' | 'late';
}

/** What targets of the same network have in common. */
export interface Network {
  /** Paces all of them. */
  readonly budget: TokenBucket;
  /** Learnt from all of them. */
  readonly timeout: AnswerTimeout;
}

export function answerTimeout(): AnswerTimeout {
  return new AnswerTimeout(FIRST_TIMEOUT_MS, MIN_TIMEOUT_MS);
}

export interface TargetOptions {
  readonly route: Route;
  readonly network: Network;
  readonly limits: PaceLimits;
  /** How long to wait for a target that has shut us out. */
  readonly giveUpMs: number;
  /** 64 random bits: answers are known by it. */
  readonly cookieKey: Uint32Array;
}

/** A probe that shall be sent now. */
export interface Probe {
  readonly port: number;
  readonly lane: number;
}

/** One address under scan, and what is known of the way to it. All scans of an address share its pace and its canaries. */
export class Target {
  readonly route: Route;
  readonly network: Network;
  #pace: AdaptivePace;
  readonly #limits: PaceLimits;
  readonly cookie: ProbeCookie;
  readonly scans: HalfOpenScan[] = [];
  readonly #canaries: Canaries;
  readonly #timeout = answerTimeout();
  readonly #trouble = new BackOff();
  #lastCanary: HeardCanary | undefined;
  #heard: Patience['heard'];
  #fastestMs = Number.POSITIVE_INFINITY;
  /** Until something is answered: canaries are asked later, and get lost. */
  readonly #firstProbes = new Map<number, { readonly lane: number; readonly sentAtMs: number }>();
  #turn = 0;
  #answered = false;
  /** Its pace began anew when it showed that only resets are limited. */
  #areResetsForgotten = false;

  constructor({ route, network, limits, giveUpMs, cookieKey }: TargetOptions, nowMs: number) {
    this.route = route;
    this.network = network;
    this.#pace = new AdaptivePace(limits, nowMs);
    this.#limits = limits;
    this.cookie = new ProbeCookie(cookieKey);
    this.#canaries = new Canaries(this, giveUpMs, cookieKey[0] ?? 0);
  }

  /** True once the target itself sent anything in answer to a probe. */
  get answered(): boolean {
    return this.#answered;
  }

  /** Packets that its own pace and its network's allow now. */
  allowance(nowMs: number): number {
    if (this.#trouble.isWaiting(nowMs)) return 0;
    return Math.min(this.#pace.available(nowMs), this.network.budget.available(nowMs));
  }

  /** The next probe, or undefined when nothing is to be sent now. */
  takeNextProbe(nowMs: number): Probe | undefined {
    const canary = this.#canaries.takeDue(nowMs, false);
    if (canary >= 0) return { port: canary, lane: CANARY_LANE };
    if (this.#canaries.isCutOff) return undefined;
    const probe = this.#takeNextOfScans(nowMs);
    if (probe !== undefined || this.scans.some(({ isSending }) => isSending)) return probe;
    return this.#lastCanaryOfPass(nowMs);
  }

  #takeNextOfScans(nowMs: number): Probe | undefined {
    for (let visited = 0; visited < this.scans.length; visited += 1) {
      this.#turn = (this.#turn + 1) % this.scans.length;
      const scan = this.scans[this.#turn]!;
      const port = scan.takeNextPort(nowMs);
      if (port < 0) continue;
      this.#canaries.probeSent();
      if (!this.#answered && this.#firstProbes.size < FIRST_PROBES)
        this.#firstProbes.set(port, { lane: scan.lane, sentAtMs: nowMs });
      return { port, lane: scan.lane };
    }
    return undefined;
  }

  #lastCanaryOfPass(nowMs: number): Probe | undefined {
    const port = this.#canaries.takeDue(nowMs, true);
    return port < 0 ? undefined : { port, lane: CANARY_LANE };
  }

  tookPackets(count: number): void {
    this.#pace.take(count);
    this.network.budget.take(count);
  }

  tcpAnswer(port: number, lane: number, answer: SegmentAnswer, nowMs: number): void {
    if (!this.#answered) this.#heardFirst(port, lane, nowMs);
    this.#answered = true;
    if (lane === CANARY_LANE) {
      if (this.#canaries.answered(port, nowMs)) this.ruinPass();
      return;
    }
    let isNews = false;
    for (const scan of this.scans) isNews = scan.tcpAnswer(port, lane, answer) || isNews;
    if (isNews) this.#canaries.add(port, answer);
  }

  #heardFirst(port: number, lane: number, nowMs: number): void {
    const probe = this.#firstProbes.get(port);
    if (probe?.lane === lane) this.#learnRoundTrip(nowMs - probe.sentAtMs);
    this.#firstProbes.clear();
  }

  #learnRoundTrip(roundTripMs: number): void {
    this.#timeout.learn(roundTripMs);
    this.network.timeout.learn(roundTripMs);
  }

  /** @param isFromTarget Whether the target itself complains, not a router on the way. */
  icmpAnswer(port: number, lane: number, evidence: IcmpEvidence, isFromTarget: boolean, nowMs: number): void {
    this.#answered ||= isFromTarget;
    this.#pace.unreachable(nowMs);
    // A refused canary will be counted as lost.
    if (lane === CANARY_LANE) return;
    for (const scan of this.scans) scan.icmpAnswer(port, lane, evidence);
  }

  notSent(port: number, lane: number, code: string, nowMs: number): void {
    if (!FORBIDDEN_CODES.has(code)) this.#trouble.fail(nowMs);
    for (const scan of this.scans) {
      if (scan.lane !== lane || scan.ports.of(port) < 0) continue;
      if (FORBIDDEN_CODES.has(code)) scan.forbid(port, code);
      else scan.putBack(port, code);
    }
  }

  /** A batch with probes to this target left without trouble. */
  sentWell(): void {
    this.#trouble.reset();
  }

  /** Everything that was sent in this pass has to be sent again. */
  ruinPass(): void {
    for (const scan of this.scans) scan.losses.ruinPass();
  }

  canaryAnswered({ kind, sentAtMs, roundTripMs, wasOverdue, wasLost }: CanaryAnswer, nowMs: number): void {
    if (roundTripMs !== undefined) {
      this.#learnRoundTrip(roundTripMs);
      this.#heard = { sentAtMs, atMs: nowMs };
      this.#fastestMs = Math.min(this.#fastestMs, roundTripMs);
    }
    if (!wasOverdue) {
      const hasQueued = roundTripMs !== undefined && roundTripMs > this.#fastestMs + SHORT_QUEUE_MS;
      this.#lastCanary = { sentAtMs, speed: hasQueued ? 'queued' : 'prompt' };
      this.#pace.canaryInTime(sentAtMs, nowMs, hasQueued);
    }
    for (const scan of this.scans) {
      if (wasLost) scan.losses.canaryFound(kind);
      else scan.losses.canary(kind, true);
    }
  }

  canaryOverdue(sentAtMs: number, nowMs: number): void {
    this.#lastCanary = { sentAtMs, speed: 'late' };
    const latestRoundTripMs = this.#heard === undefined ? 0 : this.#heard.atMs - this.#heard.sentAtMs;
    this.#pace.canaryLate(sentAtMs, nowMs, latestRoundTripMs);
  }

  /** @returns its latest canary, if that was sent since; once */
  takeLastCanary(sinceMs: number): HeardCanary | undefined {
    const canary = this.#lastCanary;
    this.#lastCanary = undefined;
    return canary !== undefined && canary.sentAtMs >= sinceMs ? canary : undefined;
  }

  /** Slows down this target only: its own firewall is the likeliest to drop, and the others shall not suffer for it. */
  canaryLost(kind: SegmentAnswer, sentAtMs: number, nowMs: number): void {
    for (const scan of this.scans) scan.losses.canary(kind, false);
    if (kind === 'syn_ack' || !this.#hearsUsWell) this.#pace.canaryLost(sentAtMs, nowMs);
    else this.#forgetLostResets(nowMs);
  }

  /** Only its resets are limited: to ask more slowly would bring them back, and no open port. */
  get #hearsUsWell(): boolean {
    return this.scans.every(({ losses }) => losses.areResetsLimited);
  }

  #forgetLostResets(nowMs: number): void {
    if (!this.#areResetsForgotten) this.#pace = new AdaptivePace(this.#limits, nowMs);
    this.#areResetsForgotten = true;
  }

  /** Goes on with time. @returns the scans that are at their end, and whether they came there regularly */
  advance(nowMs: number): { ended: HalfOpenScan[]; areComplete: boolean } {
    const overdueMs = Math.max(2 * this.#fastestMs, this.#fastestMs + QUEUE_MS);
    this.#canaries.expire(nowMs, { overdueMs, timeoutMs: this.#timeout.currentMs });
    if (this.#canaries.hasGivenUp(nowMs) || this.#trouble.isHopeless)
      return { ended: [...this.scans], areComplete: false };
    if (this.#canaries.isCutOff) return { ended: [], areComplete: true };
    // What neighbours take will do to be eager.
    const { eagerMs } = this.#timeout.isLearnt ? this.#timeout : this.network.timeout;
    const patience = { eagerMs, timeoutMs: this.#timeout.currentMs, heard: this.#heard };
    const ended = this.scans.filter((scan) => scan.advance(nowMs, patience, this.#answered));
    return { ended, areComplete: true };
  }
}
