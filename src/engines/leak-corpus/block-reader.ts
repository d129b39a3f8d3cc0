import { zstdDecompressSync } from 'node:zlib';
import { type SecretFormat, secretFormats } from '../../common/secret-format.ts';
import { maxTextBytes, secretFormatMask, secretPresentFlag } from './block-format.ts';
import type { DomainKey } from './domain-key.ts';
import { digestBytes } from './secret-digester.ts';

/** A record as it is stored. */
export interface StoredRecord {
  readonly key: DomainKey;
  /** Of a mail address the part before the @, of any other login a digest; one character per byte. */
  readonly login: string;
  readonly flags: number;
  /** Hex. */
  readonly digest: string;
  /** The site of a mail address, or the mail domain of a login at a site; null: none. */
  readonly otherDomain: string | null;
}

/** Null: no secret. */
export function secretFormatOfFlags(flags: number): SecretFormat | null {
  return flags & secretPresentFlag ? secretFormats[flags & secretFormatMask]! : null;
}

/** Yields the records of a block whose keys are at least `from` and less than `to`, in order. */
export function* readBlock(block: Uint8Array, from: DomainKey, to: DomainKey): Generator<StoredRecord> {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.length);
  const bodyLength = bytes.readUInt32LE();
  const digests = bytes.subarray(4 + bodyLength);
  const reader = new Reader(zstdDecompressSync(bytes.subarray(4, 4 + bodyLength)));
  const [groupCount, domainCount, recordCount] = [reader.number(), reader.number(), reader.number()];
  const groups = readGroups(reader, groupCount, from, to);
  if (groups.length === 0) return;
  const domains = Array.from({ length: domainCount }, () => reader.text(reader.number()));
  const columns = new Columns(reader, recordCount);
  for (const { key, start, end } of groups) {
    let login = '';
    columns.seek(start);
    for (let record = start; record < end; record += 1) {
      login = columns.nextLogin(login);
      yield {
        key,
        login,
        flags: columns.flags[record]!,
        digest: digests.toString('hex', record * digestBytes, (record + 1) * digestBytes),
        otherDomain: domains[columns.domainNumbers[record]! - 1] ?? null,
      };
    }
  }
}

/** Records `start` to `end` of a block. */
interface Group {
  readonly key: DomainKey;
  readonly start: number;
  readonly end: number;
}

/** Those whose keys are in the range. Keys of others become no text: there are hundreds of them. */
function readGroups(reader: Reader, count: number, from: DomainKey, to: DomainKey): Group[] {
  const [first, last] = [Buffer.from(from, 'latin1'), Buffer.from(to, 'latin1')];
  const key = Buffer.alloc(maxTextBytes);
  const groups: Group[] = [];
  let start = 0;
  for (let group = 0; group < count; group += 1) {
    const shared = reader.number();
    const further = reader.number();
    reader.copy(further, key, shared);
    const length = shared + further;
    const end = start + reader.number();
    if (!isLess(key, length, first) && isLess(key, length, last))
      groups.push({ key: key.toString('latin1', 0, length), start, end });
    start = end;
  }
  return groups;
}

/** For some bytes a call of Buffer's own comparison costs more than comparing them. */
function isLess(bytes: Buffer, length: number, other: Buffer): boolean {
  const common = Math.min(length, other.length);
  for (let index = 0; index < common; index += 1) {
    const difference = bytes[index]! - other[index]!;
    if (difference !== 0) return difference < 0;
  }
  return length < other.length;
}

/** The columns of a block, and the place in the last of them that a record's login begins at. */
class Columns {
  readonly flags: Buffer;
  readonly domainNumbers: Uint32Array;
  readonly #sharedLengths: Buffer;
  readonly #furtherLengths: Buffer;
  readonly #logins: Reader;
  #record = 0;

  constructor(reader: Reader, records: number) {
    this.flags = reader.bytes(records);
    this.#sharedLengths = reader.bytes(records);
    this.#furtherLengths = reader.bytes(records);
    this.domainNumbers = new Uint32Array(records);
    for (let record = 0; record < records; record += 1) this.domainNumbers[record] = reader.number();
    this.#logins = reader;
  }

  seek(record: number): void {
    let skipped = 0;
    for (; this.#record < record; this.#record += 1) skipped += this.#furtherLengths[this.#record]!;
    this.#logins.bytes(skipped);
  }

  /** @param before the login before in the same group */
  nextLogin(before: string): string {
    const shared = this.#sharedLengths[this.#record]!;
    const further = this.#furtherLengths[this.#record]!;
    this.#record += 1;
    return before.slice(0, shared) + this.#logins.text(further);
  }
}

class Reader {
  readonly #bytes: Buffer;
  #place = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#place++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  bytes(length: number): Buffer {
    this.#place += length;
    return this.#bytes.subarray(this.#place - length, this.#place);
  }

  text(length: number): string {
    this.#place += length;
    return this.#bytes.toString('latin1', this.#place - length, this.#place);
  }

  copy(length: number, target: Buffer, targetStart: number): void {
    for (let index = 0; index < length; index += 1) target[targetStart + index] = this.#bytes[this.#place + index]!;
    this.#place += length;
  }
}
