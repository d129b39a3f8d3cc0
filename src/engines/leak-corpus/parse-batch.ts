import { carriageReturn, newline } from './characters.ts';
import type { CredentialFields } from './credential-fields.ts';
import { maxLineBytes } from './line-batches.ts';
import type { LineParser } from './line-parser.ts';
import type { RecordTable } from './record-table.ts';
import { accepted, rejected, rejectReasons, type Verdict } from './reject-reason.ts';

/** Line numbers that a report has for each reason. */
export const maxExamples = 20;

/** What became of the lines of a batch. */
export interface BatchTally {
  readonly lines: number;
  readonly records: number;
  /** By the index of the reason. */
  readonly rejected: readonly number[];
  /** The first lines of each reason, by the index of the reason, counted from 0 at the batch's beginning. */
  readonly examples: readonly (readonly number[])[];
}

/** Reads lines into the table. Line ends are LF or CRLF; the last one can be missing. */
export function parseBatch(
  bytes: Uint8Array,
  length: number,
  parse: LineParser,
  fields: CredentialFields,
  table: RecordTable,
): BatchTally {
  const counts = rejectReasons.map(() => 0);
  const examples: number[][] = rejectReasons.map(() => []);
  const before = table.count;
  let lines = 0;
  for (let start = 0; start < length; lines += 1) {
    let end = start;
    while (end < length && bytes[end] !== newline) end += 1;
    const verdict = parseLine(bytes, start, end, parse, fields);
    if (verdict === accepted) table.add(fields);
    else {
      counts[verdict]! += 1;
      if (examples[verdict]!.length < maxExamples) examples[verdict]!.push(lines);
    }
    start = end + 1;
  }
  table.flush();
  return { lines, records: table.count - before, rejected: counts, examples };
}

function parseLine(
  bytes: Uint8Array,
  start: number,
  end: number,
  parse: LineParser,
  fields: CredentialFields,
): Verdict {
  if (end - start > maxLineBytes) return rejected.too_long;
  const last = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
  return last === start ? rejected.blank : parse(bytes, start, last, fields);
}
