import { Piscina } from 'piscina';
import type { JudgedPassword } from './judge-password.ts';

/** What is too quickly guessed to be a password, even with few attempts a day, when many people's are tried at once. */
const enoughGuesses = 1e10;
/**
 * The time it takes grows with the square of the length: up to half a second for so many characters. What is beyond makes no weak
 * password strong that should be one.
 */
const judgedLength = 64;

/** One thread, started by the first password and ended when it has had nothing to do for a while. It keeps no process alive. */
const thread = new Piscina({
  filename: new URL('judge-password.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 10_000,
  maxQueue: 100,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
});

/**
 * Whether a password is on the lists that are tried first (leaked passwords, words, names), or a combination, repetition or
 * keyboard pattern of few of them.
 * @param personalWords such as the person's address and the name of the company; they are what a guesser tries
 */
export async function isGuessable(password: string, personalWords: readonly string[]): Promise<boolean> {
  const judged: JudgedPassword = { password: password.slice(0, judgedLength), personalWords: wordsOf(personalWords) };
  const guesses: number = await thread.run(judged);
  return guesses < enoughGuesses;
}

const maxWordLength = 64;
const maxWords = 20;
const minWordLength = 3;

/** Each text as a whole, without what separates its words, and word by word. */
function wordsOf(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => {
    const lower = text.toLowerCase().slice(0, maxWordLength);
    const parts = lower.split(/[^\p{L}\p{N}]+/u);
    return [lower, parts.join(''), ...parts];
  });
  return [...new Set(words)].filter(({ length }) => length >= minWordLength).slice(0, maxWords);
}
