/** What was asked of canaries, and what of it was lost. */
export interface Losses {
  readonly canaries: number;
  readonly lost: number;
}

export const NO_LOSSES: Losses = { canaries: 0, lost: 0 };

/** Canaries per decision. */
export const WINDOW = 20;
/** So many of a window must be lost, and this share, before it means "too fast": links lose a percent or two at any rate. */
const FEWEST_LOST = 4;
const LOST_SHARE = 0.15;
/** What was lost lately is forgotten by half at so many canaries: of more, most would be of lower rates. */
const RECENT = 100;
/** What is lost at any rate is forgotten by half at so many. */
const LONG_RUN = 400;
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

/**
 * Tells losses that a rate causes from those of the way. What is lost at the start, and again right after each fall, is the ambient loss:
 * when half the rate loses as much as the whole did, the rate was not the reason.
 */
export class RateLosses {
  /** Since the start or the last fall for losses: lately, and the first of it. */
  #recent = NO_LOSSES;
  #trial = NO_LOSSES;
  /** What is lost however slow the rate is. */
  #ambient = NO_LOSSES;
  /** The rate before the last fall for losses, and what it lost. */
  #fellFrom = Number.POSITIVE_INFINITY;
  #lostBefore = 0;
  #triedAt: number;

  constructor(packetsPerSecond: number) {
    this.#triedAt = packetsPerSecond;
  }

  /** The rate that lost too much last; Infinity: none has. */
  get fellFrom(): number {
    return this.#fellFrom;
  }

  /** The rate is about to fall because of what was lost in the window. */
  blame(packetsPerSecond: number, heard: Losses): void {
    this.#fellFrom = packetsPerSecond;
    this.#lostBefore = shareOf(heard);
  }

  /** The rate has fallen: what is lost at this one shows whether the one before was the reason. */
  beginTrial(packetsPerSecond: number): void {
    this.#triedAt = packetsPerSecond;
    this.#recent = NO_LOSSES;
    this.#trial = NO_LOSSES;
  }

  /** A window ends at this rate. */
  add(heard: Losses, packetsPerSecond: number): void {
    if (!this.#isTried) this.#weigh(sum(this.#trial, heard));
    else if (this.#ambient.canaries > 0 && packetsPerSecond <= LIKE_A_TRIAL * this.#triedAt)
      this.#ambient = sum(halvedAt(LONG_RUN, this.#ambient), heard);
    this.#recent = sum(halvedAt(RECENT, this.#recent), heard);
  }

  /** Very much in one window, or steadily more than the way does. */
  areTooMany(heard: Losses): boolean {
    const isMany = heard.lost >= FEWEST_LOST && heard.lost >= this.#lostShareToFall * heard.canaries;
    if (isMany && !this.#isAmbient(heard, DEVIATIONS_TO_FALL, this.#ambient.canaries)) return true;
    if (!this.#isTried || heard.canaries < WINDOW) return false;
    const recent = sum(this.#recent, heard);
    return recent.lost >= LOST_SHARE * recent.canaries && !this.#isAmbient(recent, DEVIATIONS_TO_FALL);
  }

  /** Whether what was lost lately would be lost at any rate. */
  get areOfTheWay(): boolean {
    return this.#isAmbient(this.#recent, DEVIATIONS_TO_STAY);
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
}

export function sum(a: Losses, b: Losses): Losses {
  return { canaries: a.canaries + b.canaries, lost: a.lost + b.lost };
}

export function halvedAt(most: number, losses: Losses): Losses {
  return losses.canaries < most ? losses : { canaries: losses.canaries / 2, lost: losses.lost / 2 };
}

function shareOf({ canaries, lost }: Losses): number {
  return lost / canaries;
}
