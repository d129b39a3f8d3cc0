/** Where a pass lost so many of its answers, something lets through no more than it did… */
export const LIMITED_ABOVE_LOSS = 0.4;
/** …which is asked for with something to spare: a few lost once more cost less than never to ask for all it bears. */
const HEADROOM = 1.25;
/** Fewer answers to repetitions than these say nothing of the pass before. */
const FEWEST_LATE = 10;

/** The share of the answers of a pass that the one after it shows to have been lost, by how many answered in each for the first time. */
export function lostBefore(answers: number, answersBefore: number): number {
  return answers < FEWEST_LATE ? 0 : answers / (answersBefore + answers);
}

/** The pace at which answers came, and a little more: what whoever limits answers, or probes, is asked for from then on. Per second. */
export function paceOfAnswers(answers: number, withinMs: number): number {
  return (HEADROOM * answers * 1000) / Math.max(1, withinMs);
}
