/** Writes the types of the API into client/api.ts from what the routes declare. */
import { writeFileSync } from 'node:fs';
import { clientTypes } from './client-types.ts';

writeFileSync(new URL('../client/api.ts', import.meta.url), await clientTypes());
