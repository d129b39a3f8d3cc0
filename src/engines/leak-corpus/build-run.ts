import { type RecordIndex, recordIndexes } from './block-format.ts';
import { BlockWriter, type GroupRecord, type SealedBlock, type Text } from './block-writer.ts';
import { ByteSorter, type ByteStrings } from './byte-sort.ts';
import { type DomainKey, keyAfterSubdomains } from './domain-key.ts';
import { noDomain } from './domain-table.ts';
import {
  digestHighOffset,
  digestLowOffset,
  flagsOf,
  loginLengthOf,
  loginStartOf,
  mailDomainOffset,
  type RecordTable,
  recordStride,
  siteOffset,
} from './record-table.ts';

/** Sorted records, each told once. */
export interface Run {
  readonly blocks: readonly SealedBlock[];
  readonly records: number;
  /** Which of the watched domains have a record in it, or a sub-domain that has. */
  readonly touched: readonly DomainKey[];
}

/** Makes runs of tables: what it needs to sort is made once. */
export class RunBuilder {
  readonly #sorter: ByteSorter;
  readonly #items: Uint32Array;

  /** @param capacity of the largest table */
  constructor(capacity: number) {
    this.#sorter = new ByteSorter(capacity);
    this.#items = new Uint32Array(capacity);
  }

  /** @param watched keys of domains */
  build(table: RecordTable, watched: readonly DomainKey[]): Run {
    const domains = sortDomains(table);
    const blocks: SealedBlock[] = [];
    let records = 0;
    for (const index of recordIndexes) {
      const ends = this.#groupByDomain(table, ownOffset(index), domains);
      records += this.#writeIndex(table, domains, index, ends, (block) => blocks.push(block));
    }
    return { blocks, records, touched: watched.filter((key) => isTouched(key, domains)) };
  }

  /**
   * Fills `items` with the records that have a domain, those of one domain together, in the order of their keys.
   * @returns where the items of each rank end; records without a domain are left out
   */
  #groupByDomain({ count, numbers }: RecordTable, offset: number, { ranks, sorted }: SortedDomains): Uint32Array {
    const ends = new Uint32Array(sorted.length + 1);
    for (let record = 0; record < count; record += 1) ends[ranks[numbers[record * recordStride + offset]!]!]! += 1;
    ends[0] = 0;
    // Places first, which filling in turns into ends.
    let place = 0;
    for (let rank = 1; rank <= sorted.length; rank += 1) {
      const records = ends[rank]!;
      ends[rank] = place;
      place += records;
    }
    for (let record = 0; record < count; record += 1) {
      const rank = ranks[numbers[record * recordStride + offset]!]!;
      if (rank === 0) continue;
      this.#items[ends[rank]!] = record;
      ends[rank]! += 1;
    }
    return ends;
  }

  /** @returns how many records it tells that the index before it does not */
  #writeIndex(
    table: RecordTable,
    domains: SortedDomains,
    index: RecordIndex,
    ends: Uint32Array,
    onBlock: (block: SealedBlock) => void,
  ): number {
    const { numbers, logins } = table;
    const items = this.#items;
    const otherOffset = index === 'mail' ? siteOffset : mailDomainOffset;
    const compareEqual = comparatorOf(numbers, otherOffset, domains.ranks);
    const writer = new BlockWriter(index, table.domains, onBlock);
    const key: Text = { bytes: domains.keys.bytes, start: 0, length: 0 };
    const login: Text = { bytes: logins.bytes, start: 0, length: 0 };
    const record: GroupRecord = { login, flags: 0, digestHigh: 0, digestLow: 0, domain: noDomain };
    let told = 0;
    for (let rank = 1, start = 0; rank <= domains.sorted.length; start = ends[rank]!, rank += 1) {
      const end = ends[rank]!;
      if (end === start) continue;
      if (end - start > 1) this.#sorter.sort(logins, items, start, end, compareEqual);
      readKey(domains, rank, key);
      writer.startGroup(key);
      for (let place = start; place < end; place += 1) {
        const item = items[place]!;
        if (place > start && isSame(table, items[place - 1]!, item, compareEqual)) continue;
        login.start = loginStartOf(numbers, item);
        login.length = loginLengthOf(numbers, item);
        record.flags = flagsOf(numbers, item);
        record.digestHigh = numbers[item * recordStride + digestHighOffset]!;
        record.digestLow = numbers[item * recordStride + digestLowOffset]!;
        record.domain = numbers[item * recordStride + otherOffset]!;
        writer.add(record);
        if (index === 'mail' || record.domain === noDomain) told += 1;
      }
    }
    writer.finishBlock();
    return told;
  }
}

type Comparator = (a: number, b: number) => number;

interface SortedDomains {
  readonly keys: ByteStrings;
  /** Numbers of domains in the order of their keys. */
  readonly sorted: Uint32Array;
  /** The place of each domain in `sorted`, from 1; 0 for no domain. */
  readonly ranks: Uint32Array;
}

function sortDomains({ domains }: RecordTable): SortedDomains {
  const keys = domains.keys();
  const sorted = Uint32Array.from({ length: domains.count }, (_, index) => index + 1);
  new ByteSorter(sorted.length).sort(keys, sorted, 0, sorted.length, () => 0);
  const ranks = new Uint32Array(sorted.length + 1);
  for (let place = 0; place < sorted.length; place += 1) ranks[sorted[place]!] = place + 1;
  return { keys, sorted, ranks };
}

function readKey({ keys, sorted }: SortedDomains, rank: number, target: Text): void {
  const place = keys.stride * sorted[rank - 1]! + keys.offset;
  target.start = keys.places[place]!;
  target.length = keys.places[place + 1]!;
}

function ownOffset(index: RecordIndex): number {
  return index === 'mail' ? mailDomainOffset : siteOffset;
}

/** Orders records of the same domain and login. */
function comparatorOf(numbers: Uint32Array, otherOffset: number, ranks: Uint32Array): Comparator {
  const compareNumber = (a: number, b: number, offset: number) =>
    numbers[a * recordStride + offset]! - numbers[b * recordStride + offset]!;
  const otherRank = (record: number) => ranks[numbers[record * recordStride + otherOffset]!]!;
  return (a, b) =>
    flagsOf(numbers, a) - flagsOf(numbers, b) ||
    compareNumber(a, b, digestHighOffset) ||
    compareNumber(a, b, digestLowOffset) ||
    otherRank(a) - otherRank(b);
}

/** Whether two neighbours of a sorted group tell the same in all. */
function isSame({ numbers, logins: { bytes } }: RecordTable, a: number, b: number, compareEqual: Comparator): boolean {
  if (compareEqual(a, b) !== 0) return false;
  const length = loginLengthOf(numbers, a);
  if (length !== loginLengthOf(numbers, b)) return false;
  const startA = loginStartOf(numbers, a);
  const startB = loginStartOf(numbers, b);
  for (let index = 0; index < length; index += 1) if (bytes[startA + index] !== bytes[startB + index]) return false;
  return true;
}

/** Whether a domain or something under it is among the sorted ones. */
function isTouched(watched: DomainKey, domains: SortedDomains): boolean {
  const text: Text = { bytes: domains.keys.bytes, start: 0, length: 0 };
  const keyOfRank = (rank: number): DomainKey => {
    readKey(domains, rank, text);
    return Buffer.from(text.bytes.buffer, text.start, text.length).toString('latin1');
  };
  let low = 1;
  let high = domains.sorted.length + 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOfRank(middle) < watched) low = middle + 1;
    else high = middle;
  }
  return low <= domains.sorted.length && keyOfRank(low) < keyAfterSubdomains(watched);
}
