import { quote } from './characters.ts';
import { type ColumnRole, columnNames, namesHash, plainName } from './column-names.ts';
import { type CredentialFields, clearSpan, isEmptySpan, layoutIndex, setSpan } from './credential-fields.ts';
import type { LineParser } from './line-parser.ts';
import { readMailAddress } from './mail-address.ts';
import { accepted, rejected } from './reject-reason.ts';
import { clearSite, readLogin, readSiteOfUrl } from './ulp-line.ts';

/** What a header says. Columns are numbers from 0, in the order in which they are tried. */
export type CsvColumns = Readonly<Record<ColumnRole, readonly number[]>> & {
  /** One byte. */
  readonly delimiter: number;
  /** What the header calls the columns. */
  readonly names: readonly string[];
};

export const delimiters = [',', ';', '\t', '|'];
const maxColumns = 1_024;

/** @returns null when the line is no header that names a column of mail addresses or logins */
export function readCsvHeader(line: string): CsvColumns | null {
  for (const delimiter of delimiters) {
    const titles = line.split(delimiter).map((title) => title.replace(/^[\s"']+|[\s"']+$/g, ''));
    const names = titles.map(plainName);
    const columns = {
      mail: columnsOf('mail', names),
      login: columnsOf('login', names),
      secret: columnsOf('secret', names),
      site: columnsOf('site', names),
      delimiter: delimiter.charCodeAt(0),
      names: titles,
    };
    if (names.length > 1 && columns.mail.length + columns.login.length > 0 && !line.includes('@')) return columns;
  }
  return null;
}

function columnsOf(role: ColumnRole, names: readonly string[]): number[] {
  return columnNames[role].map((name) => names.indexOf(name)).filter((column) => column !== -1);
}

/**
 * A record is one line: in broken dumps a stray quote would else swallow all that follows. Lines that belong to a quoted field
 * with line breaks are rejected.
 */
export function createCsvParser(columns: CsvColumns): LineParser {
  const starts = new Int32Array(maxColumns);
  const ends = new Int32Array(maxColumns);
  const hashed = new Set(columns.secret.filter((column) => namesHash(columns.names[column]!)));
  let count = 0;

  /** The first of the columns that is there and not empty; -1 when none is. */
  const filled = (candidates: readonly number[]): number => {
    for (const column of candidates) if (column < count && ends[column]! > starts[column]!) return column;
    return -1;
  };

  const readIdentity = (bytes: Uint8Array, fields: CredentialFields): boolean => {
    const mail = filled(columns.mail);
    if (mail !== -1 && readMailAddress(bytes, starts[mail]!, ends[mail]!, fields) === ends[mail]) return true;
    const login = filled(columns.login);
    if (login === -1 || !readLogin(bytes, starts[login]!, ends[login]!, fields)) return false;
    // A login that is no mail address can only be found by its site.
    return !isEmptySpan(fields.mailDomain) || !isEmptySpan(fields.site);
  };

  return (bytes, start, end, fields) => {
    count = splitColumns(bytes, start, end, columns.delimiter, starts, ends);
    if (count === 0) return rejected.malformed_csv;
    const site = filled(columns.site);
    fields.layout = layoutIndex.csv;
    if (site === -1) clearSite(fields);
    else readSiteOfUrl(bytes, starts[site]!, ends[site]!, fields);
    if (!readIdentity(bytes, fields)) return rejected.no_mail_address;
    const secret = filled(columns.secret);
    fields.isHash = secret !== -1 && hashed.has(secret);
    if (secret === -1) clearSpan(fields.secret);
    else setSpan(fields.secret, bytes, starts[secret]!, ends[secret]!);
    return accepted;
  };
}

/** @returns how many columns there are; 0 when a quote is not closed (RFC 4180) or there are too many */
function splitColumns(
  bytes: Uint8Array,
  start: number,
  end: number,
  delimiter: number,
  starts: Int32Array,
  ends: Int32Array,
): number {
  let index = start;
  for (let column = 0; column < maxColumns; column += 1) {
    if (index < end && bytes[index] === quote) {
      starts[column] = index + 1;
      const closing = closeQuotes(bytes, index + 1, end);
      if (closing.after === -1) return 0;
      ends[column] = closing.textEnd;
      index = closing.after;
      if (index < end && bytes[index] !== delimiter) return 0;
    } else {
      starts[column] = index;
      while (index < end && bytes[index] !== delimiter) index += 1;
      ends[column] = index;
    }
    if (index >= end) return column + 1;
    index += 1;
  }
  return 0;
}

const closing = { textEnd: 0, after: 0 };

/** Moves the text together where it has doubled quotes. `after` is -1 when the closing quote is missing. */
function closeQuotes(bytes: Uint8Array, start: number, end: number): typeof closing {
  let target = start;
  for (let index = start; index < end; index += 1) {
    if (bytes[index] === quote) {
      if (bytes[index + 1] !== quote || index + 1 >= end) {
        closing.textEnd = target;
        closing.after = index + 1;
        return closing;
      }
      index += 1;
    }
    bytes[target++] = bytes[index]!;
  }
  closing.after = -1;
  return closing;
}
