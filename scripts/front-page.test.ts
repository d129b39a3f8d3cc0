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

it('what the front page says of how often it is right is what was measured', () => {
  const accuracy = readFileSync(join(repository, 'docs/accuracy.md'), 'utf8');
  const rows = accuracy
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .replaceAll(/\([^)]*\)/g, '')
        .split('|')
        .map((cell) => cell.trim()),
    );
  const number = (text: string | undefined) => Number(text?.replaceAll(',', ''));
  const [, right, ports, wrong, mended, mendedPorts, mendedWrong] =
    /(\d+) of (\d+) ports named right and (\d+) wrong at first; (\d+) of (\d+) and (\d+) once/
      .exec(readme)!
      .map(Number);
  const draws = rows.map((row) => [row[1]!.includes('at first'), ...[4, 3, 6].map((at) => number(row[at]))]);
  expect(draws).toContainEqual([true, right, ports, wrong]);
  expect(draws).toContainEqual([false, mended, mendedPorts, mendedWrong]);
  const [, verdicts, rulesets] = /([\d,]+) verdicts of (\d+) rulesets, none wrong/
    .exec(readme)!
    .map((each) => number(each));
  const judged = rows.filter((row) => ['iptables', 'nftables', 'ufw'].includes(row[1]!));
  const sum = (column: number) => judged.reduce((total, row) => total + number(row[column]), 0);
  expect([sum(3), sum(2), sum(4)]).toEqual([verdicts, rulesets, 0]);
  const [, greetings, captured] = /(\d+) greetings of real releases, (\d+) of them captured/.exec(readme)!;
  expect(rows.find((row) => row[1] === 'all')?.slice(2, 4)).toEqual([greetings, captured]);
});

it('every file that the front page links is there', () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path]) => path!);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});
