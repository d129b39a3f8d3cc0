import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { acceptedVariables } from '../src/installation/config.ts';
import { variableGroups } from '../src/installation/variables.ts';
import { configurationPage } from './configuration-page.ts';

it('docs/configuration.md is what the code reads: npm run docs', () => {
  expect(readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8')).toBe(configurationPage());
});

it('every variable that is read has a meaning, once, and no other has', () => {
  const explained = Object.values(variableGroups).flatMap((variables) => Object.keys(variables));
  expect(explained.sort()).toEqual([...acceptedVariables().keys()].sort());
});
