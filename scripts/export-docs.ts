/**
 * Writes the documentation as files that any web server can serve at the top of a host: `npm run docs:site -- DIRECTORY`.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import './build-docs.ts';
import { documentedApi } from './api-document.ts';
import { repository } from './docs-site/pages.ts';

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('Name the directory to write to: npm run docs:site -- DIRECTORY');

cpSync(join(repository, 'docs-site/dist'), join(directory, 'docs'), {
  recursive: true,
  filter: (file) => !/\.(?:br|gz)$|built\.txt$/.test(file),
});
const app = await documentedApi();

for (const path of ['/openapi.json', '/docs/collection.json']) {
  const { statusCode, rawPayload } = await app.inject(path);
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}.`);
  writeFileSync(join(directory, path), rawPayload);
}
await app.close();
for (const name of ['llms.txt', 'llms-full.txt']) cpSync(join(directory, 'docs', name), join(directory, name));
