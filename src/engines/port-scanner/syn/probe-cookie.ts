/**
 * HalfSipHash-2-4 with a 32-bit result (Aumasson and Bernstein's SipHash on 32-bit words; the kernel's `hsiphash`) over one
 * word. A keyed pseudorandom function, because who can guess sequence numbers can make up open ports.
 */
export function halfSipHash(key0: number, key1: number, word: number): number {
  let v0 = key0;
  let v1 = key1;
  let v2 = 0x6c796765 ^ key0;
  let v3 = 0x74656462 ^ key1;
  // The word, the length of the message, the end: two, two and four rounds.
  for (let round = 0; round < 8; round += 1) {
    if (round === 0) v3 ^= word;
    else if (round === 2) {
      v0 ^= word;
      v3 ^= MESSAGE_LENGTH;
    } else if (round === 4) {
      v0 ^= MESSAGE_LENGTH;
      v2 ^= 0xff;
    }
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
  }
  return (v1 ^ v3) >>> 0;
}

const MESSAGE_LENGTH = 4 << 24;

/**
 * Sequence numbers of one target's probes. An answer acknowledges its probe's number plus one, so nothing has to be
 * remembered of a probe to know its answer. Every target has a key of its own: answers to an earlier scan don't match.
 */
export class ProbeCookie {
  readonly #key0: number;
  readonly #key1: number;

  constructor(key: Uint32Array) {
    this.#key0 = key[0] ?? 0;
    this.#key1 = key[1] ?? 0;
  }

  /** @param lane Which of the scanner's source ports the probe comes from. */
  of(port: number, lane: number): number {
    return halfSipHash(this.#key0, this.#key1, (port << 8) | lane);
  }
}
