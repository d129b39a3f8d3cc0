/** Writes the tables of docs/api.md, docs/service-identification.md and docs/guide/alerts.md that the code knows, and docs/guide/errors.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { errorPage } from './error-page.ts';
import { declaredRoutes, withErrorTables } from './error-table.ts';
import { withKindTable } from './kind-table.ts';
import { withServiceTables } from './service-table.ts';

const file = new URL('../docs/api.md', import.meta.url);
writeFileSync(file, withErrorTables(readFileSync(file, 'utf8'), declaredRoutes()));

const services = new URL('../docs/service-identification.md', import.meta.url);
writeFileSync(services, withServiceTables(readFileSync(services, 'utf8')));

const alerts = new URL('../docs/guide/alerts.md', import.meta.url);
writeFileSync(alerts, withKindTable(readFileSync(alerts, 'utf8')));

writeFileSync(new URL('../docs/guide/errors.md', import.meta.url), errorPage());
