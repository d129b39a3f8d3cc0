import type { DomainKey } from './domain-key.ts';

/**
 * A Bloom filter of the domains in a block, with those that they are below of, down to two labels: whether a block can have records
 * of a domain is told without reading it. Bit n of a filter is bit `n % 8`, from the lowest, of byte `n / 8`, as PostgreSQL's
 * `get_bit` counts.
 */
const bitsPerDomain = 10;
const minBytes = 8;
/** With ten bits for each domain four look-ups err once in 85 times. */
const filterProbes = 4;
/** Probes are numbers of so many bits: the bit to look at is the remainder by the filter's length in bits. */
const probeMask = 0x7fffffff;

const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;

/** Collects the domains of a block. Keys must come in order. */
export class KeyFilterBuilder {
  readonly #hashes: number[] = [];

  /** @param shared how many bytes are those of the key before: what is below the same domain adds it once */
  add(bytes: Uint8Array, start: number, length: number, shared: number): void {
    let hash = fnvOffset;
    let labels = 0;
    for (let index = 0; index < length; index += 1) {
      const byte = bytes[start + index]!;
      hash = Math.imul(hash ^ byte, fnvPrime);
      if (byte !== 0) continue;
      labels += 1;
      if (labels >= 2 && index >= shared) this.#hashes.push(hash);
    }
  }

  finish(): Uint8Array {
    const filter = new Uint8Array(Math.max(minBytes, Math.ceil((this.#hashes.length * bitsPerDomain) / 8)));
    const bits = filter.length * 8;
    for (const hash of this.#hashes) {
      for (let number = 0; number < filterProbes; number += 1) {
        const bit = probe(hash, number) % bits;
        filter[bit >> 3]! |= 1 << (bit & 7);
      }
    }
    this.#hashes.length = 0;
    return filter;
  }
}

/** A block has no record of a domain, or of one below it, when any of these bits of its filter is not set. */
export function filterProbesOf(key: DomainKey): number[] {
  let hash = fnvOffset;
  for (const byte of Buffer.from(key, 'latin1')) hash = Math.imul(hash ^ byte, fnvPrime);
  return Array.from({ length: filterProbes }, (_, number) => probe(hash, number));
}

/** Two hashes make all of them (Kirsch and Mitzenmacher, "Less hashing, same performance"). */
function probe(hash: number, number: number): number {
  const other = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const step = (other ^ (other >>> 13)) | 1;
  return (hash + Math.imul(number, step)) & probeMask;
}
