import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../docs/decisions/', import.meta.url);
const records = readdirSync(folder).filter((name) => name !== 'README.md');
const lines = readFileSync(new URL('README.md', folder), 'utf8').matchAll(
  /^\| (\d+) \| \[(.+)\]\((\S+)\) \| (.+) \|$/gm,
);

it('docs/decisions/README.md names each record once, by its number and heading, and says whether it is in force', () => {
  const indexed = [...lines].map(([, number, title, file, status]) => ({ number, title, file, status }));
  expect(indexed.map(({ file }) => file).sort()).toEqual(records.sort());
  for (const { number, title, file, status } of indexed) {
    expect(readFileSync(new URL(file!, folder), 'utf8').split('\n')[0]).toBe(`# ${number}. ${title}`);
    expect(status, file).toMatch(/^(in force|superseded by \[\d+\]\()/);
  }
});
