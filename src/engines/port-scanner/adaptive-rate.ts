/** Probes per second to one target. All three the same: the rate is fixed. */
export interface RateRange {
  readonly start: number;
  readonly fewest: number;
  readonly most: number;
}

/**
 * What became of a probe, as far as it tells how the target copes: `answered_late` by an answer to a repetition only,
 * `rejected` by something that says it doesn't want to be asked (ICMP).
 */
export type ProbeFate = 'answered' | 'answered_late' | 'silent' | 'rejected';

/** A window is judged when it holds so many fates and is so old: enough to mean something, often enough to react. */
const FATES_PER_WINDOW = 200;
const WINDOW_MS = 250;
const FASTER_BELOW_LOSS = 0.005;
const SLOWER_ABOVE_LOSS = 0.03;
const SLOWER_ABOVE_REJECTED = 0.05;
/** Windows of one pass are samples of the same ports, so a share of answers that falls so far is no chance. */
const MISSING_ANSWERS = 0.5;
/** Below it, chance alone could halve a share of answers. */
const MEANINGFUL_SHARE = 0.2;
/** Answers come at once, silence is known later: until then every target looks better than it is. */
const SETTLING_MS = 1500;
/** Of the starting rate, per window. */
const STEP = 0.25;

type Counts = Record<ProbeFate, number>;

/**
 * The rate that a target is seen to bear: additive increase while practically every probe is answered, halved when
 * answers go missing, come to repetitions only, or ICMP says no. A firewall that drops most ports hides the loss, so
 * beside one the rate never rises.
 */
export class AdaptiveRate {
  readonly #range: RateRange;
  #perSecond: number;
  #window: Counts = noFates();
  #windowStartedAtMs: number;
  #bestAnsweredShare = 0;
  #answered = 0;
  #answeredLate = 0;
  /** The pass whose late answers have been held against the rate: they tell of the pass before, all of them the same. */
  #chargedPass = 1;

  constructor(range: RateRange, nowMs: number) {
    this.#range = range;
    this.#perSecond = range.start;
    this.#windowStartedAtMs = nowMs + SETTLING_MS;
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** @returns true when the rate has changed */
  note(fate: ProbeFate, pass: number, nowMs: number): boolean {
    // In later passes only what was silent is asked again: silence is the rule there.
    if (fate === 'silent' && pass > 1) return false;
    if (nowMs < this.#windowStartedAtMs) return false;
    this.#window[fate] += 1;
    if (fate === 'answered') this.#answered += 1;
    if (fate === 'answered_late') this.#answeredLate += 1;
    if (nowMs - this.#windowStartedAtMs < WINDOW_MS || sum(this.#window) < FATES_PER_WINDOW) return false;
    const before = this.#perSecond;
    this.#judge(pass);
    this.#window = noFates();
    this.#windowStartedAtMs = nowMs;
    return this.#perSecond !== before;
  }

  #judge(pass: number): void {
    const { start, fewest, most } = this.#range;
    const total = sum(this.#window);
    const answeredShare = this.#window.answered / total;
    if (this.#isTooFast(pass, answeredShare, total)) this.#perSecond = Math.max(fewest, this.#perSecond / 2);
    else if (answeredShare > 1 - FASTER_BELOW_LOSS) this.#perSecond = Math.min(most, this.#perSecond + start * STEP);
  }

  #isTooFast(pass: number, answeredShare: number, total: number): boolean {
    if (this.#window.rejected / total > SLOWER_ABOVE_REJECTED) return true;
    if (pass === 1) {
      this.#bestAnsweredShare = Math.max(this.#bestAnsweredShare, answeredShare);
      return this.#bestAnsweredShare > MEANINGFUL_SHARE && answeredShare < this.#bestAnsweredShare * MISSING_ANSWERS;
    }
    if (this.#chargedPass === pass) return false;
    this.#chargedPass = pass;
    return this.#answeredLate / (this.#answered + this.#answeredLate) > SLOWER_ABOVE_LOSS;
  }
}

function noFates(): Counts {
  return { answered: 0, answered_late: 0, silent: 0, rejected: 0 };
}

function sum(counts: Counts): number {
  return counts.answered + counts.answered_late + counts.silent + counts.rejected;
}
