import { zstdCompressSync } from 'node:zlib';
import { bodyBytes, maxTextBytes, type RecordIndex } from './block-format.ts';
import type { DomainTable } from './domain-table.ts';
import { KeyFilterBuilder } from './key-filter.ts';
import { digestBytes } from './secret-digester.ts';

/** A text inside a larger array. */
export interface Text {
  bytes: Uint8Array;
  start: number;
  length: number;
}

export interface SealedBlock {
  readonly index: RecordIndex;
  /** Key of the last record in it. */
  readonly lastKey: Uint8Array;
  readonly records: number;
  /** See KeyFilterBuilder. */
  readonly filter: Uint8Array;
  readonly bytes: Uint8Array;
}

/** One record of a group. The object can be the same for every call. */
export interface GroupRecord {
  readonly login: Text;
  flags: number;
  digestHigh: number;
  digestLow: number;
  /** Number of the other domain of the record, 0 for none. */
  domain: number;
}

// A record takes at least a flag, two lengths and the number of a domain.
const maxRecords = bodyBytes / 4 + 1;

/** Cuts a sorted list of records into blocks: see block-format.ts for what is in them. */
export class BlockWriter {
  readonly #index: RecordIndex;
  readonly #table: DomainTable;
  readonly #onBlock: (block: SealedBlock) => void;
  readonly #groups = new Column();
  readonly #domains = new Column();
  readonly #columns = {
    flags: new Column(),
    sharedLengths: new Column(),
    furtherLengths: new Column(),
    domains: new Column(),
    logins: new Column(),
  };
  /** The block, from 1, that named a domain last, and the number that it gave it. */
  readonly #namedIn: Uint32Array;
  readonly #numberInBlock: Uint16Array;
  readonly #digests = Buffer.alloc(maxRecords * digestBytes);
  readonly #filter = new KeyFilterBuilder();
  readonly #key = new KeptText();
  readonly #groupKey = new KeptText();
  readonly #login = new KeptText();
  #block = 1;
  #domainCount = 0;
  #groupCount = 0;
  #groupRecords = 0;
  #records = 0;

  /** @param domains what the other domains of records are numbers in */
  constructor(index: RecordIndex, domains: DomainTable, onBlock: (block: SealedBlock) => void) {
    this.#index = index;
    this.#table = domains;
    this.#onBlock = onBlock;
    this.#namedIn = new Uint32Array(domains.count + 1);
    this.#numberInBlock = new Uint16Array(domains.count + 1);
  }

  /** The records that are added from now on have this key. */
  startGroup(key: Text): void {
    this.#endGroup();
    this.#key.keep(key);
  }

  add(record: GroupRecord): void {
    if (this.#groupRecords === 0) this.#openGroup();
    const { login } = record;
    const { flags, sharedLengths, furtherLengths, domains, logins } = this.#columns;
    const shared = this.#login.sharedLength(login);
    flags.byte(record.flags);
    sharedLengths.byte(shared);
    furtherLengths.byte(login.length - shared);
    domains.number(record.domain === 0 ? 0 : this.#numberOf(record.domain));
    logins.append(login.bytes, login.start + shared, login.length - shared);
    this.#digests.writeUInt32BE(record.digestHigh, this.#records * digestBytes);
    this.#digests.writeUInt32BE(record.digestLow, this.#records * digestBytes + 4);
    this.#login.keep(login);
    this.#groupRecords += 1;
    this.#records += 1;
    if (this.#bodyLength() >= bodyBytes) this.finishBlock();
  }

  /** Ends the block, if there is something in it; a group goes on in the next one. */
  finishBlock(): void {
    if (this.#records === 0) return;
    this.#endGroup();
    const body = this.#body();
    const compressed = zstdCompressSync(body);
    const bytes = Buffer.alloc(4 + compressed.length + this.#records * digestBytes);
    bytes.writeUInt32LE(compressed.length);
    compressed.copy(bytes, 4);
    this.#digests.copy(bytes, 4 + compressed.length, 0, this.#records * digestBytes);
    this.#onBlock({
      index: this.#index,
      lastKey: this.#groupKey.copy(),
      records: this.#records,
      filter: this.#filter.finish(),
      bytes,
    });
    this.#clear();
  }

  #openGroup(): void {
    const key = this.#key.text;
    const shared = this.#groupCount === 0 ? 0 : this.#groupKey.sharedLength(key);
    this.#groups.number(shared);
    this.#groups.number(key.length - shared);
    this.#groups.append(key.bytes, shared, key.length - shared);
    this.#filter.add(key.bytes, 0, key.length, shared);
    this.#groupKey.keep(key);
    this.#login.clear();
    this.#groupCount += 1;
  }

  #endGroup(): void {
    if (this.#groupRecords > 0) this.#groups.number(this.#groupRecords);
    this.#groupRecords = 0;
  }

  /** The number of a domain in this block, which names it if it has not yet. */
  #numberOf(domain: number): number {
    if (this.#namedIn[domain] !== this.#block) {
      const { bytes, starts } = this.#table;
      const start = starts[domain]!;
      const length = starts[domain + 1]! - start;
      this.#domains.number(length);
      this.#domains.append(bytes, start, length);
      this.#domainCount += 1;
      this.#namedIn[domain] = this.#block;
      this.#numberInBlock[domain] = this.#domainCount;
    }
    return this.#numberInBlock[domain]!;
  }

  #bodyLength(): number {
    const { domains, logins } = this.#columns;
    return this.#groups.length + this.#domains.length + 3 * this.#records + domains.length + logins.length;
  }

  #body(): Buffer {
    const counts = new Column();
    counts.number(this.#groupCount);
    counts.number(this.#domainCount);
    counts.number(this.#records);
    const columns = [counts, this.#groups, this.#domains, ...Object.values(this.#columns)];
    return Buffer.concat(columns.map((column) => column.written));
  }

  #clear(): void {
    for (const column of [this.#groups, this.#domains, ...Object.values(this.#columns)]) column.clear();
    this.#block += 1;
    this.#domainCount = 0;
    this.#groupCount = 0;
    this.#records = 0;
  }
}

/** Bytes that are written one after another; long enough for a full body and the longest record. */
class Column {
  readonly #bytes = new Uint8Array(bodyBytes + 4 * maxTextBytes);
  length = 0;

  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  byte(value: number): void {
    this.#bytes[this.length++] = value;
  }

  number(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) this.byte((rest & 0x7f) | 0x80);
    this.byte(rest);
  }

  append(bytes: Uint8Array, start: number, length: number): void {
    let target = this.length;
    for (let index = start; index < start + length; index += 1) this.#bytes[target++] = bytes[index]!;
    this.length = target;
  }

  clear(): void {
    this.length = 0;
  }
}

/** A copy of the latest text. */
class KeptText {
  readonly text: Text = { bytes: new Uint8Array(maxTextBytes), start: 0, length: 0 };

  keep({ bytes, start, length }: Text): void {
    for (let index = 0; index < length; index += 1) this.text.bytes[index] = bytes[start + index]!;
    this.text.length = length;
  }

  clear(): void {
    this.text.length = 0;
  }

  copy(): Uint8Array {
    return this.text.bytes.slice(0, this.text.length);
  }

  /** How many bytes at the beginning are the same. */
  sharedLength({ bytes, start, length }: Text): number {
    const most = Math.min(this.text.length, length);
    let shared = 0;
    while (shared < most && this.text.bytes[shared] === bytes[start + shared]) shared += 1;
    return shared;
  }
}
