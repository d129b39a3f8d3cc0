import { ByteSink } from './byte-sink.ts';
import { carriageReturn, newline, quote } from './characters.ts';
import { type ColumnRole, roleOf } from './column-names.ts';
import { maxLineBytes } from './line-batches.ts';
import type { Reshaper } from './reshaper.ts';

/** A property as it is written, with the role that its name gives it. */
interface Property {
  readonly role: ColumnRole;
  readonly name: Uint8Array;
  readonly value: Uint8Array;
}

interface Frame {
  readonly isObject: boolean;
  /** Of an object, the property that is read. */
  name: Uint8Array | null;
  properties: Property[];
  bytes: number;
  /** Whether records were found within. */
  hasRecords: boolean;
}

/** Deeper, nothing is kept. */
const maxDepth = 64;
const [backslash, openingBrace, closingBrace, openingBracket, closingBracket, colon, comma, space] = [
  0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x3a, 0x2c, 0x20,
];

/**
 * JSON over lines: a list of objects, lists within objects, objects one after another. An object that stands alone or in a list
 * is a record; objects within it add to it what it does not say itself, unless they name somebody else: then they are records, too.
 * What encloses a list says the site of what is in it. Of all properties only those are kept that name what a record has, so that
 * an object around millions of records takes no more room than a small one.
 */
export class JsonDocument implements Reshaper {
  readonly #frames: Frame[] = [];
  readonly #out = new ByteSink();
  readonly #token = new ByteSink();
  #state: 'between' | 'string' | 'escape' | 'word' = 'between';
  /** Levels below those that are kept. */
  #buried = 0;

  push(chunk: Uint8Array): Uint8Array {
    for (let index = 0; index < chunk.length; index += 1) this.#read(chunk[index]!);
    chunk.fill(0);
    return this.#out.take();
  }

  /** A text that breaks off has said what it has said. */
  finish(): Uint8Array {
    if (this.#state === 'word') this.#endValue();
    this.#token.clear();
    this.#state = 'between';
    while (this.#frames.length > 0) this.#close();
    return this.#out.take();
  }

  #read(byte: number): void {
    if (this.#state === 'string') this.#readString(byte);
    else if (this.#state === 'escape') {
      this.#keep(byte);
      this.#state = 'string';
    } else if (this.#state === 'word' && !endsWord(byte)) this.#keep(byte);
    else {
      if (this.#state === 'word') this.#endValue();
      this.#readBetween(byte);
    }
  }

  #readString(byte: number): void {
    // A line break is no part of a string, but of broken ones.
    this.#keep(byte === newline || byte === carriageReturn ? space : byte);
    if (byte === backslash) this.#state = 'escape';
    else if (byte === quote) this.#endValue();
  }

  #readBetween(byte: number): void {
    if (byte === quote) {
      this.#keep(byte);
      this.#state = 'string';
    } else if (byte === openingBrace || byte === openingBracket) this.#open(byte === openingBrace);
    else if (byte === closingBrace || byte === closingBracket) this.#close();
    else if (byte === comma) this.#nextProperty();
    else if (!endsWord(byte)) {
      this.#keep(byte);
      this.#state = 'word';
    }
  }

  /** More than fits into a line is no credential. */
  #keep(byte: number): void {
    if (this.#token.length <= maxLineBytes) this.#token.byte(byte);
  }

  #open(isObject: boolean): void {
    if (this.#frames.length >= maxDepth) this.#buried += 1;
    else this.#frames.push({ isObject, name: null, properties: [], bytes: 0, hasRecords: false });
  }

  #nextProperty(): void {
    const frame = this.#frames.at(-1);
    if (frame?.isObject && this.#buried === 0) frame.name = null;
  }

  #endValue(): void {
    this.#state = 'between';
    const token = this.#token.take();
    const frame = this.#frames.at(-1);
    if (!frame || this.#buried > 0 || token.length > maxLineBytes) return;
    if (!frame.isObject) this.#addToParent(token);
    else if (frame.name === null) frame.name = token;
    else add(frame, frame.name, token);
  }

  /** Of a list of texts the first one is the property's. */
  #addToParent(value: Uint8Array): void {
    const parent = this.#frames.at(-2);
    if (!parent?.isObject || parent.name === null) return;
    add(parent, parent.name, value);
    parent.name = unnamed;
  }

  #close(): void {
    if (this.#buried > 0) {
      this.#buried -= 1;
      return;
    }
    const frame = this.#frames.pop();
    if (!frame) return;
    const parent = this.#frames.at(-1);
    const isRecord = frame.isObject && (!parent?.isObject || namesAnother(frame, parent));
    if (isRecord && (namesSomebody(frame) || (!frame.hasRecords && this.#isOfRecords(frame)))) this.#emit(frame);
    else if (frame.isObject && parent) for (const { name, value } of frame.properties) add(parent, name, value);
    if (parent && (isRecord || frame.hasRecords)) parent.hasRecords = true;
  }

  /** What has nothing of a record and stands within another object is a detail of that, and counts as nothing. */
  #isOfRecords({ properties }: Frame): boolean {
    return properties.length > 0 || !this.#frames.some(({ isObject }) => isObject);
  }

  #emit({ properties }: Frame): void {
    const known = new Set(properties.map(({ role }) => role));
    const site = this.#frames.flatMap((frame) => frame.properties).findLast(({ role }) => role === 'site');
    const all = known.has('site') || !site ? properties : [...properties, site];
    this.#out.byte(openingBrace);
    for (const [index, { name, value }] of all.entries()) {
      if (index > 0) this.#out.byte(comma);
      this.#out.append(name);
      this.#out.byte(colon);
      this.#out.append(value);
    }
    this.#out.byte(closingBrace);
    this.#out.byte(newline);
  }
}

const unnamed = Buffer.from('""');

function endsWord(byte: number): boolean {
  return (
    byte <= space ||
    byte === comma ||
    byte === colon ||
    byte === closingBrace ||
    byte === closingBracket ||
    byte === openingBrace ||
    byte === openingBracket ||
    byte === quote
  );
}

/** Adds a property to an object, unless it has one of that name already. */
function add(frame: Frame, name: Uint8Array, value: Uint8Array): void {
  const role = roleOfName(name);
  if (role === null || frame.bytes + name.length + value.length > maxLineBytes - 64) return;
  if (frame.properties.some((known) => Buffer.compare(known.name, name) === 0)) return;
  frame.properties.push({ role, name, value });
  frame.bytes += name.length + value.length + 2;
}

/** What only encloses records is none. */
function namesSomebody({ properties }: Frame): boolean {
  return properties.some(({ role }) => role === 'mail' || role === 'login');
}

function namesAnother(inner: Frame, outer: Frame): boolean {
  const has = ({ properties }: Frame, wanted: ColumnRole) => properties.some(({ role }) => role === wanted);
  return (['mail', 'login'] as const).some((role) => has(inner, role) && has(outer, role));
}

const known = new Map<string, ColumnRole | null>();
const maxKnown = 4_096;

/** @param name with its quotation marks */
function roleOfName(name: Uint8Array): ColumnRole | null {
  const text = Buffer.from(name).toString();
  const remembered = known.get(text);
  if (remembered !== undefined) return remembered;
  const role = roleOf(text);
  if (known.size < maxKnown) known.set(text, role);
  return role;
}
