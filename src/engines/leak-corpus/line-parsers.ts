import { isSeparator } from './characters.ts';
import { type CredentialFields, clearSpan, setSpan } from './credential-fields.ts';
import { type CsvColumns, createCsvParser } from './csv-line.ts';
import { parseJsonLine } from './json-line.ts';
import type { LineParser } from './line-parser.ts';
import { readMailAddress } from './mail-address.ts';
import { accepted, rejected, type Verdict } from './reject-reason.ts';
import { parseUlpLine } from './ulp-line.ts';

/**
 * How lines are written:
 * - `combo`: `email:secret`, with any of `: ; | ,` or a tab between them
 * - `ulp`: `url:login:password`, with `:`, `;`, `|`, a tab or a space; lines of combolists among them are read, too
 * - `csv`: columns that a header names
 * - `jsonl`: one JSON object per line
 */
export type LeakFormat =
  | { readonly name: 'combo' | 'ulp' | 'jsonl' }
  | { readonly name: 'csv'; readonly columns: CsvColumns };

export function createLineParser(format: LeakFormat): LineParser {
  switch (format.name) {
    case 'combo':
      return parseComboLine;
    case 'ulp':
      return (bytes, start, end, fields) => {
        const verdict = parseComboLine(bytes, start, end, fields);
        return verdict === rejected.no_mail_address ? parseUlpLine(bytes, start, end, fields) : verdict;
      };
    case 'csv':
      return createCsvParser(format.columns);
    case 'jsonl':
      return parseJsonLine;
  }
}

function parseComboLine(bytes: Uint8Array, start: number, end: number, fields: CredentialFields): Verdict {
  const addressEnd = readMailAddress(bytes, start, end, fields);
  if (addressEnd === -1 || (addressEnd < end && !isSeparator(bytes[addressEnd]!))) return rejected.no_mail_address;
  if (addressEnd + 1 >= end) return rejected.no_secret;
  clearSpan(fields.site);
  setSpan(fields.secret, bytes, addressEnd + 1, end);
  return accepted;
}
