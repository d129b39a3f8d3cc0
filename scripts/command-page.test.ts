import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commandPage } from './command-page.ts';

it('docs/cli.md is what help says: npm run docs', async () => {
  expect(readFileSync(new URL('../docs/cli.md', import.meta.url), 'utf8')).toBe(await commandPage());
});
