import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accuracyPage } from './accuracy-page.ts';

it('docs/accuracy.md has the figures that were kept last (npm run docs)', () => {
  const page = accuracyPage();
  expect(readFileSync(new URL('../docs/accuracy.md', import.meta.url), 'utf8')).toBe(page);
  expect(page).not.toMatch(/NaN|undefined/);
});
