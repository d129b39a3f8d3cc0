import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { problemCodes } from '../src/core/api/problems.ts';
import { errorPage } from './error-page.ts';

const page = readFileSync(new URL('../docs/guide/errors.md', import.meta.url), 'utf8');

it('docs/guide/errors.md is what the list of problems and their causes make: npm run docs', () => {
  expect(page).toBe(errorPage());
});

it('every problem code has a cause and a cure, in sentences', () => {
  for (const code of problemCodes) {
    const [, entry = ''] = page.split(`### ${code}\n`);
    expect(entry, code).toMatch(/^\n> .+\.?\n\n\*\*Cause\.\*\* .+\.\n\n\*\*Cure\.\*\* .+\.\n/);
  }
});
