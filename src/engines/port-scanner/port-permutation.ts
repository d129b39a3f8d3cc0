const GOLDEN_RATIO_FRACTION = 0.618_033_988_749_895;

/**
 * Visits 0..length-1 once each, in an order that needs no memory: a stride near the golden ratio spreads consecutive
 * visits evenly, so that neighbouring ports are probed far apart in time. The same seed gives the same order.
 */
export class PortPermutation {
  readonly length: number;
  readonly #stride: number;
  readonly #offset: number;

  constructor(length: number, seed: number) {
    this.length = length;
    this.#offset = seed % Math.max(1, length);
    this.#stride = coprimeStride(length, seed);
  }

  /** The element visited at this position, 0 ≤ position < length. */
  at(position: number): number {
    return (this.#offset + position * this.#stride) % this.length;
  }
}

/** The stride varies with the seed, too, otherwise every order would be a rotation of the same one. */
function coprimeStride(length: number, seed: number): number {
  let stride = Math.max(1, Math.floor(length * GOLDEN_RATIO_FRACTION) + (seed % 97));
  while (length > 0 && greatestCommonDivisor(stride, length) > 1) stride += 1;
  return stride;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
