import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const repository = join(import.meta.dirname, '..');
const readme = readFileSync(join(repository, 'README.md'), 'utf8');

it('the front page is read in one go: a picture above the fold, and 150 lines at most', () => {
  const lines = readme.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(150);
  const picture = lines.slice(0, 12).flatMap((line) => /^!\[.+\]\((docs\/screenshots\/.+)\)$/.exec(line)?.[1] ?? []);
  expect(picture).toHaveLength(1);
  expect(existsSync(join(repository, picture[0]!))).toBe(true);
});

it('the commands behind the figures of the front page are there', () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const named = [...readme.matchAll(/`(?:npm run ([\w:]+)(?: ([\w-]+))?|npx (?:node|vitest run) (\S+?))`/g)];
  expect(named.length).toBeGreaterThan(4);
  for (const [whole, script, benchmark, path] of named) {
    if (script !== undefined) expect(scripts, whole).toHaveProperty([script]);
    if (benchmark !== undefined) expect(existsSync(join(repository, 'bench', benchmark, 'run.ts')), whole).toBe(true);
    if (path !== undefined) expect(existsSync(join(repository, path)), whole).toBe(true);
  }
});

it('every file that the front page links is there', () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path]) => path!);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});
