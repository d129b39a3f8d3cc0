import { type CsvColumns, delimiters } from './csv-line.ts';
import { looksHashed } from './secret-format.ts';

const leastAlike = 0.9;
const most = 0.5;

/**
 * What columns without a header hold, by what stands in most of their fields. The secret is a column of hashes, or the only one
 * left beside addresses, sites and numbers of rows: of several nobody could tell which.
 * @returns null when the lines have not one number of columns, or no column has mail addresses
 */
export function columnsByContent(lines: readonly string[]): CsvColumns | null {
  for (const delimiter of delimiters) {
    const rows = lines.map((line) => fieldsOf(line, delimiter));
    const width = mostCommon(rows.map((row) => row.length));
    const alike = rows.filter((row) => row.length === width);
    if (width < 2 || alike.length < leastAlike * rows.length) continue;
    const columns = Array.from({ length: width }, (_, column) => alike.map((row) => row[column]!));
    const mail = columnsWith(columns, /^[^\s@"]+@[^\s@"]+\.[\p{L}-]{2,}$/u);
    if (mail.length === 0) continue;
    const site = columnsWith(columns, /^[a-z]+:\/\//i);
    const secret = secretIn(columns, [...mail, ...site]);
    const names = columns.map((_values, column) => `column ${column + 1}`);
    return { mail, login: [], secret, site, delimiter: delimiter.charCodeAt(0), names };
  }
  return null;
}

function secretIn(columns: readonly (readonly string[])[], taken: readonly number[]): number[] {
  const rowNumbers = columnsWith(columns, /^\d*$/);
  const left = columns.flatMap((_values, column) =>
    taken.includes(column) || rowNumbers.includes(column) ? [] : [column],
  );
  const hashed = left.filter((column) => looksHashed(columns[column]!) || isMostly(columns[column]!, digest));
  return hashed.length > 0 ? hashed : left.length === 1 ? left : [];
}

const digest = /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64}|[\da-f]{128}|\$[\w-]{1,12}\$.{10,})(?::.*)?$/i;

function columnsWith(columns: readonly (readonly string[])[], pattern: RegExp): number[] {
  return columns.flatMap((values, column) => (isMostly(values, pattern) ? [column] : []));
}

function isMostly(values: readonly string[], pattern: RegExp): boolean {
  return values.filter((value) => pattern.test(value)).length > most * values.length;
}

function mostCommon(numbers: readonly number[]): number {
  const groups = [...Map.groupBy(numbers, (number) => number).values()];
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? 0;
}

/** As RFC 4180 has them; a line with a quote that is not closed has none. */
function fieldsOf(line: string, delimiter: string): string[] {
  const fields: string[] = [];
  for (let start = 0; start <= line.length; ) {
    const quoted = line[start] === '"' ? /"((?:[^"]|"")*)"/y : null;
    if (quoted) quoted.lastIndex = start;
    const match = quoted?.exec(line);
    if (quoted && !match) return [];
    const found = line.indexOf(delimiter, match ? start + match[0].length : start);
    const end = found === -1 ? line.length : found;
    fields.push(match ? match[1]!.replaceAll('""', '"') : line.slice(start, end));
    start = end + 1;
  }
  return fields;
}
