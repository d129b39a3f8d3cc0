import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientTypes } from './client-types.ts';

it('client/api.ts has the types of the routes as they are: if not, run `npm run client`', async () => {
  expect(readFileSync(new URL('../client/api.ts', import.meta.url), 'utf8')).toBe(await clientTypes());
});
