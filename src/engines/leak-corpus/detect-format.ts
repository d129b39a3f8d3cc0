import { carriageReturn, newline } from './characters.ts';
import { createCredentialFields } from './credential-fields.ts';
import { readCsvHeader } from './csv-line.ts';
import { LeakFileError } from './leak-file.ts';
import type { LineParser } from './line-parser.ts';
import { createLineParser, type LeakFormat } from './line-parsers.ts';
import { accepted } from './reject-reason.ts';

export const leakFormatNames = ['combo', 'ulp', 'csv', 'jsonl'] as const;
export type LeakFormatName = LeakFormat['name'];

export interface DetectedFormat {
  readonly format: LeakFormat;
  /** Whether the first line is a header. */
  readonly hasHeader: boolean;
}

/** Of the lines of the head, the least share that has to be readable. */
const leastReadable = 0.5;
/** From this share of `url:login:password` on, a list is one of stealer logs: their parser reads the lines of combolists, too. */
const leastUlp = 0.05;

/**
 * Tells how the lines of a file are written.
 * @param head the beginning of the text; a line that is cut off at its end does not count
 * @param wanted what the operator says it is
 * @throws LeakFileError when that cannot be told, or a header has no column that is needed
 */
export function detectFormat(head: Uint8Array, headIsAll: boolean, wanted: LeakFormatName | 'auto'): DetectedFormat {
  const lines = linesOf(head, headIsAll);
  const columns = readCsvHeader(Buffer.from(lines[0] ?? []).toString());
  if (wanted === 'csv' && columns === null) {
    throw new LeakFileError(
      'The first line is no header with a column of mail addresses or logins, such as email, username, password, url.',
    );
  }
  if (columns !== null && (wanted === 'csv' || wanted === 'auto'))
    return { format: { name: 'csv', columns }, hasHeader: true };
  if (wanted !== 'auto' && wanted !== 'csv') return { format: { name: wanted }, hasHeader: false };
  return { format: { name: bestFormat(lines) }, hasHeader: false };
}

function bestFormat(lines: readonly Uint8Array[]): 'combo' | 'ulp' | 'jsonl' {
  const shares = new Map(
    (['combo', 'ulp', 'jsonl'] as const).map((name) => [name, readableShare(lines, createLineParser({ name }))]),
  );
  if (shares.get('jsonl')! >= leastReadable) return 'jsonl';
  const name = shares.get('ulp')! - shares.get('combo')! >= leastUlp ? 'ulp' : 'combo';
  if (shares.get(name)! >= leastReadable) return name;
  throw new LeakFileError(
    'The lines are in no format that is known: email:secret, url:login:password, CSV with a header, or JSON objects. If you know it, name it with --format.',
  );
}

/** Parsers may change the line. */
function readableShare(lines: readonly Uint8Array[], parse: LineParser): number {
  const fields = createCredentialFields();
  const readable = lines.filter((line) => parse(Uint8Array.from(line), 0, line.length, fields) === accepted);
  return lines.length === 0 ? 0 : readable.length / lines.length;
}

/** Lines that are not blank. */
function linesOf(head: Uint8Array, headIsAll: boolean): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < head.length; ) {
    const found = head.indexOf(newline, start);
    if (found === -1 && !headIsAll && lines.length > 0) break;
    const end = found === -1 ? head.length : found;
    const last = head[end - 1] === carriageReturn ? end - 1 : end;
    if (last > start) lines.push(head.subarray(start, last));
    start = end + 1;
  }
  return lines;
}
