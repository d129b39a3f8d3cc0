import { readBlockLine } from './block-lines.ts';
import { carriageReturn, newline } from './characters.ts';
import type { ColumnRole } from './column-names.ts';
import { columnsByContent } from './columns-by-content.ts';
import { createCredentialFields, isEmptySpan, layoutIndex, layouts } from './credential-fields.ts';
import { type CsvColumns, readCsvHeader } from './csv-line.ts';
import { LeakFileError } from './leak-file.ts';
import { createLineParser, type LeakFormat } from './line-parsers.ts';
import { parseBatch } from './parse-batch.ts';
import { recordLinesOf } from './record-lines.ts';
import { RecordTable } from './record-table.ts';
import { accepted, rejected } from './reject-reason.ts';
import { looksHashed } from './secret-format.ts';
import { backslashesOf } from './sql-dump.ts';

/** As an operator names them, and as they are kept: rows and documents become JSON lines before they are read. */
export const leakFormatNames = ['combo', 'ulp', 'csv', 'jsonl'] as const;
export type LeakFormatName = (typeof leakFormatNames)[number];

/** How a file is named whose records are read so. */
export function formatNameOf({ name }: LeakFormat): LeakFormatName {
  return name === 'json' || name === 'sql' ? 'jsonl' : name;
}

export interface DetectedFormat {
  readonly format: LeakFormat;
  /** Whether the first line is a header. */
  readonly hasHeader: boolean;
  /** What files like the sample usually are; of a stealer log, most records name a login site. */
  readonly kind: 'combolist' | 'stealer_log' | 'breach';
}

/** Of the lines of the head, the least share that has to be readable. */
const leastReadable = 0.5;
/** From this share on of lines whose first column looks like the mailbox's name, it is no column of secrets. */
const mostNames = 0.25;

/**
 * Tells how the lines of a file are written, from all of its head: what is said of the file is what most of its lines are.
 * @param head the beginning of the text; a line that is cut off at its end does not count
 * @param wanted what the operator says it is
 * @throws LeakFileError when that cannot be told, or a header has no column that is needed
 */
export function detectFormat(head: Uint8Array, headIsAll: boolean, wanted: LeakFormatName | 'auto'): DetectedFormat {
  const sample = new Sample(head, headIsAll);
  const detected = wanted === 'auto' ? best(sample) : named(wanted, sample);
  const hashes = looksHashed(sample.secrets(detected));
  return hashes ? { ...detected, format: { ...detected.format, hashes } } : detected;
}

function named(wanted: LeakFormatName, sample: Sample): DetectedFormat {
  switch (wanted) {
    case 'csv': {
      const columns = headerOf(sample.firstLine);
      const detected = columns === null ? withoutHeader(sample) : csv(columns);
      if (detected !== null) return detected;
      throw new LeakFileError(
        'The first line is no header with a column of mail addresses or logins, such as email, username, password, url, and no column has mail addresses in most lines.',
      );
    }
    case 'jsonl':
      return objects(sample);
    case 'combo':
      return combo(sample);
    case 'ulp':
      return ulp(sample);
  }
}

function best(sample: Sample): DetectedFormat {
  if (sample.backslashes !== null) return sql(sample.backslashes);
  const columns = headerOf(sample.firstLine);
  const byHeader = columns === null ? null : csv(columns);
  if (byHeader !== null && (sample.isOnlyHeader || sample.read(byHeader).share >= leastReadable)) return byHeader;
  const list = combo(sample);
  const columnsOnly = withoutHeader(sample);
  const log = ulp(sample);
  if (columnsOnly !== null && isTable(columnsOnly, sample) && !hasSites(log, sample)) return columnsOnly;
  const candidates = [log, list, objects(sample), ...(columnsOnly === null ? [] : [columnsOnly])];
  const shares = candidates.map((candidate) => sample.read(candidate).share);
  const detected = candidates[shares.indexOf(Math.max(...shares))]!;
  if (Math.max(...shares) < leastReadable) {
    if (byHeader !== null) return byHeader;
    throw new LeakFileError(
      'The lines are in no format that is known: email:secret, secret:email, url:login:password, blocks of URL, login and password, CSV with a header or with mail addresses in a column, JSON objects, or rows of SQL. If you know it, name it with --format.',
    );
  }
  if (detected !== list) return hasSites(detected, sample) ? detected : list;
  if (sample.shareOfNames(list) >= mostNames)
    throw new LeakFileError(
      'The lines end with mail addresses, but what stands before them looks like names and not like secrets. If they are secrets, say so with --format combo.',
    );
  return list;
}

/** A list without any URL is a combolist, which the parser of URLs would read just as well. */
function hasSites(detected: DetectedFormat, sample: Sample): boolean {
  return detected.format.name !== 'ulp' || detected.kind === 'stealer_log' || sample.read(detected).sited > 0;
}

function csv(columns: CsvColumns): DetectedFormat {
  return { format: { name: 'csv', columns }, hasHeader: true, kind: 'breach' };
}

/** JSON in lines, over lines, or rows of SQL, which become JSON. */
function objects(sample: Sample): DetectedFormat {
  if (sample.backslashes !== null) return sql(sample.backslashes);
  const [lines, document] = (['jsonl', 'json'] as const).map(
    (name): DetectedFormat => ({ format: { name }, hasHeader: false, kind: 'breach' }),
  ) as [DetectedFormat, DetectedFormat];
  return sample.read(document).share > Math.max(sample.read(lines).share, leastReadable) ? document : lines;
}

function sql(backslashes: boolean): DetectedFormat {
  return { format: { name: 'sql', backslashes }, hasHeader: false, kind: 'breach' };
}

/** Null: no column has mail addresses in most lines. */
function withoutHeader(sample: Sample): DetectedFormat | null {
  const columns = columnsByContent(sample.lines);
  return columns && { format: { name: 'csv', columns }, hasHeader: false, kind: 'breach' };
}

/** Whether it has more columns than lists of mail addresses and secrets. */
function isTable({ format }: DetectedFormat, sample: Sample): boolean {
  const columns = format.name === 'csv' ? format.columns.names.length : 0;
  return columns > 2 && sample.read({ format, hasHeader: false }).share >= leastReadable;
}

function combo(sample: Sample): DetectedFormat {
  const of = (order: 'mail_first' | 'secret_first') =>
    ({ format: { name: 'combo', order }, hasHeader: false, kind: 'combolist' }) as const;
  const [mailFirst, secretFirst] = [of('mail_first'), of('secret_first')];
  const reversed = sample.read(secretFirst).records[layoutIndex.secret_mail]!;
  return reversed > sample.read(mailFirst).records[layoutIndex.mail_secret]! ? secretFirst : mailFirst;
}

function ulp(sample: Sample): DetectedFormat {
  const of = (blocksBeginWith: ColumnRole | null): DetectedFormat => {
    const format = { name: 'ulp', blocksBeginWith } as const;
    const { sited, all } = sample.read({ format, hasHeader: false });
    return { format, hasHeader: false, kind: sited * 2 > all ? 'stealer_log' : 'combolist' };
  };
  const role = sample.firstRole;
  const lines = of(null);
  if (role === null) return lines;
  const blocks = of(role);
  return sample.read(blocks).share > sample.read(lines).share ? blocks : lines;
}

/** The line as the text that has most columns with names that are known: headers are in the encoding of their country. */
function headerOf(line: Uint8Array): CsvColumns | null {
  const encodings = ['utf-8', 'windows-1252', 'windows-1250', 'windows-1251', 'koi8-r'];
  const headers = encodings.flatMap((encoding) => readCsvHeader(new TextDecoder(encoding).decode(line)) ?? []);
  const known = ({ mail, login, secret, site }: CsvColumns) => mail.length + login.length + secret.length + site.length;
  return headers.reduce<CsvColumns | null>(
    (most, header) => (most && known(most) >= known(header) ? most : header),
    null,
  );
}

interface SampleReading {
  /** Of the lines that hold anything of a record, those that were read. */
  readonly share: number;
  /** By the index of their layout. */
  readonly records: readonly number[];
  readonly all: number;
  /** Records that name a login site. */
  readonly sited: number;
}

const noKeys = { secrets: new Uint8Array(32), logins: new Uint8Array(32) };

/** Whole lines of the beginning of a file, to be read in one way after another. */
class Sample {
  readonly #text: Uint8Array;
  readonly #isAll: boolean;
  readonly #table: RecordTable;
  readonly firstLine: Uint8Array;
  /** Of a SQL dump, whether they escape in texts; null: it is none. */
  readonly backslashes: boolean | null;

  constructor(head: Uint8Array, headIsAll: boolean) {
    const end = headIsAll ? head.length : head.lastIndexOf(newline) + 1 || head.length;
    this.#text = head.subarray(0, end);
    this.#isAll = headIsAll;
    this.backslashes = backslashesOf(Buffer.from(head).toString('latin1'));
    // The shortest record is `a@b.cc` and a line end.
    this.#table = new RecordTable(Math.ceil(end / 7) + 1, noKeys);
    this.firstLine = linesOf(this.#text)[0] ?? new Uint8Array(0);
  }

  get isOnlyHeader(): boolean {
    return linesOf(this.#text).length <= 1;
  }

  /** That are not blank. */
  get lines(): string[] {
    return linesOf(this.#text).map((line) => Buffer.from(line).toString('latin1'));
  }

  /** What the first line says that a block can begin with; null when there is none. */
  get firstRole(): ColumnRole | null {
    for (const line of linesOf(this.#text)) {
      const { role } = readBlockLine(line, 0, line.length);
      if (role !== null) return role;
    }
    return null;
  }

  read({ format, hasHeader }: Pick<DetectedFormat, 'format' | 'hasHeader'>): SampleReading {
    // Parsers may change the text.
    const text = this.#recordLines(format, hasHeader);
    const blocks = format.name === 'ulp' ? format.blocksBeginWith : null;
    this.#table.clear();
    const tally = parseBatch(
      text,
      text.length,
      createLineParser(format),
      blocks,
      createCredentialFields(),
      this.#table,
    );
    const read = tally.layouts.reduce((sum, { lines }) => sum + lines, 0);
    const blank = tally.rejected[rejected.blank]!;
    // Blocks have lines of other things, such as the name of the browser.
    const aside = blocks === null ? 0 : tally.rejected[rejected.no_credential]!;
    const counted = tally.lines - blank - Math.min(aside, 2 * read);
    text.fill(0);
    return {
      share: counted === 0 ? 0 : read / counted,
      records: layouts.map((_layout, index) => tally.layouts[index]!.records),
      all: tally.records,
      sited: tally.layouts.reduce((sum, { withSite }) => sum + withSite, 0),
    };
  }

  #recordLines(format: LeakFormat, hasHeader: boolean): Uint8Array {
    const text = hasHeader ? this.#text.subarray(headerEnd(this.#text)) : this.#text;
    return Uint8Array.from(recordLinesOf(text, this.#isAll, format));
  }

  /** Of all records that stand in a line, as they are written. */
  secrets({ format, hasHeader }: DetectedFormat): string[] {
    const parse = createLineParser(format);
    const fields = createCredentialFields();
    return linesOf(this.#recordLines(format, hasHeader)).flatMap((line) => {
      const isRead = parse(line, 0, line.length, fields) === accepted && !isEmptySpan(fields.secret);
      return isRead
        ? Buffer.from(fields.secret.bytes.subarray(fields.secret.start, fields.secret.end)).toString('latin1')
        : [];
    });
  }

  /** Of the records of `secret:email`, the share in which the secret is the mailbox's name or seems to be somebody's. */
  shareOfNames({ format }: DetectedFormat): number {
    const parse = createLineParser(format);
    const fields = createCredentialFields();
    let [names, all] = [0, 0];
    for (const line of linesOf(this.#text)) {
      if (parse(line, 0, line.length, fields) !== -1 || fields.layout !== layoutIndex.secret_mail) continue;
      all += 1;
      const [login, secret] = [fields.login, fields.secret].map(({ bytes, start, end }) =>
        Buffer.from(bytes.subarray(start, end)).toString().toLowerCase(),
      );
      if (looksLikeName(secret!, login!)) names += 1;
    }
    return all === 0 ? 0 : names / all;
  }
}

/** `Anna Smith` and `anna.smith` before anna.smith@…, `anna` before annasmith@…. */
function looksLikeName(text: string, localPart: string): boolean {
  const [plain, mailbox] = [text, localPart].map((name) => name.replace(/[^\p{L}\p{N}]/gu, ''));
  return (
    /^\p{L}+(?:[ ,.]+\p{L}+)+$/u.test(text) || plain === mailbox || (plain!.length >= 4 && mailbox!.includes(plain!))
  );
}

/** Lines that are not blank. */
function linesOf(text: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf(newline, start);
    const end = found === -1 ? text.length : found;
    let last = end;
    while (last > start && text[last - 1] === carriageReturn) last -= 1;
    if (last > start) lines.push(text.subarray(start, last));
    start = end + 1;
  }
  return lines;
}

function headerEnd(text: Uint8Array): number {
  return text.indexOf(newline) + 1 || text.length;
}
