import { colon, isBlank, isLetter, newline, skipBlanks } from './characters.ts';
import { type ColumnRole, roleOf } from './column-names.ts';

/** Longer names are none of the ones that are known. */
const maxNameBytes = 48;
const maxKnown = 1_000;
const known = new Map<string, ColumnRole | null>();

/** A line of a block, such as `Username: john`. */
export interface BlockLine {
  /** Null: it is no line of a credential. */
  role: ColumnRole | null;
  /** Where the value begins, which ends with the line. */
  valueStart: number;
}

/** What the line in `bytes[start .. end]` says of a credential; the object is the same at every call. */
export function readBlockLine(bytes: Uint8Array, start: number, end: number): BlockLine {
  line.role = null;
  const nameStart = skipBlanks(bytes, start, end);
  let index = nameStart;
  while (index < end && index - nameStart < maxNameBytes && isNameCharacter(bytes[index]!)) index += 1;
  if (index === nameStart || index >= end || bytes[index] !== colon) return line;
  line.role = roleOfName(bytes, nameStart, index);
  line.valueStart = skipBlanks(bytes, index + 1, end);
  // `login://` is the beginning of a URL.
  if (bytes[index + 1] === 0x2f && bytes[index + 2] === 0x2f) line.role = null;
  return line;
}

const line: BlockLine = { role: null, valueStart: 0 };

function isNameCharacter(byte: number): boolean {
  return isLetter(byte) || isBlank(byte) || byte === 0x2d || byte === 0x5f || byte >= 0x80;
}

function roleOfName(bytes: Uint8Array, start: number, end: number): ColumnRole | null {
  const name = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
  const remembered = known.get(name);
  if (remembered !== undefined) return remembered;
  const role = roleOf(name);
  if (known.size < maxKnown) known.set(name, role);
  return role;
}

/**
 * Where the last block of lines begins: what is before it is whole.
 * @param length up to where there are whole lines
 * @returns 0 when no other block is before it
 */
export function lastBlockStart(bytes: Uint8Array, length: number, beginsWith: ColumnRole): number {
  for (let end = length - 1; end > 0; ) {
    const start = bytes.lastIndexOf(newline, end - 1) + 1;
    if (readBlockLine(bytes, start, end).role === beginsWith) return start;
    end = start - 1;
  }
  return 0;
}
