import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hearersOf } from '../src/core/operation/facts.ts';
import { readCatalogue } from './message-catalogues.ts';

const repository = join(import.meta.dirname, '..');

it('every fact has its words in the catalogues, and no words are of none', () => {
  const words = Object.keys(readCatalogue('en')).filter((key) => key.startsWith('console.action.'));
  expect(words.toSorted()).toEqual(
    Object.keys(hearersOf)
      .map((type) => `console.action.${type}`)
      .toSorted(),
  );
});

it('what records a fact leaves pages and events to its row', () => {
  const recording = globSync('src/**/*.ts', { cwd: repository, exclude: ['**/record-facts.ts'] })
    .map((path) => ({ path, code: readFileSync(join(repository, path), 'utf8') }))
    .filter(({ code }) => /\brecordFacts?\(/.test(code));
  expect(recording.length).toBeGreaterThan(80);
  expect(recording.filter(({ code }) => /\.(changed|happened)\(/.test(code)).map(({ path }) => path)).toEqual([]);
});
