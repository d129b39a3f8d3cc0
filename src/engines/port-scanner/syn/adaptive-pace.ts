import { TokenBucket } from '../../../common/token-bucket.ts';
import { halvedAt, type Losses, NO_LOSSES, RateLosses, sum, WINDOW } from './rate-losses.ts';

export interface PaceLimits {
  /** Where it starts. */
  readonly packetsPerSecond: number;
  /** What it may rise to while next to nothing is lost. */
  readonly maxPacketsPerSecond: number;
  /** What it falls to at most. */
  readonly minPacketsPerSecond: number;
}

/** On the way back to where it started, except near the rate that lost too much: there it hears what it does first. */
const RECOVERY_WINDOW = 5;
/** As shares of that rate. */
const NEAR = { from: 0.6, to: 1.25 };
/** So many of a window must be late, and this share, before it means that queues fill up on the way. */
const FEWEST_LATE = 5;
const LATE_SHARE = 0.5;
/** Queues alone slow nobody down below this: a wireless link's answers are often late. */
const LATE_FLOOR = 1000;
/** The rate rises above its start while less than this is lost in the long run… */
const RISING_LOSS = 0.005;
/** …and back to its start while less than this is. */
const RECOVERING_LOSS = 0.05;
/** The long run forgets its older half at so many canaries. */
const LONG_RUN = 400;
const DECREASE_WHEN_LOST = 0.5;
const DECREASE_WHEN_LATE = 0.7;
/** Seen by many at once, and so early. */
const DECREASE_WHEN_ALL_LATE = 0.85;
/** What queues hold by then is late yet, whatever the rate is now. */
const DRAIN_MS = 50;
/** The rate rises by a tenth: of where it started or, if that is less, of what it is. */
const RISE = 0.1;
/** Least time between two rises. */
const RISE_INTERVAL_MS = 25;
/** Without a limit the rate starts here and doubles, as TCP's does, until something is lost or late. */
const SLOW_START = 40_000;
/** One canary may have met a busy moment. That answers begin to queue ends the doubling before something is lost (RFC 9406). */
const QUEUED_IN_A_ROW = 2;
/** No sooner than a few batches at the new rate were answered, however near the target. */
const LEAST_DOUBLING_MS = 10;
/** By the time that something is lost or late, the rate has doubled once or twice too often. */
const DECREASE_AFTER_SLOW_START = 0.25;
/** So much of a rate must have been made use of before it rises. */
const USED_SHARE = 0.7;
/** Faster than any machine sends. */
const AS_GOOD_AS_UNLIMITED = 2_000_000;
/** "Unreachable" answers per packet and decision that mean "stop that". */
const UNREACHABLE_WINDOW_MS = 250;
const FEWEST_UNREACHABLE = 5;
const UNREACHABLE_SHARE = 0.1;

/**
 * A rate that finds its level: additive increase, multiplicative decrease, like TCP's. What is lost or delayed is learnt from
 * canaries, probes to ports that have answered before, because other silence says nothing. Time is passed in.
 *
 * Only losses that the rate causes (`RateLosses`) are a reason to be slow: with those of the way it rises as it would without any.
 */
export class AdaptivePace {
  readonly #limits: PaceLimits;
  readonly #budget: TokenBucket;
  #window = { inTime: 0, late: 0, lost: 0 };
  #longRun = NO_LOSSES;
  readonly #losses: RateLosses;
  #decidedSinceRise = 0;
  #unreachable = 0;
  #unreachableSinceMs: number;
  #sentSinceUnreachable = 0;
  /** Since the rate changed. */
  #sentSinceChange = 0;
  #fellAtMs = Number.NEGATIVE_INFINITY;
  #changedAtMs: number;
  #isSlowStart: boolean;
  #queuedInARow = 0;

  constructor(limits: PaceLimits, nowMs: number) {
    this.#limits = limits;
    this.#isSlowStart = limits.packetsPerSecond > AS_GOOD_AS_UNLIMITED;
    this.#budget = new TokenBucket(this.#isSlowStart ? SLOW_START : limits.packetsPerSecond, nowMs);
    this.#losses = new RateLosses(limits.packetsPerSecond);
    this.#unreachableSinceMs = nowMs;
    this.#changedAtMs = nowMs;
  }

  get packetsPerSecond(): number {
    return this.#budget.perSecond;
  }

  available(nowMs: number): number {
    return this.#budget.available(nowMs);
  }

  take(count: number): void {
    this.#budget.take(count);
    this.#sentSinceUnreachable += count;
    this.#sentSinceChange += count;
  }

  /** @param hasQueued It took a little longer than the fastest: queues begin to fill. That only ends the doubling. */
  canaryInTime(sentAtMs: number, nowMs: number, hasQueued = false): void {
    if (sentAtMs < this.#fellAtMs) return;
    this.#window.inTime += 1;
    this.#queuedInARow = hasQueued ? this.#queuedInARow + 1 : 0;
    if (this.#isSlowStart) {
      const isOfThisRate = sentAtMs >= this.#changedAtMs;
      if (this.#queuedInARow >= QUEUED_IN_A_ROW) this.#endDoubling(isOfThisRate ? 1 : 2, nowMs);
      else if (isOfThisRate && !hasQueued) this.#double(nowMs);
    }
    this.#decide(nowMs);
  }

  /**
   * It takes much longer than the fastest; it may still be lost.
   * @param drainMs How long queues may take to drain after the rate fell: what is late meanwhile says nothing.
   */
  canaryLate(sentAtMs: number, nowMs: number, drainMs = 0): void {
    if (sentAtMs < this.#fellAtMs + drainMs) return;
    this.#window.late += 1;
    this.#decide(nowMs);
  }

  canaryLost(sentAtMs: number, nowMs: number): void {
    if (sentAtMs < this.#fellAtMs) return;
    this.#window.lost += 1;
    this.#decide(nowMs);
  }

  /** Something on the way, or the target, refused a probe by ICMP. */
  unreachable(nowMs: number): void {
    this.#unreachable += 1;
    if (nowMs - this.#unreachableSinceMs < UNREACHABLE_WINDOW_MS) return;
    const many = Math.max(FEWEST_UNREACHABLE, UNREACHABLE_SHARE * this.#sentSinceUnreachable);
    if (this.#unreachable >= many) this.#fall(DECREASE_WHEN_LOST, 0, nowMs);
    this.#unreachable = 0;
    this.#sentSinceUnreachable = 0;
    this.#unreachableSinceMs = nowMs;
  }

  /** Something else than canaries shows that this is too much. */
  congested(nowMs: number): void {
    this.#fall(DECREASE_WHEN_LATE, LATE_FLOOR, nowMs);
  }

  /** Answers of all who share this rate take a little longer than they did. That only ends the doubling. */
  queuesBeginToFill(nowMs: number): void {
    if (this.#isSlowStart) this.#endDoubling(1, nowMs);
  }

  /** Answers of all who share this rate are late. */
  queuesFilled(nowMs: number): void {
    this.#fall(DECREASE_WHEN_ALL_LATE, LATE_FLOOR, nowMs);
    this.#changedAtMs = nowMs + DRAIN_MS;
  }

  /** Something else than canaries shows that there is room. */
  uncongested(nowMs: number): void {
    if (this.#isSlowStart) this.#double(nowMs);
    else if (nowMs - this.#changedAtMs >= RISE_INTERVAL_MS) this.#rise(nowMs);
  }

  /** What was sent before says nothing about the rate in force. */
  get judgedSinceMs(): number {
    return this.#changedAtMs;
  }

  #decide(nowMs: number): void {
    const { late } = this.#window;
    const heard = this.#heard;
    const { canaries } = heard;
    if (this.#losses.areTooMany(heard)) {
      this.#losses.blame(this.packetsPerSecond, heard);
      this.#closeWindow();
      this.#fall(DECREASE_WHEN_LOST, 0, nowMs);
      this.#losses.beginTrial(this.packetsPerSecond);
    } else if (late >= FEWEST_LATE && late >= LATE_SHARE * canaries) {
      this.#closeWindow();
      this.#fall(DECREASE_WHEN_LATE, LATE_FLOOR, nowMs);
    } else {
      if (canaries >= WINDOW) this.#closeWindow();
      this.#decidedSinceRise += 1;
      if (this.#decidedSinceRise < this.#windowToRise || nowMs - this.#changedAtMs < RISE_INTERVAL_MS) return;
      this.#decidedSinceRise = 0;
      if (this.#mayRise && !this.#isSlowStart) this.#rise(nowMs);
    }
  }

  get #windowToRise(): number {
    const share = this.packetsPerSecond / this.#losses.fellFrom;
    const isNear = share >= NEAR.from && share < NEAR.to;
    return this.packetsPerSecond < this.#limits.packetsPerSecond && !isNear ? RECOVERY_WINDOW : WINDOW;
  }

  /** The window. */
  get #heard(): Losses {
    const { inTime, late, lost } = this.#window;
    return { canaries: inTime + Math.max(late, lost), lost };
  }

  #closeWindow(): void {
    const heard = this.#heard;
    this.#longRun = sum(halvedAt(LONG_RUN, this.#longRun), heard);
    this.#losses.add(heard, this.packetsPerSecond);
    this.#window = { inTime: 0, late: 0, lost: 0 };
  }

  get #mayRise(): boolean {
    const tolerated = this.packetsPerSecond < this.#limits.packetsPerSecond ? RECOVERING_LOSS : RISING_LOSS;
    return this.#longRun.lost < tolerated * this.#longRun.canaries || this.#losses.areOfTheWay;
  }

  #fall(factor: number, floor: number, nowMs: number): void {
    const decrease = this.#isSlowStart ? DECREASE_AFTER_SLOW_START : factor;
    const fallen = Math.max(this.#limits.minPacketsPerSecond, floor, this.packetsPerSecond * decrease);
    this.#setRate(Math.min(fallen, this.packetsPerSecond), nowMs);
    this.#isSlowStart = false;
    this.#fellAtMs = nowMs;
  }

  #setRate(packetsPerSecond: number, nowMs: number): void {
    this.#budget.setRate(packetsPerSecond, nowMs);
    this.#changedAtMs = nowMs;
    this.#sentSinceChange = 0;
  }

  /** What was not sent proves nothing (TCP's congestion window validation, RFC 7661). */
  #isUsed(nowMs: number): boolean {
    const allowed = (this.packetsPerSecond * (nowMs - this.#changedAtMs)) / 1000;
    return this.#sentSinceChange >= USED_SHARE * allowed;
  }

  #double(nowMs: number): void {
    if (nowMs - this.#changedAtMs < LEAST_DOUBLING_MS) return;
    this.#closeWindow();
    if (!this.#isUsed(nowMs)) return;
    this.#setRate(Math.min(AS_GOOD_AS_UNLIMITED, this.packetsPerSecond * 2), nowMs);
  }

  /** @param doublings how many were too many */
  #endDoubling(doublings: number, nowMs: number): void {
    this.#setRate(this.packetsPerSecond / 2 ** doublings, nowMs);
    this.#isSlowStart = false;
  }

  #rise(nowMs: number): void {
    const { packetsPerSecond, maxPacketsPerSecond } = this.#limits;
    const current = this.packetsPerSecond;
    if (current >= maxPacketsPerSecond || !this.#isUsed(nowMs)) return;
    const step = RISE * Math.min(packetsPerSecond, Math.max(current, this.#limits.minPacketsPerSecond));
    const ceiling = current < packetsPerSecond ? packetsPerSecond : maxPacketsPerSecond;
    this.#setRate(Math.min(ceiling, current + step), nowMs);
  }
}
