import { MalformedData } from './malformed-data.ts';

/** Of the largest package of Debian's tracker a tenth. */
const maxMemberLength = 64 * 2 ** 20;

/**
 * The members of one JSON object, each as its text, `"key": value`, as they come: the object may be larger than the memory.
 * @throws MalformedData when it is no object, or ends before its end
 */
export async function* membersOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const splitter = new MemberSplitter();
  for await (const chunk of chunks) yield* splitter.push(decoder.decode(chunk, { stream: true }));
  splitter.end();
}

class MemberSplitter {
  /** What was read of the member that has not ended. */
  #member = '';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hasEnded = false;

  *push(chunk: string): Generator<string> {
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      const end = this.#step(chunk.charCodeAt(index));
      if (end === null) continue;
      const member = this.#member + chunk.slice(start, index);
      this.#member = '';
      start = index + 1;
      if (end === 'member' && member.trim() !== '') yield member;
    }
    this.#member += chunk.slice(start);
    if (this.#member.length > maxMemberLength)
      throw new MalformedData('One member of its object is longer than 64 MiB.');
  }

  /** @returns what ends with this character: the head of the object, one of its members, or nothing */
  #step(code: number): 'head' | 'member' | null {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === backslash) this.#isEscaped = true;
      else if (code === quote) this.#isInString = false;
      return null;
    }
    if (code === quote) this.#isInString = true;
    else if (code === openBrace || code === openBracket) return this.#opened(code);
    else if (code === closeBrace || code === closeBracket) return this.#closed();
    else if (code === comma && this.#depth === 1) return 'member';
    return null;
  }

  #opened(code: number): 'head' | null {
    if (this.#hasEnded || (this.#depth === 0 && code !== openBrace)) throw new MalformedData('It is no JSON object.');
    this.#depth += 1;
    return this.#depth === 1 ? 'head' : null;
  }

  #closed(): 'member' | null {
    this.#depth -= 1;
    if (this.#depth < 0) throw new MalformedData('It is no JSON object.');
    this.#hasEnded = this.#depth === 0;
    return this.#hasEnded ? 'member' : null;
  }

  end(): void {
    if (!this.#hasEnded) throw new MalformedData('It ends before its JSON does: it is cut.');
  }
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
