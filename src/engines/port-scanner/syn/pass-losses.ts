/** Until something is known, a link is taken to lose one probe in fifty. */
const USUAL_LOSS = 0.02;
/** What a pass is taken to be like before its own probes tell: as much evidence as so many of them. */
const PRIOR_PROBES = 20;

interface PassCount {
  answered: number;
  lost: number;
  isRuined: boolean;
}

/**
 * How much each pass of a scan lost, and so how likely it is that an open port was silent in all of them. Two things
 * tell: canaries, and ports whose first answer came in a later pass. A pass in which the target was cut off proves nothing.
 */
export class PassLosses {
  readonly #passes: PassCount[] = [];

  beginPass(): void {
    this.#passes.push({ answered: 0, lost: 0, isRuined: false });
  }

  /** @param pass From 1. */
  firstAnswer(pass: number): void {
    for (let index = 0; index < pass - 1; index += 1) this.#passes[index]!.lost += 1;
    this.#passes[pass - 1]!.answered += 1;
  }

  canary(wasAnswered: boolean): void {
    const current = this.#passes.at(-1)!;
    if (wasAnswered) current.answered += 1;
    else current.lost += 1;
  }

  /** What was taken for lost was answered after all, as the probe of a port would count then. */
  canaryFound(): void {
    const current = this.#passes.at(-1)!;
    current.lost = Math.max(0, current.lost - 1);
    current.answered += 1;
  }

  /** The current pass went nowhere, or its answers were lost here. */
  ruinPass(): void {
    this.#passes.at(-1)!.isRuined = true;
  }

  /** More of the current pass is known to be answered than to be lost. */
  get wasPassHeard(): boolean {
    const { answered, lost, isRuined } = this.#passes.at(-1)!;
    return answered > lost && !isRuined;
  }

  get hasLosses(): boolean {
    return this.#passes.some(({ lost, isRuined }) => lost > 0 || isRuined);
  }

  /** The probability that every pass lost its probe to one port. */
  get riskOfMissing(): number {
    const lost = this.#passes.reduce((sum, pass) => sum + pass.lost, 0);
    const answered = this.#passes.reduce((sum, pass) => sum + pass.answered, 0);
    // A pass of few probes is no better than the others were.
    const expected = Math.max(USUAL_LOSS, estimate({ lost, answered }, USUAL_LOSS));
    return this.#passes.reduce((risk, pass) => risk * lossOf(pass, expected), 1);
  }
}

function lossOf(pass: PassCount, expected: number): number {
  const proved = pass.answered > 0 || pass.lost === 0;
  return pass.isRuined || !proved ? 1 : estimate(pass, expected);
}

function estimate({ lost, answered }: Pick<PassCount, 'lost' | 'answered'>, expected: number): number {
  return (lost + PRIOR_PROBES * expected) / (lost + answered + PRIOR_PROBES);
}
