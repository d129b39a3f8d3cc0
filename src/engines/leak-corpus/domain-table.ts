import type { ByteStrings } from './byte-sort.ts';
import { lowerCase } from './characters.ts';
import type { Span } from './credential-fields.ts';
import { writeDomainKey } from './domain-key.ts';

/** No domain. */
export const noDomain = 0;

const initialSlots = 2 ** 12;
const maxDomainBytes = 253;

/** Numbers for domains, from 1, in the order in which they were first seen. */
export class DomainTable {
  /** Domain n is `bytes[starts[n] .. starts[n + 1]]`, in lower case. */
  bytes = new Uint8Array(2 ** 16);
  starts = new Uint32Array(initialSlots);
  #count = 0;
  #end = 0;
  /** Open addressing; 0: free. At most half of the slots are taken. */
  #slots = new Uint32Array(initialSlots);

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#slots.fill(0);
    this.#count = 0;
    this.#end = 0;
  }

  /** The number of a domain, whatever its case. */
  intern(domain: Span): number {
    if (this.#end + maxDomainBytes > this.bytes.length) this.bytes = grown(this.bytes);
    const hash = this.#append(domain);
    const length = domain.end - domain.start;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let known = this.#slots[slot]!; known !== 0; known = this.#slots[slot]!) {
      if (this.#isAtEnd(known, length)) return known;
      slot = (slot + 1) & mask;
    }
    this.#keep(slot, length);
    return this.#count;
  }

  /** Writes the domain behind the last one. @returns its hash (FNV-1a) */
  #append({ bytes, start, end }: Span): number {
    let hash = 0x811c9dc5;
    let target = this.#end;
    for (let index = start; index < end; index += 1) {
      const byte = lowerCase(bytes[index]!);
      this.bytes[target++] = byte;
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
    // FNV's low bits depend on the low bits of the text only.
    return hash ^ (hash >>> 15);
  }

  #isAtEnd(known: number, length: number): boolean {
    const start = this.starts[known]!;
    if (this.starts[known + 1]! - start !== length) return false;
    for (let index = 0; index < length; index += 1)
      if (this.bytes[start + index] !== this.bytes[this.#end + index]) return false;
    return true;
  }

  #keep(slot: number, length: number): void {
    this.#count += 1;
    if (this.#count + 2 > this.starts.length) this.starts = grown(this.starts);
    this.starts[this.#count] = this.#end;
    this.#end += length;
    this.starts[this.#count + 1] = this.#end;
    this.#slots[slot] = this.#count;
    if (this.#count * 2 > this.#slots.length) this.#rehash();
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let domain = 1; domain <= this.#count; domain += 1) {
      let hash = 0x811c9dc5;
      for (let index = this.starts[domain]!; index < this.starts[domain + 1]!; index += 1)
        hash = Math.imul(hash ^ this.bytes[index]!, 0x01000193);
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = domain;
    }
    this.#slots = slots;
  }

  /** The keys of all domains. Item 0 is none. */
  keys(): ByteStrings {
    const bytes = new Uint8Array(this.#end + this.#count);
    const places = new Uint32Array(2 * (this.#count + 1));
    for (let domain = 1; domain <= this.#count; domain += 1) {
      const start = this.starts[domain]!;
      const end = this.starts[domain + 1]!;
      // A key has one byte more than its domain.
      const keyStart = start + domain - 1;
      places[2 * domain] = keyStart;
      places[2 * domain + 1] = end - start + 1;
      writeDomainKey(this.bytes, start, end, bytes, keyStart);
    }
    return { bytes, places, stride: 2, offset: 0 };
  }
}

function grown<T extends Uint8Array | Uint32Array>(array: T): T {
  const larger = array instanceof Uint8Array ? new Uint8Array(array.length * 2) : new Uint32Array(array.length * 2);
  larger.set(array);
  return larger as T;
}
