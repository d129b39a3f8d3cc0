import { TokenBucket } from '../../../common/token-bucket.ts';

export interface PaceLimits {
  /** Where it starts. */
  readonly packetsPerSecond: number;
  /** What it may rise to while next to nothing is lost. */
  readonly maxPacketsPerSecond: number;
  /** What it falls to at most. */
  readonly minPacketsPerSecond: number;
}

/** Canaries per decision. */
const WINDOW = 20;
/** On the way back to where it started, except near the rate that lost too much: there it hears what it does first. */
const RECOVERY_WINDOW = 5;
/** As shares of that rate. */
const NEAR = { from: 0.6, to: 1.25 };
/** So many of a window must be lost, and this share, before it means "too fast": links lose a percent or two at any rate. */
const FEWEST_LOST = 4;
const LOST_SHARE = 0.15;
/** So many of a window must be late, and this share, before it means that queues fill up on the way. */
const FEWEST_LATE = 5;
const LATE_SHARE = 0.5;
/** Queues alone slow nobody down below this: a wireless link's answers are often late. */
const LATE_FLOOR = 1000;
/** The rate rises above its start while less than this is lost in the long run… */
const RISING_LOSS = 0.005;
/** …and back to its start while less than this is. */
const RECOVERING_LOSS = 0.05;
/** The long run forgets its older half at so many canaries… */
const LONG_RUN = 400;
/** …and what was lost lately at so many: of more, most would be of lower rates. */
const RECENT = 100;
/** So many canaries at the start, and after each fall, tell what the way loses however slowly it is asked. */
const TRIAL = 20;
/** What is asked hardly faster counts with it. */
const LIKE_A_TRIAL = 1.5;
/** The rate that such a trial follows is not halved again before its end, unless as much as this is lost. */
const LOST_SHARE_IN_TRIAL = 0.5;
/** A way that loses more than this is not taken for one that is merely bad: whoever loses so much may be shedding us. */
const MOST_AMBIENT_LOSS = 0.25;
/** Trials that differ by less than this agree, and count together. */
const SAME_LOSS = 0.1;
/** Standard deviations by which more than the ambient loss may be chance: so much ends a rise… */
const DEVIATIONS_TO_STAY = 3;
/** …and so much is a reason to fall. */
const DEVIATIONS_TO_FALL = 4;
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

interface Losses {
  readonly canaries: number;
  readonly lost: number;
}

const NO_LOSSES: Losses = { canaries: 0, lost: 0 };

/**
 * A rate that finds its level: additive increase, multiplicative decrease, like TCP's. What is lost or delayed is learnt from
 * canaries, probes to ports that have answered before, because other silence says nothing. Time is passed in.
 *
 * Only losses that the rate causes are a reason to be slow. What is lost at the start, and again right after each fall, is the
 * ambient loss: when half the rate loses as much as the whole did, the rate was not the reason, and it rises as it would without
 * losses until more is lost than that.
 */
export class AdaptivePace {
  readonly #limits: PaceLimits;
  readonly #budget: TokenBucket;
  #window = { inTime: 0, late: 0, lost: 0 };
  #longRun = NO_LOSSES;
  /** Since the start or the last fall for losses: lately, and the first of it. */
  #recent = NO_LOSSES;
  #trial = NO_LOSSES;
  /** What is lost however slow the rate is. */
  #ambient = NO_LOSSES;
  /** The rate before the last fall for losses, and what it lost. */
  #fellFrom = Number.POSITIVE_INFINITY;
  #lostBefore = 0;
  #triedAt: number;
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
    this.#triedAt = limits.packetsPerSecond;
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
    if (this.#losesTooMuch(heard)) {
      this.#fellFrom = this.packetsPerSecond;
      this.#lostBefore = shareOf(heard);
      this.#closeWindow();
      this.#fall(DECREASE_WHEN_LOST, 0, nowMs);
      this.#triedAt = this.packetsPerSecond;
      this.#recent = NO_LOSSES;
      this.#trial = NO_LOSSES;
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
    const share = this.packetsPerSecond / this.#fellFrom;
    const isNear = share >= NEAR.from && share < NEAR.to;
    return this.packetsPerSecond < this.#limits.packetsPerSecond && !isNear ? RECOVERY_WINDOW : WINDOW;
  }

  /** Very much in one window, or steadily more than the way does. */
  #losesTooMuch(heard: Losses): boolean {
    const isMany = heard.lost >= FEWEST_LOST && heard.lost >= this.#lostShareToFall * heard.canaries;
    if (isMany && !this.#isAmbient(heard, DEVIATIONS_TO_FALL, this.#ambient.canaries)) return true;
    if (!this.#isTried || heard.canaries < WINDOW) return false;
    const recent = sum(this.#recent, heard);
    return recent.lost >= LOST_SHARE * recent.canaries && !this.#isAmbient(recent, DEVIATIONS_TO_FALL);
  }

  /** The window. */
  get #heard(): Losses {
    const { inTime, late, lost } = this.#window;
    return { canaries: inTime + Math.max(late, lost), lost };
  }

  #closeWindow(): void {
    const heard = this.#heard;
    this.#longRun = sum(halvedAt(LONG_RUN, this.#longRun), heard);
    if (!this.#isTried) this.#weigh(sum(this.#trial, heard));
    else if (this.#ambient.canaries > 0 && this.packetsPerSecond <= LIKE_A_TRIAL * this.#triedAt)
      this.#ambient = sum(halvedAt(LONG_RUN, this.#ambient), heard);
    this.#recent = sum(halvedAt(RECENT, this.#recent), heard);
    this.#window = { inTime: 0, late: 0, lost: 0 };
  }

  /** What has been lost since the fall, at the rate that followed it. */
  #weigh(trial: Losses): void {
    this.#trial = trial;
    if (!this.#isTried) return;
    // Halving the rate has cured as much as it does where all that exceeds a limit is dropped: the rate was the reason.
    if (shareOf(trial) <= 2 * this.#lostBefore - 1 + SAME_LOSS) {
      this.#ambient = NO_LOSSES;
      return;
    }
    const before = this.#ambient;
    const isSame = before.canaries > 0 && Math.abs(shareOf(trial) - shareOf(before)) < SAME_LOSS;
    this.#ambient = isSame ? sum(before, trial) : trial;
  }

  get #isTried(): boolean {
    return this.#trial.canaries >= TRIAL;
  }

  get #lostShareToFall(): number {
    return Number.isFinite(this.#fellFrom) && !this.#isTried ? LOST_SHARE_IN_TRIAL : LOST_SHARE;
  }

  get #mayRise(): boolean {
    const tolerated = this.packetsPerSecond < this.#limits.packetsPerSecond ? RECOVERING_LOSS : RISING_LOSS;
    if (this.#longRun.lost < tolerated * this.#longRun.canaries) return true;
    return this.#isAmbient(this.#recent, DEVIATIONS_TO_STAY);
  }

  /**
   * Whether no more was lost than is lost at any rate, give or take what may be chance.
   * @param learntFrom Of how few canaries the ambient loss was learnt may be chance, too, and is not held against one window.
   *   Whoever wants to rise is held to what has been learnt: while the rate stays where it is, more is.
   */
  #isAmbient({ canaries, lost }: Losses, deviations: number, learntFrom = Number.POSITIVE_INFINITY): boolean {
    const { canaries: asked, lost: missing } = this.#ambient;
    if (!this.#isTried || asked === 0 || missing > MOST_AMBIENT_LOSS * asked) return false;
    // Laplace's rule: that few have lost nothing does not prove that nothing is ever lost.
    const share = (missing + 1) / (asked + 2);
    const deviation = Math.sqrt(share * (1 - share) * canaries * (1 + canaries / learntFrom));
    return lost <= share * canaries + deviations * deviation;
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

function sum(a: Losses, b: Losses): Losses {
  return { canaries: a.canaries + b.canaries, lost: a.lost + b.lost };
}

function shareOf({ canaries, lost }: Losses): number {
  return lost / canaries;
}

function halvedAt(most: number, losses: Losses): Losses {
  return losses.canaries < most ? losses : { canaries: losses.canaries / 2, lost: losses.lost / 2 };
}
