import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pythonTypes } from './python-types.ts';

const directory = new URL('../integrations/python-client/src/breakwater_client/', import.meta.url);

it('the Python client has the types of the routes as they are: if not, run `npm run client`', async () => {
  for (const [name, text] of await pythonTypes()) expect(readFileSync(new URL(name, directory), 'utf8')).toBe(text);
});
