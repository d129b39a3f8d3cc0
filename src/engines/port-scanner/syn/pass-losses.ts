import type { SegmentAnswer } from './syn-segment.ts';

/** Until something is known, a link is taken to lose one probe in fifty. */
const USUAL_LOSS = 0.02;
/** What a pass is taken to be like before its own probes tell: as much evidence as so many of them. */
const PRIOR_PROBES = 20;

/** More than this is lost of resets, and less than that of SYN-ACKs: so many of each are known, and only resets are limited. */
const LIMITED_ABOVE = 0.4;
const UNLIMITED_BELOW = 0.1;
const FEWEST_KNOWN = 10;

interface Count {
  answered: number;
  lost: number;
}

/** Resets and SYN-ACKs apart: a target, or a device before it, may limit the one and not the other. */
interface PassCount extends Record<SegmentAnswer, Count> {
  isRuined: boolean;
}

/**
 * How much each pass of a scan lost, and so how likely it is that an open port was silent in all of them. Two things
 * tell: canaries, and ports whose first answer came in a later pass. A pass in which the target was cut off proves nothing.
 * An open port answers by SYN-ACK: where those get through and resets alone are limited, lost resets say nothing of it.
 */
export class PassLosses {
  readonly #passes: PassCount[] = [];

  beginPass(): void {
    const none = () => ({ answered: 0, lost: 0 });
    this.#passes.push({ syn_ack: none(), refused: none(), isRuined: false });
  }

  /** @param pass From 1. */
  firstAnswer(answer: SegmentAnswer, pass: number): void {
    for (let index = 0; index < pass - 1; index += 1) this.#passes[index]![answer].lost += 1;
    this.#passes[pass - 1]![answer].answered += 1;
  }

  canary(answer: SegmentAnswer, wasAnswered: boolean): void {
    const current = this.#passes.at(-1)![answer];
    if (wasAnswered) current.answered += 1;
    else current.lost += 1;
  }

  /** What was taken for lost was answered after all, as the probe of a port would count then. */
  canaryFound(answer: SegmentAnswer): void {
    const current = this.#passes.at(-1)![answer];
    current.lost = Math.max(0, current.lost - 1);
    current.answered += 1;
  }

  /** The current pass went nowhere, or its answers were lost here. */
  ruinPass(): void {
    this.#passes.at(-1)!.isRuined = true;
  }

  /** More of the current pass is known to be answered than to be lost. */
  get wasPassHeard(): boolean {
    const current = this.#passes.at(-1)!;
    const { answered, lost } = all(current);
    return answered > lost && !current.isRuined;
  }

  get hasLosses(): boolean {
    return this.#passes.some((pass) => all(pass).lost > 0 || pass.isRuined);
  }

  /** Whether SYN-ACKs get through, and resets do not. */
  get areResetsLimited(): boolean {
    const [synAcks, resets] = [this.#total(synAcksOf), this.#total(resetsOf)];
    const isKnown = Math.min(sumOf(synAcks), sumOf(resets)) >= FEWEST_KNOWN;
    return isKnown && shareOf(resets) > LIMITED_ABOVE && shareOf(synAcks) < UNLIMITED_BELOW;
  }

  /** The probability that every pass lost its probe to one port. */
  get riskOfMissing(): number {
    const counted = this.areResetsLimited ? synAcksOf : all;
    // A pass of few probes is no better than the others were.
    const expected = Math.max(USUAL_LOSS, estimate(this.#total(counted), USUAL_LOSS));
    return this.#passes.reduce((risk, pass) => risk * (pass.isRuined ? 1 : lossOf(counted(pass), expected)), 1);
  }

  #total(counted: (pass: PassCount) => Count): Count {
    return this.#passes.map(counted).reduce(sum, { answered: 0, lost: 0 });
  }
}

const synAcksOf = ({ syn_ack }: PassCount): Count => syn_ack;
const resetsOf = ({ refused }: PassCount): Count => refused;
const all = ({ syn_ack, refused }: PassCount): Count => sum(syn_ack, refused);

function sum(a: Count, b: Count): Count {
  return { answered: a.answered + b.answered, lost: a.lost + b.lost };
}

function sumOf({ answered, lost }: Count): number {
  return answered + lost;
}

function shareOf(count: Count): number {
  return count.lost / sumOf(count);
}

function lossOf(count: Count, expected: number): number {
  const proved = count.answered > 0 || count.lost === 0;
  return proved ? estimate(count, expected) : 1;
}

function estimate({ lost, answered }: Count, expected: number): number {
  return (lost + PRIOR_PROBES * expected) / (lost + answered + PRIOR_PROBES);
}
