import { domainToASCII } from 'node:url';
import { dot, isHostCharacter, isLetter } from './characters.ts';
import { type Span, setSpan } from './credential-fields.ts';

const maxHostBytes = 253;
const maxLabelBytes = 63;

/**
 * Puts a host name into `target`: at least two labels of 1 to 63 characters, the last one of letters or punycode.
 * Internationalised names become punycode, a trailing dot is dropped; case stays as it is.
 * @returns false, with `target` as it was, when it is no host name
 */
export function readHostName(bytes: Uint8Array, start: number, end: number, target: Span): boolean {
  const last = end > start && bytes[end - 1] === dot ? end - 1 : end;
  if (last - start > maxHostBytes) return false;
  let labelStart = start;
  let labels = 0;
  let isAscii = true;
  for (let index = start; index <= last; index += 1) {
    const byte = index < last ? bytes[index]! : dot;
    if (byte === dot) {
      if (index === labelStart || index - labelStart > maxLabelBytes) return false;
      labels += 1;
      if (index < last) labelStart = index + 1;
    } else if (!isHostCharacter(byte)) return false;
    else if (byte >= 0x80) isAscii = false;
  }
  if (labels < 2) return false;
  if (!isAscii) return readInternationalisedName(bytes, start, last, target);
  if (!isTopLevel(bytes, labelStart, last)) return false;
  setSpan(target, bytes, start, last);
  return true;
}

/** RFC 3696 §2: not all numeric; in fact letters only, or an encoded label. */
function isTopLevel(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 2) return false;
  const isEncoded = end - start > 4 && bytes[start + 2] === 0x2d && bytes[start + 3] === 0x2d;
  for (let index = start; index < end; index += 1) if (!isEncoded && !isLetter(bytes[index]!)) return false;
  return true;
}

function readInternationalisedName(bytes: Uint8Array, start: number, end: number, target: Span): boolean {
  const name = Buffer.from(domainToASCII(Buffer.from(bytes.subarray(start, end)).toString('utf8')));
  return name.length > 0 && name.every((byte) => byte < 0x80) && readHostName(name, 0, name.length, target);
}
