import { LIMITED_ABOVE_LOSS, lostBefore, paceOfAnswers } from '../answers-borne.ts';

/** Probes per second to one target. All three the same: the rate is fixed. */
export interface RateRange {
  readonly start: number;
  readonly fewest: number;
  readonly most: number;
}

/** What became of a probe, as far as it tells how the target copes: `rejected` says that it doesn't want to be asked (ICMP). */
export type ProbeFate = 'answered' | 'silent' | 'rejected';

/** A window is judged when it holds so many fates and is so old: enough to mean something, often enough to react. */
const FATES_PER_WINDOW = 200;
const WINDOW_MS = 250;
const FASTER_BELOW_LOSS = 0.005;
const SLOWER_ABOVE_LOSS = 0.03;
const SLOWER_ABOVE_REJECTED = 0.05;
/** Windows of the first pass are samples of the same ports, so a share of answers that falls so far is no chance. */
const MISSING_ANSWERS = 0.5;
/** Below it, chance alone could halve a share of answers. */
const MEANINGFUL_SHARE = 0.2;
/** Answers come at once, silence is known later: until then every target looks better than it is. */
const SETTLING_MS = 1500;
/** Of the starting rate, per window. */
const STEP = 0.25;
/** What a rate falls to at most at once. */
const LEAST_SHARE_KEPT = 1 / 8;

type Counts = Record<ProbeFate, number>;

/** What was tried in one pass, and what came of it. */
interface Course {
  readonly pass: number;
  readonly beganAtMs: number;
  lastAtMs: number;
  attempts: number;
  answers: number;
}

/**
 * The rate that a target is seen to bear: additive increase while practically every probe is answered, halved when
 * answers go missing, come to repetitions only, or ICMP says no. Where most of a pass was lost it falls to what came
 * through instead. All this is reckoned from the rate made use of, which may be far less than the rate allowed. A firewall
 * that drops most ports hides the loss, so beside one the rate never rises.
 */
export class AdaptiveRate {
  readonly #range: RateRange;
  #perSecond: number;
  #window: Counts = noFates();
  #windowStartedAtMs: number;
  #bestAnsweredShare = 0;
  #course: Course;
  #courseBefore: Course | undefined;

  constructor(range: RateRange, nowMs: number) {
    this.#range = range;
    this.#perSecond = range.start;
    this.#windowStartedAtMs = nowMs + SETTLING_MS;
    this.#course = newCourse(1, nowMs);
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** @param pass Counted from 1. @returns true when the rate has changed */
  attempted(pass: number, nowMs: number): boolean {
    const before = this.#perSecond;
    if (pass > this.#course.pass) {
      if (this.#course.answers < FATES_PER_WINDOW) this.#judgeRepetitions();
      this.#judgeWholePass();
      this.#courseBefore = this.#course;
      this.#course = newCourse(pass, nowMs);
    }
    this.#course.attempts += 1;
    this.#course.lastAtMs = nowMs;
    return this.#perSecond !== before;
  }

  /** @returns true when the rate has changed */
  note(fate: ProbeFate, pass: number, nowMs: number): boolean {
    const before = this.#perSecond;
    if (fate === 'answered' && pass === this.#course.pass) {
      this.#course.answers += 1;
      // The end of a long pass is not waited for.
      if (this.#course.answers === FATES_PER_WINDOW) this.#judgeRepetitions();
    }
    // In later passes only what was silent is asked again: silence is the rule there.
    if (nowMs >= this.#windowStartedAtMs && (pass === 1 || fate === 'rejected')) this.#addToWindow(fate, nowMs);
    return this.#perSecond !== before;
  }

  #addToWindow(fate: ProbeFate, nowMs: number): void {
    this.#window[fate] += 1;
    if (nowMs - this.#windowStartedAtMs < WINDOW_MS || sum(this.#window) < FATES_PER_WINDOW) return;
    this.#judgeWindow();
    this.#window = noFates();
    this.#windowStartedAtMs = nowMs;
  }

  #judgeWindow(): void {
    const { start, most } = this.#range;
    const total = sum(this.#window);
    const answeredShare = this.#window.answered / total;
    this.#bestAnsweredShare = Math.max(this.#bestAnsweredShare, answeredShare);
    const isMissingAnswers =
      this.#bestAnsweredShare > MEANINGFUL_SHARE && answeredShare < this.#bestAnsweredShare * MISSING_ANSWERS;
    if (isMissingAnswers || this.#window.rejected / total > SLOWER_ABOVE_REJECTED) this.#halve();
    else if (answeredShare > 1 - FASTER_BELOW_LOSS) this.#perSecond = Math.min(most, this.#perSecond + start * STEP);
  }

  /** What is answered now was lost in the pass before: all of it tells the same, so each pass is judged once. */
  #judgeRepetitions(): void {
    if (this.#lostBefore > SLOWER_ABOVE_LOSS) this.#halve();
  }

  #judgeWholePass(): void {
    const { answers, beganAtMs, lastAtMs } = this.#course;
    if (this.#lostBefore > LIMITED_ABOVE_LOSS)
      this.#fallTo(Math.max(this.#used * LEAST_SHARE_KEPT, paceOfAnswers(answers, lastAtMs - beganAtMs)));
  }

  #halve(): void {
    this.#fallTo(Math.min(this.#perSecond, this.#used) / 2);
  }

  #fallTo(perSecond: number): void {
    this.#perSecond = Math.max(this.#range.fewest, Math.min(this.#perSecond, perSecond));
  }

  /** The share of the answers of the pass before that this one shows to have been lost. */
  get #lostBefore(): number {
    return this.#courseBefore === undefined ? 0 : lostBefore(this.#course.answers, this.#courseBefore.answers);
  }

  /** The rate of this pass, which may be less than the rate allowed. */
  get #used(): number {
    const { attempts, beganAtMs, lastAtMs } = this.#course;
    return (attempts * 1000) / Math.max(1, lastAtMs - beganAtMs);
  }
}

function newCourse(pass: number, nowMs: number): Course {
  return { pass, beganAtMs: nowMs, lastAtMs: nowMs, attempts: 0, answers: 0 };
}

function noFates(): Counts {
  return { answered: 0, silent: 0, rejected: 0 };
}

function sum(counts: Counts): number {
  return counts.answered + counts.silent + counts.rejected;
}
