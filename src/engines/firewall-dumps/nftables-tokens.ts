import { DumpTooLarge } from './budget.ts';

/** More than a dump of 2 MiB has words, unless it is nothing but commas and braces. */
const maxWords = 1_000_000;

/**
 * The words of a ruleset in nftables' language, read one after another. Of strings the first quote is kept, which tells them
 * from keywords; comments are left out; the ends of lines count as ends of statements, as semicolons do, except within the
 * braces of a set.
 */
export class NftTokens {
  readonly #texts: string[] = [];
  readonly #lines: number[] = [];
  #position = 0;

  /** @throws DumpTooLarge */
  constructor(text: string) {
    let line = 1;
    for (const [word, quoted] of text.matchAll(token)) {
      if (word === '\n') {
        this.#push(endOfStatement, line);
        line += 1;
      } else if (word === ';') this.#push(endOfStatement, line);
      else if (!word.startsWith('#')) this.#push(quoted === undefined ? word : `"${quoted}`, line);
      if (this.#texts.length > maxWords)
        throw new DumpTooLarge(`it has more than ${maxWords.toLocaleString('en')} words`);
    }
  }

  /** Of the next word. */
  get line(): number {
    return this.#lines[this.#position] ?? this.#lines.at(-1) ?? 1;
  }

  atEnd(): boolean {
    this.#skipBlank();
    return this.#position >= this.#texts.length;
  }

  peek(): string | undefined {
    this.#skipBlank();
    return this.#texts[this.#position];
  }

  /** Whether the next word is this one, which is then read. */
  accept(word: string): boolean {
    if (this.peek() !== word) return false;
    this.#position += 1;
    return true;
  }

  /** The next word, whatever it is. */
  takeWord(): string | undefined {
    const word = this.peek();
    this.#position += 1;
    return word;
  }

  /** Words up to a brace or the end of the statement. */
  takeWords(): string[] {
    const words: string[] = [];
    for (;;) {
      const word = this.#texts[this.#position];
      if (word === undefined || word === endOfStatement || word === '{' || word === '}') return words;
      words.push(word);
      this.#position += 1;
    }
  }

  /** All words up to the end of the statement, sets included; the brace that closes its block is left. */
  takeStatement(): string[] {
    this.#skipBlank();
    const words: string[] = [];
    let depth = 0;
    for (; this.#position < this.#texts.length; this.#position += 1) {
      const word = this.#texts[this.#position]!;
      if (word === endOfStatement) {
        if (depth === 0) break;
        continue;
      }
      if (word === '}' && depth === 0) break;
      if (word === '{') depth += 1;
      if (word === '}') depth -= 1;
      words.push(word);
    }
    return words;
  }

  /** A block that is not of interest, or a brace that closes nothing. */
  skipStatement(): void {
    const before = this.#position;
    this.takeStatement();
    if (this.#position === before) this.#position += 1;
  }

  #skipBlank(): void {
    while (this.#texts[this.#position] === endOfStatement) this.#position += 1;
  }

  #push(text: string, line: number): void {
    this.#texts.push(text);
    this.#lines.push(line);
  }
}

const endOfStatement = '\n';

/** A string, a comment, an operator or a word. Strings know no escapes. */
const token = /"([^"\n]*)"|#[^\n]*|\n|;|[{}(),]|[!=<>]=|<<|>>|[=<>&|^!]|[^\s;{}(),"#=<>&|^!]+|"/g;

/** A name or value, whether it was a string or a word. */
export function unquote(word: string): string {
  return word.startsWith('"') ? word.slice(1) : word;
}
