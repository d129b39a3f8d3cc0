import { secretPresentFlag, unnamedSiteFlag } from './block-format.ts';
import { type ByteStrings, maxSortedItems } from './byte-sort.ts';
import { lowerCase } from './characters.ts';
import { type CredentialFields, isEmptySpan } from './credential-fields.ts';
import { DomainTable, noDomain } from './domain-table.ts';
import { digestBytes, SecretDigester } from './secret-digester.ts';
import { secretFormatOf } from './secret-format.ts';

/** Numbers of a record, side by side, so that a look at one of them brings the others into the cache. */
export const recordStride = 6;
export const mailDomainOffset = 0;
export const siteOffset = 1;
const loginStartOffset = 2;
/** Length of the login in the low byte, flags above it. */
const loginLengthOffset = 3;
const flagsShift = 8;
const loginLengthMask = 0xff;
export const digestHighOffset = 4;
export const digestLowOffset = 5;

/** Hex digits of a digest stand for logins that are no mail addresses. */
const hiddenLoginBytes = digestBytes * 2;
const hexDigits = Buffer.from('0123456789abcdef');
const averageLoginBytes = 16;

/** Keys of digests, 32 bytes each. */
export interface DigestKeys {
  readonly secrets: Uint8Array;
  /** Another one, so that it cannot be told when somebody's password is somebody's login. */
  readonly logins: Uint8Array;
}

/**
 * Records, until there are enough for a run.
 *
 * No secret is kept but its digest. A login that is no mail address is kept as a digest as well: in a file with confused columns
 * it is as likely a password.
 */
export class RecordTable {
  readonly capacity: number;
  readonly domains = new DomainTable();
  /** Record n has its numbers from `n * recordStride`. */
  readonly numbers: Uint32Array;
  readonly #secretDigester: SecretDigester;
  readonly #loginDigester: SecretDigester;
  #loginBytes: Uint8Array;
  #loginsEnd = 0;
  #count = 0;

  /**
   * @param capacity most records
   * @throws RangeError when they are more than can be sorted
   */
  constructor(capacity: number, keys: DigestKeys) {
    if (capacity > maxSortedItems) throw new RangeError(`A table can have at most ${maxSortedItems} records.`);
    this.capacity = capacity;
    this.numbers = new Uint32Array(capacity * recordStride);
    this.#loginBytes = new Uint8Array(capacity * averageLoginBytes);
    this.#secretDigester = new SecretDigester(keys.secrets, (record, high, low) => {
      this.numbers[record * recordStride + digestHighOffset] = high;
      this.numbers[record * recordStride + digestLowOffset] = low;
    });
    this.#loginDigester = new SecretDigester(keys.logins, (record, high, low) => {
      const start = this.numbers[record * recordStride + loginStartOffset]!;
      writeHex(high, this.#loginBytes, start);
      writeHex(low, this.#loginBytes, start + hiddenLoginBytes / 2);
    });
  }

  get count(): number {
    return this.#count;
  }

  /** The logins of records: of mail addresses the part before the @. */
  get logins(): ByteStrings {
    return { bytes: this.#loginBytes, places: this.numbers, stride: recordStride, offset: loginStartOffset };
  }

  /** Must not be called when `count` has reached `capacity`. */
  add({ login, mailDomain, site, secret, isHash, namesSite }: CredentialFields): void {
    const record = this.#count++;
    const { numbers } = this;
    const place = record * recordStride;
    const hasMailAddress = !isEmptySpan(mailDomain);
    const hasSecret = !isEmptySpan(secret);
    const loginLength = hasMailAddress ? login.end - login.start : hiddenLoginBytes;
    const flags =
      (hasSecret ? secretFormatOf(secret, isHash) | secretPresentFlag : 0) |
      (namesSite && isEmptySpan(site) ? unnamedSiteFlag : 0);
    this.#reserveLogin(loginLength);
    numbers[place + mailDomainOffset] = hasMailAddress ? this.domains.intern(mailDomain) : noDomain;
    numbers[place + siteOffset] = isEmptySpan(site) ? noDomain : this.domains.intern(site);
    numbers[place + loginStartOffset] = this.#loginsEnd;
    numbers[place + loginLengthOffset] = loginLength | (flags << flagsShift);
    numbers[place + digestHighOffset] = 0;
    numbers[place + digestLowOffset] = 0;
    if (hasMailAddress) copyLowerCase(login.bytes, login.start, login.end, this.#loginBytes, this.#loginsEnd);
    else this.#loginDigester.add(record, login.bytes, login.start, login.end);
    if (hasSecret) this.#secretDigester.add(record, secret.bytes, secret.start, secret.end);
    this.#loginsEnd += loginLength;
  }

  #reserveLogin(length: number): void {
    if (this.#loginsEnd + length <= this.#loginBytes.length) return;
    const larger = new Uint8Array(this.#loginBytes.length * 2);
    larger.set(this.#loginBytes);
    this.#loginBytes = larger;
  }

  /** Writes the digests that are still to come: from here on the bytes that records were added from are no longer needed. */
  flush(): void {
    this.#secretDigester.flush();
    this.#loginDigester.flush();
  }

  /** Forgets all records. */
  clear(): void {
    this.flush();
    this.domains.clear();
    this.#count = 0;
    this.#loginsEnd = 0;
  }
}

export function loginStartOf(numbers: Uint32Array, record: number): number {
  return numbers[record * recordStride + loginStartOffset]!;
}

export function loginLengthOf(numbers: Uint32Array, record: number): number {
  return numbers[record * recordStride + loginLengthOffset]! & loginLengthMask;
}

export function flagsOf(numbers: Uint32Array, record: number): number {
  return numbers[record * recordStride + loginLengthOffset]! >>> flagsShift;
}

function copyLowerCase(bytes: Uint8Array, start: number, end: number, target: Uint8Array, targetStart: number): void {
  let place = targetStart;
  for (let index = start; index < end; index += 1) target[place++] = lowerCase(bytes[index]!);
}

function writeHex(value: number, target: Uint8Array, start: number): void {
  for (let digit = 0; digit < 8; digit += 1) target[start + digit] = hexDigits[(value >>> (28 - 4 * digit)) & 15]!;
}
