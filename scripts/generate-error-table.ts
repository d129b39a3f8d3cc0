/** Writes the tables of errors into docs/api.md, those of services into docs/service-identification.md, and docs/guide/errors.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { errorPage } from './error-page.ts';
import { declaredRoutes, withErrorTables } from './error-table.ts';
import { withServiceTables } from './service-table.ts';

const file = new URL('../docs/api.md', import.meta.url);
writeFileSync(file, withErrorTables(readFileSync(file, 'utf8'), declaredRoutes()));

const services = new URL('../docs/service-identification.md', import.meta.url);
writeFileSync(services, withServiceTables(readFileSync(services, 'utf8')));

writeFileSync(new URL('../docs/guide/errors.md', import.meta.url), errorPage());
