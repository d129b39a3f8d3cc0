import type { ColumnRole } from './column-names.ts';
import { type ComboOrder, parseMailFirst, parseSecretFirst } from './combo-line.ts';
import { layoutIndex } from './credential-fields.ts';
import { type CsvColumns, createCsvParser } from './csv-line.ts';
import { parseJsonLine } from './json-line.ts';
import type { LineParser } from './line-parser.ts';
import { accepted, rejected } from './reject-reason.ts';
import { parseTrailingSite, parseUlpLine } from './ulp-line.ts';

/**
 * How a file is written:
 * - `combo`: `email:secret` or `secret:email`, with any of `: ; | ,` or a tab between them
 * - `ulp`: `url:login:password`, with `:`, `;`, `|`, a tab or a space, in a line or in a block of lines that begin with what they
 *   name; so are `login:password:url` and, among them, lines of combolists
 * - `csv`: columns that a header names
 * - `jsonl`: one JSON object per line
 * - `json`: objects over lines, in lists or within one another
 * - `sql`: the rows of INSERT and COPY
 */
export type LeakFormat = (
  | { readonly name: 'combo'; readonly order: ComboOrder }
  | {
      readonly name: 'ulp';
      /** With what a block of lines begins; null: every record is one line. */
      readonly blocksBeginWith: ColumnRole | null;
    }
  | { readonly name: 'jsonl' | 'json' }
  | {
      readonly name: 'sql';
      /** Whether they escape in texts, as with MySQL. */
      readonly backslashes: boolean;
    }
  | { readonly name: 'csv'; readonly columns: CsvColumns }
) & {
  /** Whether its secrets are hashes, by what they are called or all look like. */
  readonly hashes?: boolean;
};

/** The parser of lines that stand for themselves. */
export function createLineParser(format: LeakFormat): LineParser {
  const parse = parserOf(format);
  if (!format.hashes) return parse;
  return (bytes, start, end, fields) => {
    const verdict = parse(bytes, start, end, fields);
    fields.isHash = true;
    return verdict;
  };
}

function parserOf(format: LeakFormat): LineParser {
  switch (format.name) {
    case 'combo':
      return format.order === 'mail_first' ? parseMailFirst : parseSecretFirst;
    case 'ulp':
      return parseLogLine;
    case 'csv':
      return createCsvParser(format.columns);
    case 'jsonl':
    case 'json':
      return parseJsonLine;
    case 'sql':
      return parseSqlRow;
  }
}

/** A row comes as an object. */
const parseSqlRow: LineParser = (bytes, start, end, fields) => {
  const verdict = parseJsonLine(bytes, start, end, fields);
  fields.layout = layoutIndex.sql;
  return verdict;
};

const parseLogLine: LineParser = (bytes, start, end, fields) => {
  const verdict = parseMailFirst(bytes, start, end, fields);
  if (verdict !== rejected.no_mail_address)
    return parseTrailingSite(bytes, start, end, fields) === accepted ? accepted : verdict;
  const bySite = parseUlpLine(bytes, start, end, fields);
  return bySite === rejected.no_login_site ? parseTrailingSite(bytes, start, end, fields) : bySite;
};
