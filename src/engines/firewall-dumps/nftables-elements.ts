import { type DumpPhrase, dumpPhrase } from './dump-wording.ts';
import type { NftElement, NftVerdict } from './nftables-model.ts';
import { unquote } from './nftables-tokens.ts';

/** The words between the braces of a set. */
export function readElements(words: readonly string[]): NftElement[] {
  const elements: NftElement[] = [];
  for (let i = 0; i < words.length; ) {
    const key: string[] = [];
    let verdict: NftVerdict | null = null;
    let isKey = true;
    for (; i < words.length && words[i] !== ','; i += 1) {
      const word = words[i]!;
      if (word === ':') {
        const end = endOfElement(words, i);
        verdict = verdictOf(words.slice(i + 1, end));
        i = end - 1;
      } else if (isKey && word === '.') continue;
      else if (isKey && elementOptions.has(word)) isKey = false;
      else if (isKey) joinKey(key, word, words[i - 1]);
    }
    if (key.length > 0) elements.push({ key, verdict });
    i += 1;
  }
  return elements;
}

/** What an element can have beside its value. */
const elementOptions = new Set(['timeout', 'expires', 'counter', 'comment', 'limit', 'quota', 'ct', 'last']);

/** Parts are separated by dots; a range of strings comes in pieces. */
function joinKey(key: string[], word: string, previous: string | undefined): void {
  if (key.length === 0 || previous === '.') key.push(unquote(word));
  else key[key.length - 1] += unquote(word);
}

function endOfElement(words: readonly string[], start: number): number {
  const comma = words.indexOf(',', start);
  return comma < 0 ? words.length : comma;
}

/** Nobody can tell what it does. */
export function unclear(why: DumpPhrase): NftVerdict {
  return { kind: 'unclear', chain: '', why };
}

/** `accept`, `jump web`; data of other maps is not a verdict and never asked for. */
export function verdictOf([word = '', chain = '']: readonly string[]): NftVerdict {
  switch (word) {
    case 'accept':
    case 'drop':
    case 'return':
    case 'continue':
      return { kind: word, chain: '' };
    case 'jump':
    case 'goto':
      return { kind: word, chain };
    default:
      return unclear(dumpPhrase('target', { target: word }));
  }
}
