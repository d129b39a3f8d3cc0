/** Writes the types of the API into the clients for TypeScript and Python from what the routes declare. */
import { writeFileSync } from 'node:fs';
import { clientTypes } from './client-types.ts';
import { pythonTypes } from './python-types.ts';

const client = new URL('../client/', import.meta.url);
for (const [name, text] of await clientTypes()) writeFileSync(new URL(name, client), text);
const python = new URL('../integrations/python-client/src/breakwater_client/', import.meta.url);
for (const [name, text] of await pythonTypes()) writeFileSync(new URL(name, python), text);
