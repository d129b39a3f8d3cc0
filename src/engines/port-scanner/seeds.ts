import { randomInt } from 'node:crypto';

const MAX_SEED = 2 ** 32;

/** A seed for each scan: at random, or counted up from the given one, so that the probe order can be repeated. */
export function seedsFrom(first: number | undefined): () => number {
  let next = first;
  return () => (next === undefined ? randomInt(MAX_SEED) : next++);
}
