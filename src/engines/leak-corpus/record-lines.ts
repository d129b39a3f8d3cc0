import { JsonDocument } from './json-document.ts';
import type { LeakFile } from './leak-file.ts';
import type { LeakFormat } from './line-parsers.ts';
import type { Reshaper } from './reshaper.ts';
import { SqlDump } from './sql-dump.ts';

function reshaperFor(format: LeakFormat): Reshaper | null {
  if (format.name === 'json') return new JsonDocument();
  return format.name === 'sql' ? new SqlDump(format.backslashes) : null;
}

/** The text of a file, with its records in lines. */
export async function* recordLines(file: LeakFile, format: LeakFormat): AsyncGenerator<Uint8Array> {
  const reshaper = reshaperFor(format);
  for await (const chunk of file.text()) yield reshaper?.push(chunk) ?? chunk;
  if (reshaper) yield reshaper.finish();
}

/** The same for the beginning of a text. */
export function recordLinesOf(head: Uint8Array, headIsAll: boolean, format: LeakFormat): Uint8Array {
  const reshaper = reshaperFor(format);
  if (!reshaper) return head;
  const lines = reshaper.push(Uint8Array.from(head));
  return headIsAll ? Buffer.concat([lines, reshaper.finish()]) : lines;
}
