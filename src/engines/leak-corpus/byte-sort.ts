/**
 * Where the byte strings of a collection stand. Item i has its start in `places[i * stride + offset]` and its length, at most 255,
 * in the low byte of the number after it. No string may be another one with a zero byte behind it.
 */
export interface ByteStrings {
  readonly bytes: Uint8Array;
  readonly places: Uint32Array;
  readonly stride: number;
  readonly offset: number;
}

const lengthMask = 0xff;

/** Most items of a collection: their numbers share a sort key of 64 bits with five bytes of the string. */
export const maxSortedItems = 2 ** 24;

const prefixBytes = 5;
const insertionSortLength = 12;

/**
 * Sorts item numbers by their byte strings, equal ones by `compareEqual`. Five bytes at a time are packed with the item's
 * number into one 64-bit integer, so that the sort itself is the engine's native one and calls no comparator.
 */
export class ByteSorter {
  readonly #keys: BigUint64Array;
  readonly #halves: Uint32Array;

  /** @param capacity most items of one `sort` */
  constructor(capacity: number) {
    this.#keys = new BigUint64Array(capacity);
    this.#halves = new Uint32Array(this.#keys.buffer);
  }

  /** Sorts `items[start .. end]` in place. */
  sort(
    strings: ByteStrings,
    items: Uint32Array,
    start: number,
    end: number,
    compareEqual: (a: number, b: number) => number,
  ): void {
    this.#sortFrom(strings, items, start, end, 0, compareEqual);
  }

  /** Sorts items that agree in their first `depth` bytes. */
  #sortFrom(
    strings: ByteStrings,
    items: Uint32Array,
    start: number,
    end: number,
    depth: number,
    compareEqual: (a: number, b: number) => number,
  ): void {
    if (end - start <= insertionSortLength) {
      insertionSort(strings, items, start, end, depth, compareEqual);
      return;
    }
    const longest = this.#sortByPrefix(strings, items, start, end, depth);
    if (longest <= depth) {
      items.subarray(start, end).sort(compareEqual);
      return;
    }
    for (let first = start; first < end; ) {
      const next = this.#endOfEqual(strings, items, first, end, depth);
      if (next - first > 1) this.#sortFrom(strings, items, first, next, depth + prefixBytes, compareEqual);
      first = next;
    }
  }

  /** @returns the length of the longest string */
  #sortByPrefix(strings: ByteStrings, items: Uint32Array, start: number, end: number, depth: number): number {
    const { bytes, places, stride, offset } = strings;
    const halves = this.#halves;
    let longest = 0;
    for (let index = start; index < end; index += 1) {
      const item = items[index]!;
      const length = places[item * stride + offset + 1]! & lengthMask;
      if (length > longest) longest = length;
      const from = places[item * stride + offset]! + depth;
      const rest = length - depth;
      const half = 2 * (index - start);
      // Beyond its end a string has zeros, which sort before every byte that a string can have.
      halves[half] = ((rest > 4 ? bytes[from + 4]! : 0) << 24) | item;
      halves[half + 1] =
        ((rest > 0 ? bytes[from]! : 0) << 24) |
        ((rest > 1 ? bytes[from + 1]! : 0) << 16) |
        ((rest > 2 ? bytes[from + 2]! : 0) << 8) |
        (rest > 3 ? bytes[from + 3]! : 0);
    }
    this.#keys.subarray(0, end - start).sort();
    for (let index = start; index < end; index += 1) items[index] = halves[2 * (index - start)]! & (maxSortedItems - 1);
    return longest;
  }

  /** The end of the items that agree with `items[first]` in the five bytes from `depth`, all being sorted by them. */
  #endOfEqual(strings: ByteStrings, items: Uint32Array, first: number, end: number, depth: number): number {
    let next = first + 1;
    while (next < end && agree(strings, items[first]!, items[next]!, depth)) next += 1;
    return next;
  }
}

/** Whether two strings have the same five bytes from `depth`, or end before them alike. */
function agree({ bytes, places, stride, offset }: ByteStrings, a: number, b: number, depth: number): boolean {
  const placeA = a * stride + offset;
  const placeB = b * stride + offset;
  const restA = Math.min((places[placeA + 1]! & lengthMask) - depth, prefixBytes);
  const restB = Math.min((places[placeB + 1]! & lengthMask) - depth, prefixBytes);
  if (restA !== restB) return false;
  const fromA = places[placeA]! + depth;
  const fromB = places[placeB]! + depth;
  for (let index = 0; index < restA; index += 1) if (bytes[fromA + index] !== bytes[fromB + index]) return false;
  return true;
}

function insertionSort(
  strings: ByteStrings,
  items: Uint32Array,
  start: number,
  end: number,
  depth: number,
  compareEqual: (a: number, b: number) => number,
): void {
  for (let index = start + 1; index < end; index += 1) {
    const item = items[index]!;
    let place = index;
    while (place > start && compare(strings, items[place - 1]!, item, depth, compareEqual) > 0) {
      items[place] = items[place - 1]!;
      place -= 1;
    }
    items[place] = item;
  }
}

function compare(
  { bytes, places, stride, offset }: ByteStrings,
  a: number,
  b: number,
  depth: number,
  compareEqual: (a: number, b: number) => number,
): number {
  const placeA = a * stride + offset;
  const placeB = b * stride + offset;
  const startA = places[placeA]!;
  const startB = places[placeB]!;
  const lengthA = places[placeA + 1]! & lengthMask;
  const lengthB = places[placeB + 1]! & lengthMask;
  const common = Math.min(lengthA, lengthB);
  for (let index = depth; index < common; index += 1) {
    const difference = bytes[startA + index]! - bytes[startB + index]!;
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB || compareEqual(a, b);
}
