import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = join(root, 'docs/guide');

/** What the guide names that is no word of the API. */
const others = new Set([
  ...['starter', 'professional', 'business', 'enterprise', 'single'], // plans
  ...['Allow', 'Origin'], // headers of HTTP
  'syncServices', // of the client for PHP
]);

/** Single words in backticks outside of examples: names, codes, states and values. */
function wordsOf(text: string): string[] {
  const prose = text.replace(/```.*?```/gs, '');
  return [...prose.matchAll(/`([A-Za-z]+(?:_[A-Za-z]+)*)`/g)].map(([, word]) => word!);
}

it('every word in backticks of the guide is one of the API: a state or code that there is not is found', () => {
  // What the document has, as types; and the variables of the operator.
  const known = ['client/api.ts', 'docs/configuration.md', 'docs/cli.md'].flatMap(
    (file) => readFileSync(join(root, file), 'utf8').match(/\w+/g) ?? [],
  );
  const words = new Set([...known, ...others]);
  const unknown = readdirSync(guide)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => wordsOf(readFileSync(join(guide, file), 'utf8')).map((word) => `${file}: ${word}`))
    .filter((line) => !words.has(line.split(': ')[1]!) && !/^\S+ [A-Z]+_ID$/.test(line));
  expect(unknown).toEqual([]);
  expect(words.has('whitelisted')).toBe(false);
});
