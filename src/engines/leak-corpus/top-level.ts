import { parse } from 'tldts';
import type { Span } from './credential-fields.ts';

const known = new Map<string, boolean>();
const maxKnown = 10_000;

/** Whether a host name ends in a top-level domain that exists, by the public suffix list: `anna.smith` is somebody's name. */
export function isKnownTopLevel({ bytes, start, end }: Span): boolean {
  let labelStart = end;
  while (labelStart > start && bytes[labelStart - 1] !== dot) labelStart -= 1;
  const label = Buffer.from(bytes.buffer, bytes.byteOffset + labelStart, end - labelStart).toString('latin1');
  const remembered = known.get(label);
  if (remembered !== undefined) return remembered;
  const isKnown = parse(`a.${label}`).isIcann === true;
  if (known.size < maxKnown) known.set(label, isKnown);
  return isKnown;
}

const dot = 0x2e;
