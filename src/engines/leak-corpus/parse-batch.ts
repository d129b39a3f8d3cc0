import { type SecretFormat, secretFormats } from '../../common/secret-format.ts';
import { readBlockLine } from './block-lines.ts';
import { carriageReturn, newline, trimmedEnd } from './characters.ts';
import type { ColumnRole } from './column-names.ts';
import { type CredentialFields, isEmptySpan, layoutIndex, layouts, type Span, setSpan } from './credential-fields.ts';
import { maxLineBytes } from './line-batches.ts';
import type { LineParser } from './line-parser.ts';
import type { RecordTable } from './record-table.ts';
import { accepted, rejected, rejectReasons, type Verdict } from './reject-reason.ts';
import { secretFormatOf } from './secret-format.ts';
import { clearSite, readLogin, readSiteOfUrl } from './ulp-line.ts';

/** Line numbers that a report has for each reason. */
export const maxExamples = 20;
/** Records that a report shows of each layout. */
export const maxSamples = 3;

/** What became of the lines of a batch. */
export interface BatchTally {
  readonly lines: number;
  readonly records: number;
  /** By the index of the reason. */
  readonly rejected: readonly number[];
  /** The first lines of each reason, by the index of the reason, counted from 0 at the batch's beginning. */
  readonly examples: readonly (readonly number[])[];
  /** Records by the index of their layout. */
  readonly layouts: readonly LayoutTally[];
}

export interface LayoutTally {
  readonly records: number;
  /** Lines that the records are made of: more than records where they stand in blocks. */
  readonly lines: number;
  /** Records that name a login site. */
  readonly withSite: number;
  /** The first ones. */
  readonly samples: readonly RecordSample[];
}

/** A record as a report can show it: without its secret. */
export interface RecordSample {
  /** Its first one, counted from 0 at the batch's beginning. */
  readonly line: number;
  /** In full; null when the login is no mail address: in a file with confused columns it is a secret. */
  readonly mailAddress: string | null;
  readonly site: string | null;
  readonly secretFormat: SecretFormat | null;
}

/**
 * Reads lines into the table. Line ends are LF or CRLF; the last one can be missing.
 * @param blocksBeginWith with what records begin that are blocks of lines; null: every record is one line
 */
export function parseBatch(
  bytes: Uint8Array,
  length: number,
  parse: LineParser,
  blocksBeginWith: ColumnRole | null,
  fields: CredentialFields,
  table: RecordTable,
): BatchTally {
  const counter = new BatchCounter(fields, table);
  if (blocksBeginWith === null) parseLines(bytes, length, parse, fields, counter);
  else new BlockParser(bytes, parse, blocksBeginWith, fields, counter).parse(length);
  table.flush();
  return counter.tally();
}

function parseLines(
  bytes: Uint8Array,
  length: number,
  parse: LineParser,
  fields: CredentialFields,
  counter: BatchCounter,
): void {
  for (let start = 0; start < length; counter.lines += 1) {
    let end = start;
    while (end < length && bytes[end] !== newline) end += 1;
    const verdict = parseLine(bytes, start, end, parse, fields);
    if (verdict === accepted) counter.accept(counter.lines, 1);
    else counter.reject(verdict, counter.lines);
    start = end + 1;
  }
}

function parseLine(
  bytes: Uint8Array,
  start: number,
  end: number,
  parse: LineParser,
  fields: CredentialFields,
): Verdict {
  if (end - start > maxLineBytes) return rejected.too_long;
  const last = withoutCarriageReturns(bytes, start, end);
  return last === start ? rejected.blank : parse(bytes, start, last, fields);
}

/** Files that were converted twice have several. */
function withoutCarriageReturns(bytes: Uint8Array, start: number, end: number): number {
  let last = end;
  while (last > start && bytes[last - 1] === carriageReturn) last -= 1;
  return last;
}

class BatchCounter {
  readonly #fields: CredentialFields;
  readonly #table: RecordTable;
  readonly #recordsBefore: number;
  readonly #rejected = rejectReasons.map(() => 0);
  readonly #examples: number[][] = rejectReasons.map(() => []);
  readonly #samples: RecordSample[][] = layouts.map(() => []);
  // By the index of the layout.
  readonly #records = new Uint32Array(layouts.length);
  readonly #lines = new Uint32Array(layouts.length);
  readonly #withSite = new Uint32Array(layouts.length);
  /** Up to now. */
  lines = 0;

  constructor(fields: CredentialFields, table: RecordTable) {
    this.#fields = fields;
    this.#table = table;
    this.#recordsBefore = table.count;
  }

  /** Adds the record in the fields to the table. */
  accept(line: number, lines: number): void {
    const fields = this.#fields;
    const { layout } = fields;
    this.#lines[layout]! += lines;
    if (fields.namesSite) this.#withSite[layout]! += 1;
    this.#records[layout]! += 1;
    if (this.#records[layout]! <= maxSamples) this.#samples[layout]!.push(sampleOf(fields, line));
    this.#table.add(fields);
  }

  reject(reason: Verdict, line: number): void {
    this.#rejected[reason]! += 1;
    if (this.#examples[reason]!.length < maxExamples) this.#examples[reason]!.push(line);
  }

  tally(): BatchTally {
    const records = this.#table.count - this.#recordsBefore;
    return {
      lines: this.lines,
      records,
      rejected: this.#rejected,
      examples: this.#examples,
      layouts: this.#samples.map((samples, layout) => ({
        records: this.#records[layout]!,
        lines: this.#lines[layout]!,
        withSite: this.#withSite[layout]!,
        samples,
      })),
    };
  }
}

function sampleOf({ login, mailDomain, site, secret, isHash }: CredentialFields, line: number): RecordSample {
  return {
    line,
    mailAddress: isEmptySpan(mailDomain) ? null : `${textOf(login)}@${textOf(mailDomain)}`,
    site: isEmptySpan(site) ? null : textOf(site),
    secretFormat: isEmptySpan(secret) ? null : secretFormats[secretFormatOf(secret, isHash)]!,
  };
}

function textOf({ bytes, start, end }: Span): string {
  return Buffer.from(bytes.subarray(start, end)).toString();
}

interface BlockPart {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Reads blocks of lines such as `URL: …`, `Username: …`, `Password: …`, and single lines between them. */
class BlockParser {
  readonly #bytes: Uint8Array;
  readonly #parse: LineParser;
  readonly #beginsWith: ColumnRole;
  readonly #fields: CredentialFields;
  readonly #counter: BatchCounter;
  readonly #parts = new Map<ColumnRole, BlockPart>();

  constructor(
    bytes: Uint8Array,
    parse: LineParser,
    beginsWith: ColumnRole,
    fields: CredentialFields,
    counter: BatchCounter,
  ) {
    this.#bytes = bytes;
    this.#parse = parse;
    this.#beginsWith = beginsWith;
    this.#fields = fields;
    this.#counter = counter;
  }

  parse(length: number): void {
    const counter = this.#counter;
    for (let start = 0; start < length; counter.lines += 1) {
      const found = this.#bytes.indexOf(newline, start);
      const end = found === -1 || found > length ? length : found;
      this.#readLine(start, end);
      start = end + 1;
    }
    this.#endBlock();
  }

  #readLine(start: number, end: number): void {
    const { lines: line } = this.#counter;
    const last = trimmedEnd(this.#bytes, start, withoutCarriageReturns(this.#bytes, start, end));
    const { role, valueStart } = readBlockLine(this.#bytes, start, last);
    if (end - start > maxLineBytes) this.#counter.reject(rejected.too_long, line);
    else if (last === start) this.#counter.reject(rejected.blank, line);
    else if (role === null) this.#readSingleLine(start, last);
    else {
      if (role === this.#beginsWith) this.#endBlock();
      // A second login of a block is none that the secret belongs to.
      if (this.#parts.has(role)) this.#counter.reject(rejected.no_credential, line);
      else this.#parts.set(role, { line, start: valueStart, end: last });
    }
  }

  #readSingleLine(start: number, end: number): void {
    const verdict = this.#parse(this.#bytes, start, end, this.#fields);
    if (verdict === accepted) this.#counter.accept(this.#counter.lines, 1);
    else this.#counter.reject(rejected.no_credential, this.#counter.lines);
  }

  #endBlock(): void {
    if (this.#parts.size === 0) return;
    const lines = [...this.#parts.values()].map(({ line }) => line);
    const verdict = this.#fill();
    if (verdict === accepted) this.#counter.accept(Math.min(...lines), lines.length);
    else for (const line of lines) this.#counter.reject(verdict, line);
    this.#parts.clear();
  }

  #fill(): Verdict {
    const fields = this.#fields;
    const [site, secret] = [this.#filled('site'), this.#filled('secret')];
    const login = this.#filled('mail') ?? this.#filled('login');
    if (site === null) clearSite(fields);
    else readSiteOfUrl(this.#bytes, site.start, site.end, fields);
    if (login === null || !readLogin(this.#bytes, login.start, login.end, fields)) return rejected.no_login;
    if (secret === null) return rejected.no_secret;
    if (!fields.namesSite && isEmptySpan(fields.mailDomain)) return rejected.no_login_site;
    setSpan(fields.secret, this.#bytes, secret.start, secret.end);
    fields.layout = layoutIndex.block;
    return accepted;
  }

  #filled(role: ColumnRole): BlockPart | null {
    const part = this.#parts.get(role);
    return part === undefined || part.end <= part.start ? null : part;
  }
}
