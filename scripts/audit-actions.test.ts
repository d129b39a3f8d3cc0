import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCatalogue } from './message-catalogues.ts';

const repository = join(import.meta.dirname, '..');
const english = readCatalogue('en');

/** The actions that are recorded by a name that stands in the code as a whole. */
const recorded = globSync('src/**/*.ts', { cwd: repository })
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) => [
    ...readFileSync(join(repository, path), 'utf8').matchAll(
      /\baction:[^\n]*?'([a-z_]+\.[a-z_]+)'(?: : '([a-z_.]+)')?/g,
    ),
  ])
  .flatMap(([, action, other]) => (other?.includes('.') ? [action!, other] : [action!]));

it('every action of the audit log has its words in the catalogues', () => {
  expect(recorded.length).toBeGreaterThan(50);
  expect([...new Set(recorded)].filter((action) => !(`console.action.${action}` in english))).toEqual([]);
});
