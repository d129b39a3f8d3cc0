import type { SegmentAnswer } from './syn-segment.ts';

/** Ports that answered, kept to ask them again; as many closed as open ones, because resets and SYN-ACKs are limited apart. */
const MOST_PER_KIND = 64;
/** A lost canary rests for as long as a target takes to repeat a SYN-ACK, so that the answer is known for what it is. */
const REST_MS = 1200;
/** Share of all probes that are canaries. */
const PROBES_PER_CANARY = 50;
/** So many lost in a row, and the target is cut off. */
const LOST_IN_A_ROW = 8;
/** While it is, canaries go out ever more rarely. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;

interface Canary {
  readonly port: number;
  readonly kind: SegmentAnswer;
  /** 0: every probe to it was answered. */
  sentAtMs: number;
  isOverdue: boolean;
  restsUntilMs: number;
  /** Nobody can tell which of several probes an answer is to (Karn's rule). */
  isAmbiguous: boolean;
}

export interface CanaryAnswer {
  /** What it answers. */
  readonly kind: SegmentAnswer;
  readonly sentAtMs: number;
  /** Undefined when nobody can tell. */
  readonly roundTripMs: number | undefined;
  /** It has been reported as overdue before. */
  readonly wasOverdue: boolean;
  /** It has been reported as lost before: the answer was late, or was repeated, as targets do with a SYN-ACK after a second. */
  readonly wasLost: boolean;
}

export interface CanaryListener {
  canaryAnswered(answer: CanaryAnswer, nowMs: number): void;
  /** A canary has not been answered in the time that it should take; whether it will be is open. */
  canaryOverdue(sentAtMs: number, nowMs: number): void;
  canaryLost(kind: SegmentAnswer, sentAtMs: number, nowMs: number): void;
}

/**
 * Probes to ports that answered before. That one of them stays silent can only mean loss, or that the target, or a firewall
 * on the way, has had enough of us: a silence that must not be taken for "filtered".
 */
export class Canaries {
  readonly #listener: CanaryListener;
  readonly #giveUpMs: number;
  readonly #canaries: Canary[] = [];
  /** In the order of sending. */
  readonly #inFlight = new Set<Canary>();
  readonly #ofKind = { syn_ack: 0, refused: 0 };
  readonly #phase: number;
  #turn = 0;
  #lastKind: SegmentAnswer = 'refused';
  #probesSinceLast = 0;
  #hasAsked = false;
  #lostInARow = 0;
  /** When the latest one was sent that was answered for certain. */
  #heardSentAtMs = Number.NEGATIVE_INFINITY;
  #cutOffSinceMs: number | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #nextAtMs = 0;

  /**
   * @param giveUpMs When no canary is answered for so long, there is no hope left.
   * @param phase Any integer ≥ 0: canaries of targets that are probed in step shall not be.
   */
  constructor(listener: CanaryListener, giveUpMs: number, phase: number) {
    this.#listener = listener;
    this.#giveUpMs = giveUpMs;
    this.#phase = phase % PROBES_PER_CANARY;
  }

  /** A port answered for the first time. */
  add(port: number, kind: SegmentAnswer): void {
    if (this.#ofKind[kind] === MOST_PER_KIND) return;
    this.#ofKind[kind] += 1;
    this.#canaries.push({ port, kind, sentAtMs: 0, isOverdue: false, restsUntilMs: 0, isAmbiguous: false });
  }

  /** True while no canary is answered any more: nothing else shall be sent. */
  get isCutOff(): boolean {
    return this.#cutOffSinceMs !== undefined;
  }

  hasGivenUp(nowMs: number): boolean {
    return this.#cutOffSinceMs !== undefined && nowMs - this.#cutOffSinceMs > this.#giveUpMs;
  }

  probeSent(): void {
    this.#probesSinceLast += 1;
  }

  /**
   * The port to ask again now, or -1. The first one is asked at once, for it tells the round trip; and one more when all
   * probes are on their way, for it tells whether the last of them were heard.
   */
  takeDue(nowMs: number, areProbesSent: boolean): number {
    if (!this.#isDue(nowMs, areProbesSent)) return -1;
    const canary = this.#nextIdle(nowMs);
    if (canary === undefined) return -1;
    canary.isAmbiguous = canary.sentAtMs !== 0;
    canary.sentAtMs = nowMs;
    this.#lastKind = canary.kind;
    canary.isOverdue = false;
    this.#inFlight.add(canary);
    this.#probesSinceLast = this.#hasAsked ? 0 : this.#phase;
    this.#hasAsked = true;
    if (this.isCutOff) {
      this.#nextAtMs = nowMs + this.#pauseMs;
      this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
    }
    return canary.port;
  }

  /** @returns whether this ended a silence: what was probed meanwhile has to be probed again */
  answered(port: number, nowMs: number): boolean {
    const canary = this.#canaries.find((each) => each.port === port);
    if (canary === undefined || canary.sentAtMs === 0) return false;
    const { kind, sentAtMs, isAmbiguous, isOverdue: wasOverdue } = canary;
    const wasInFlight = this.#inFlight.delete(canary);
    canary.sentAtMs = 0;
    const wasCutOff = this.isCutOff;
    this.#lostInARow = 0;
    this.#cutOffSinceMs = undefined;
    this.#pauseMs = FIRST_PAUSE_MS;
    // A late one has been counted as lost; it still tells how long an answer can take.
    const roundTripMs = isAmbiguous ? undefined : nowMs - sentAtMs;
    if (!isAmbiguous) this.#heardSentAtMs = Math.max(this.#heardSentAtMs, sentAtMs);
    if (wasInFlight || !wasCutOff)
      this.#listener.canaryAnswered({ kind, sentAtMs, roundTripMs, wasOverdue, wasLost: !wasInFlight }, nowMs);
    return wasCutOff;
  }

  /** Counts canaries that take longer than they should, and those that went unanswered for too long. */
  expire(nowMs: number, { overdueMs, timeoutMs }: { overdueMs: number; timeoutMs: number }): void {
    for (const canary of this.#inFlight) {
      const ageMs = nowMs - canary.sentAtMs;
      // Those behind it are younger.
      if (ageMs <= overdueMs && ageMs < timeoutMs) return;
      if (!canary.isOverdue && ageMs > overdueMs) {
        canary.isOverdue = true;
        this.#listener.canaryOverdue(canary.sentAtMs, nowMs);
      }
      if (ageMs >= timeoutMs) this.#lost(canary, nowMs);
    }
  }

  #lost(canary: Canary, nowMs: number): void {
    this.#inFlight.delete(canary);
    canary.restsUntilMs = nowMs + REST_MS;
    // One that was sent before another that was answered is a mere loss, however late that is known.
    if (canary.sentAtMs > this.#heardSentAtMs) this.#lostInARow += 1;
    if (this.#lostInARow === LOST_IN_A_ROW && !this.isCutOff) {
      this.#cutOffSinceMs = nowMs;
      this.#nextAtMs = nowMs + this.#pauseMs;
    }
    this.#listener.canaryLost(canary.kind, canary.sentAtMs, nowMs);
  }

  #isDue(nowMs: number, areProbesSent: boolean): boolean {
    if (this.isCutOff) return nowMs >= this.#nextAtMs;
    if (areProbesSent || !this.#hasAsked) return this.#probesSinceLast > 0;
    return this.#probesSinceLast >= PROBES_PER_CANARY;
  }

  /** Of both kinds in turn, where both are there: resets and SYN-ACKs are limited apart, however many of each there are. */
  #nextIdle(nowMs: number): Canary | undefined {
    let other: Canary | undefined;
    let resting: Canary | undefined;
    for (let visited = 0; visited < this.#canaries.length; visited += 1) {
      this.#turn = (this.#turn + 1) % this.#canaries.length;
      const canary = this.#canaries[this.#turn];
      if (canary === undefined || this.#inFlight.has(canary)) continue;
      if (canary.restsUntilMs > nowMs) resting ??= canary;
      else if (canary.kind !== this.#lastKind) return canary;
      else other ??= canary;
    }
    return other ?? resting;
  }
}
