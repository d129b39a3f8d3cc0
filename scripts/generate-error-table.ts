/** Writes the tables of errors into docs/api.md from what the routes declare. */
import { readFileSync, writeFileSync } from 'node:fs';
import { declaredRoutes, withErrorTables } from './error-table.ts';

const file = new URL('../docs/api.md', import.meta.url);
writeFileSync(file, withErrorTables(readFileSync(file, 'utf8'), declaredRoutes()));
