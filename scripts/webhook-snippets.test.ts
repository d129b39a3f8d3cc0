import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { snippets } from '../portal/src/console/webhooks/snippets.ts';

it('what the console shows is a part of the receivers of docs/webhooks.md, which are tried', () => {
  const page = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8');
  for (const { code } of snippets) expect(page).toContain(code);
});
