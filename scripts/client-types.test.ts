import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientTypes } from './client-types.ts';

it('client/ has the types of the routes as they are: if not, run `npm run client`', async () => {
  for (const [name, text] of await clientTypes())
    expect(readFileSync(new URL(`../client/${name}`, import.meta.url), 'utf8')).toBe(text);
});
