import { ByteSink } from './byte-sink.ts';
import { at, newline, quote } from './characters.ts';
import { roleOf } from './column-names.ts';
import { maxLineBytes } from './line-batches.ts';
import type { Reshaper } from './reshaper.ts';
import { SqlTokens, type Token } from './sql-tokens.ts';

/** What a statement does that is read, and how far it has come. */
type Part = 'between' | 'skipped' | 'table' | 'columns' | 'values' | 'row' | 'definition';

/** More tables, or columns of one, are no dump. */
const maxTables = 2_000;
const maxColumns = 1_024;

/**
 * The rows of a SQL dump: of INSERT and REPLACE, however they stand in lines, and of PostgreSQL's COPY. Columns have the names
 * that the statement or the table's definition before it gives them; without any, a value that has an @ is a mail address.
 * Statements of other kinds are passed over.
 */
export class SqlDump implements Reshaper {
  readonly #tokens: SqlTokens;
  readonly #out = new ByteSink();
  readonly #tables = new Map<string, readonly string[]>();
  #part: Part = 'between';
  /** Whether rows of cells follow the statement. */
  #isCopied = false;
  #table = '';
  #columns: string[] = [];
  #depth = 0;
  #column = 0;
  #value: Uint8Array | null = null;
  #hasProperties = false;
  /** Of a definition: whether the next word is a column's name. */
  #atName = false;

  /** @param backslashes whether they escape in texts, as with MySQL */
  constructor(backslashes: boolean) {
    this.#tokens = new SqlTokens(backslashes, (token) => this.#read(token));
  }

  push(chunk: Uint8Array): Uint8Array {
    this.#tokens.push(chunk);
    chunk.fill(0);
    return this.#out.take();
  }

  finish(): Uint8Array {
    this.#tokens.finish();
    return this.#out.take();
  }

  #read(token: Token): void {
    if (token.kind === 'cell') this.#readCell(token);
    else if (this.#part !== 'row' && token.kind === 'word' && token.isFirst && this.#begin(token)) return;
    else if (this.#part === 'row') this.#readRow(token);
    else if (token.kind === 'mark' && token.text === ';') this.#endStatement();
    else this.#readPart(token);
  }

  /** Statements do not always end with a semicolon. */
  #begin({ text }: Token): boolean {
    const verb = text.toUpperCase();
    if (!['INSERT', 'REPLACE', 'CREATE', 'COPY'].includes(verb)) return false;
    this.#part = 'table';
    this.#isCopied = false;
    this.#table = verb === 'CREATE' ? 'CREATE' : '';
    this.#columns = [];
    return true;
  }

  #endStatement(): void {
    if (this.#isCopied) this.#tokens.readCells();
    this.#isCopied = false;
    this.#part = 'between';
    this.#column = 0;
  }

  #readPart(token: Token): void {
    const { kind, text } = token;
    const isName = kind === 'word' || kind === 'name';
    if (this.#part === 'table') this.#readTable(token, isName);
    else if (this.#part === 'columns') {
      if (isName && this.#columns.length < maxColumns) this.#columns.push(text);
      else if (text === ')') this.#part = 'values';
    } else if (this.#part === 'values') {
      if (text === '(') this.#startRow();
      else if (kind === 'word' && text.toUpperCase() === 'STDIN') this.#isCopied = true;
      else if (kind === 'word' && !['VALUES', 'VALUE', 'FROM'].includes(text.toUpperCase())) this.#part = 'skipped';
    } else if (this.#part === 'definition') this.#readDefinition(token, isName);
  }

  /** Up to the parenthesis or VALUES behind the table's name. */
  #readTable({ kind, text }: Token, isName: boolean): void {
    const word = kind === 'word' ? text.toUpperCase() : '';
    const isDefinition = this.#table.startsWith('CREATE');
    if (text === '(' && kind === 'mark') {
      this.#part = isDefinition ? 'definition' : 'columns';
      [this.#depth, this.#atName] = [1, true];
    } else if (word === 'VALUES' || word === 'VALUE' || word === 'FROM') {
      this.#part = 'values';
      this.#columns = [...(this.#tables.get(this.#table) ?? [])];
    } else if (word === 'SELECT' || word === 'INDEX' || word === 'VIEW' || word === 'DATABASE') this.#part = 'skipped';
    else if (isName && !tableNoise.has(word))
      this.#table = `${isDefinition ? 'CREATE ' : ''}${kind === 'word' ? text.split('.').at(-1) : text}`;
  }

  #readDefinition({ kind, text }: Token, isName: boolean): void {
    if (kind === 'mark' && text === '(') this.#depth += 1;
    else if (kind === 'mark' && text === ')') this.#depth -= 1;
    else if (kind === 'mark' && text === ',' && this.#depth === 1) this.#atName = true;
    else if (this.#atName) {
      this.#atName = false;
      const isColumn = isName && !(kind === 'word' && constraints.has(text.toUpperCase()));
      if (isColumn && this.#columns.length < maxColumns) this.#columns.push(text);
    }
    if (this.#depth > 0) return;
    if (this.#tables.size < maxTables) this.#tables.set(this.#table.slice('CREATE '.length), this.#columns);
    this.#part = 'skipped';
  }

  #startRow(): void {
    this.#part = 'row';
    this.#tokens.inRow = true;
    [this.#depth, this.#column, this.#value, this.#hasProperties] = [1, 0, null, false];
    this.#out.text('{');
  }

  #readRow({ kind, text, bytes }: Token): void {
    if (kind === 'mark' && text === '(') this.#depth += 1;
    else if (kind === 'mark' && text === ')') this.#depth -= 1;
    if (kind === 'text') this.#value ??= bytes;
    else if (kind === 'word' && isValue(text)) this.#value ??= Buffer.from(text);
    else if (this.#depth === 0 || (kind === 'mark' && text === ',' && this.#depth === 1)) this.#endColumn();
    if (this.#depth > 0) return;
    this.#endRow();
    this.#part = 'values';
    this.#tokens.inRow = false;
  }

  #endColumn(): void {
    const value = this.#value;
    const name = this.#columns[this.#column] ?? (value?.includes(at) ? 'email' : '');
    this.#column += 1;
    this.#value = null;
    if (value === null || value.length > maxLineBytes / 4 || roleOf(name) === null) return;
    this.#out.text(`${this.#hasProperties ? ',' : ''}${JSON.stringify(name)}:`);
    appendJsonString(this.#out, value);
    this.#hasProperties = true;
    value.fill(0);
  }

  #endRow(): void {
    this.#out.text('}');
    this.#out.byte(newline);
  }

  /** A field of COPY; the last of a row, or the end of all. */
  #readCell({ bytes, text }: Token): void {
    if (text === 'end') return;
    if (this.#column === 0) {
      this.#hasProperties = false;
      this.#out.text('{');
    }
    this.#value = bytes;
    this.#endColumn();
    if (text !== 'last') return;
    this.#endRow();
    this.#column = 0;
  }
}

const tableNoise = new Set(
  'INTO IGNORE LOW_PRIORITY DELAYED HIGH_PRIORITY OR REPLACE TABLE IF NOT EXISTS TEMPORARY TEMP UNLOGGED ONLY'.split(
    ' ',
  ),
);
const constraints = new Set(
  'PRIMARY KEY UNIQUE CONSTRAINT INDEX FULLTEXT SPATIAL FOREIGN CHECK EXCLUDE LIKE PERIOD'.split(' '),
);

/** Numbers, also in hexadecimal; not NULL, names of functions, or what says how the next text is written. */
function isValue(word: string): boolean {
  return /^[-+]?\d/.test(word);
}

const hexDigits = '0123456789abcdef';

function appendJsonString(out: ByteSink, bytes: Uint8Array): void {
  out.byte(quote);
  for (const byte of bytes) {
    if (byte < 0x20) out.text(`\\u00${hexDigits[byte >> 4]}${hexDigits[byte & 15]}`);
    else {
      if (byte === quote || byte === 0x5c) out.byte(0x5c);
      out.byte(byte);
    }
  }
  out.byte(quote);
}

const statements =
  /^\s*(?:INSERT\s+(?:IGNORE\s+|OR\s+\w+\s+)?(?:INTO\s)?|REPLACE\s+INTO\s|CREATE\s+TABLE\s|COPY\s+\S+\s*(?:\([^)]*\)\s*)?FROM\s+stdin)/im;
/** What programs write into dumps whose backslashes are themselves. */
const literal =
  /PostgreSQL database dump|standard_conforming_strings\s*=\s*on|FROM stdin|PRAGMA foreign_keys|^\s*GO\s*$|\[dbo\]|\bN'/m;

/** Of the beginning of a SQL dump, whether they escape in texts, as with MySQL; null: it is no dump. */
export function backslashesOf(head: string): boolean | null {
  return statements.test(head) ? !literal.test(head) : null;
}
