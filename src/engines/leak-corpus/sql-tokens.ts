import { ByteSink } from './byte-sink.ts';
import { carriageReturn, newline, tab } from './characters.ts';
import { maxLineBytes } from './line-batches.ts';

/**
 * A piece of SQL: a word or number, a quoted name, a text, a mark such as `(`; or a cell of the rows that follow a COPY, of which
 * `text` says whether it is the `last` of its row, or the `end` of all.
 */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'mark' | 'cell';
  readonly text: string;
  /** Of a text or cell, without its quotation marks and escapes. Null: none, or a cell that is NULL. */
  readonly bytes: Uint8Array | null;
  /** Whether its line has nothing before it. */
  readonly isFirst: boolean;
}

type State =
  | 'between'
  | 'word'
  | 'quoted'
  | 'escape'
  | 'maybe_end'
  | 'line_comment'
  | 'comment'
  | 'copy_line'
  | 'cell'
  | 'cell_escape';

const [apostrophe, doubleQuote, backtick, openingBracket, closingBracket, backslash] = [
  0x27, 0x22, 0x60, 0x5b, 0x5d, 0x5c,
];
const [dash, slash, star, hash, letterN, dot] = [0x2d, 0x2f, 0x2a, 0x23, 0x4e, 0x2e];

const escapes: Readonly<Record<number, number>> = {
  ...{ 48: 0, 98: 8, 102: 12, 110: newline, 114: carriageReturn, 116: tab, 118: 11, 90: 26 },
};

/** Cuts SQL into tokens, wherever its chunks are cut. */
export class SqlTokens {
  /** Whether values are read: double quotes are of texts then, and brackets of lists. */
  inRow = false;
  readonly #backslashes: boolean;
  readonly #onToken: (token: Token) => void;
  readonly #token = new ByteSink();
  #state: State = 'between';
  #closing = apostrophe;
  #lineHasToken = false;
  #isFirst = false;
  /** The byte before, in comments and where one may begin. */
  #before = 0;
  #isNull = false;

  constructor(backslashes: boolean, onToken: (token: Token) => void) {
    this.#backslashes = backslashes;
    this.#onToken = onToken;
  }

  push(chunk: Uint8Array): void {
    for (let index = 0; index < chunk.length; index += 1) this.#read(chunk[index]!);
  }

  finish(): void {
    if (this.#state === 'word') this.#end('word');
    if (this.#state === 'maybe_end') this.#endQuoted();
    if (this.#state === 'cell' && this.#token.length > 0) this.#endCell('last');
    this.#token.clear();
  }

  /** What follows the present line are rows of cells, up to a line of `\.`. */
  readCells(): void {
    this.#state = 'copy_line';
  }

  #read(byte: number): void {
    switch (this.#state) {
      case 'between':
        this.#readBetween(byte);
        break;
      case 'word':
        this.#readWord(byte);
        break;
      case 'quoted':
        this.#readQuoted(byte);
        break;
      case 'escape':
        this.#keep(escapes[byte] ?? byte);
        this.#state = 'quoted';
        break;
      case 'maybe_end':
        this.#readAfterQuote(byte);
        break;
      case 'line_comment':
        if (byte === newline) this.#newLine();
        break;
      case 'comment':
        if (this.#before === star && byte === slash) this.#state = 'between';
        this.#before = byte;
        break;
      case 'copy_line':
        if (byte === newline) this.#state = 'cell';
        break;
      default:
        this.#readCell(byte);
    }
  }

  #readWord(byte: number): void {
    if (isWordByte(byte)) this.#keep(byte);
    else {
      this.#end('word');
      this.#readBetween(byte);
    }
  }

  #readQuoted(byte: number): void {
    if (byte === backslash && this.#backslashes && this.#isText) this.#state = 'escape';
    else if (byte === this.#closing) this.#state = 'maybe_end';
    else this.#keep(byte);
  }

  /** A quotation mark that stands twice is part of what is quoted. */
  #readAfterQuote(byte: number): void {
    if (byte === this.#closing) {
      this.#keep(byte);
      this.#state = 'quoted';
    } else {
      this.#endQuoted();
      this.#readBetween(byte);
    }
  }

  get #isText(): boolean {
    return this.#closing === apostrophe || (this.#closing === doubleQuote && this.inRow);
  }

  #readBetween(byte: number): void {
    const before = this.#before;
    this.#before = byte;
    if (byte === newline) this.#newLine();
    else if (byte === hash && this.#backslashes && !this.inRow) this.#state = 'line_comment';
    else if (byte === star && before === slash) this.#state = 'comment';
    else if (
      byte === apostrophe ||
      byte === doubleQuote ||
      byte === backtick ||
      (byte === openingBracket && !this.inRow)
    )
      this.#open(byte === openingBracket ? closingBracket : byte);
    else if (isWordByte(byte) && byte !== dot) this.#startWord(byte);
    else if (byte > 0x20 && byte !== slash) this.#mark(byte);
  }

  #newLine(): void {
    this.#state = 'between';
    this.#lineHasToken = false;
    this.#before = newline;
  }

  #open(closing: number): void {
    this.#begin();
    this.#closing = closing;
    this.#state = 'quoted';
  }

  #startWord(byte: number): void {
    this.#begin();
    this.#keep(byte);
    this.#state = 'word';
  }

  #begin(): void {
    this.#isFirst = !this.#lineHasToken;
    this.#lineHasToken = true;
  }

  #mark(byte: number): void {
    this.#begin();
    this.#onToken({ kind: 'mark', text: String.fromCharCode(byte), bytes: null, isFirst: this.#isFirst });
  }

  /** More than fits into a line is no credential. */
  #keep(byte: number): void {
    if (this.#token.length <= maxLineBytes) this.#token.byte(byte);
    // Two dashes begin a comment.
    if (this.#state === 'word' && byte === dash && this.#token.length === 2) {
      this.#token.clear();
      this.#state = 'line_comment';
    }
  }

  #end(kind: Token['kind']): void {
    const text = Buffer.from(this.#token.take()).toString();
    this.#state = 'between';
    this.#onToken({ kind, text, bytes: null, isFirst: this.#isFirst });
  }

  #endQuoted(): void {
    if (!this.#isText) {
      this.#end('name');
      return;
    }
    this.#state = 'between';
    this.#onToken({ kind: 'text', text: '', bytes: this.#token.take(), isFirst: this.#isFirst });
  }

  #readCell(byte: number): void {
    if (this.#state === 'cell_escape') {
      this.#state = 'cell';
      this.#isNull = byte === letterN && this.#token.length === 0;
      if (byte === dot && this.#token.length === 0) this.#endCells();
      else if (!this.#isNull) this.#keep(escapes[byte] ?? byte);
    } else if (byte === backslash) this.#state = 'cell_escape';
    else if (byte === tab) this.#endCell('next');
    else if (byte === newline) this.#endCell('last');
    else if (byte !== carriageReturn) this.#keep(byte);
  }

  #endCell(text: 'next' | 'last'): void {
    const bytes = this.#token.take();
    this.#onToken({ kind: 'cell', text, bytes: this.#isNull ? null : bytes, isFirst: false });
    this.#isNull = false;
  }

  #endCells(): void {
    this.#state = 'line_comment';
    this.#onToken({ kind: 'cell', text: 'end', bytes: null, isFirst: false });
  }
}

/** Letters, digits, `_ $ . + -` and what is no ASCII. */
function isWordByte(byte: number): boolean {
  const letter = byte | 0x20;
  return (
    (letter >= 0x61 && letter <= 0x7a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte >= 0x80 ||
    byte === 0x5f ||
    byte === 0x24 ||
    byte === dot ||
    byte === dash ||
    byte === 0x2b
  );
}
