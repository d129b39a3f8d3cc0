/** Writes what of the documentation follows from the code. Each part has a test that fails when it is out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accuracyPage } from './accuracy-page.ts';
import { commandPage } from './command-page.ts';
import { configurationPage } from './configuration-page.ts';
import { errorPage } from './error-page.ts';
import { declaredRoutes, withErrorTables } from './error-table.ts';
import { boxesOf, drawHouse } from './house-drawing.ts';
import { withKindTable } from './kind-table.ts';
import { withServiceTables } from './service-table.ts';

const file = new URL('../docs/api.md', import.meta.url);
writeFileSync(file, withErrorTables(readFileSync(file, 'utf8'), declaredRoutes()));

const services = new URL('../docs/service-identification.md', import.meta.url);
writeFileSync(services, withServiceTables(readFileSync(services, 'utf8')));

const alerts = new URL('../docs/guide/alerts.md', import.meta.url);
writeFileSync(alerts, withKindTable(readFileSync(alerts, 'utf8')));

writeFileSync(new URL('../docs/guide/errors.md', import.meta.url), errorPage());

writeFileSync(new URL('../docs/accuracy.md', import.meta.url), accuracyPage());
writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage());
writeFileSync(new URL('../docs/cli.md', import.meta.url), await commandPage());

const repository = fileURLToPath(new URL('..', import.meta.url));
writeFileSync(new URL('../docs/house.svg', import.meta.url), drawHouse(boxesOf(repository)));
