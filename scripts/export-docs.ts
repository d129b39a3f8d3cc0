/**
 * Writes the documentation as files that any web server can serve at the top of a host: `npm run docs:site -- DIRECTORY`. In the reference
 * everything can be read; a request cannot be tried, since no API answers there.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** Writes what is served at a path. */
async function write(path: string, file = path): Promise<string> {
  const { statusCode, rawPayload } = await app.inject(path);
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}.`);
  const target = join(directory!, file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, rawPayload);
  return rawPayload.toString();
}

for (const path of ['/llms.txt', '/llms-full.txt', '/openapi.json', '/docs/collection.json']) await write(path);
// Where the script of the reference asks for the document.
await write('/openapi.json', '/docs/api/json');
const reference = await write('/docs/api/', '/docs/api/index.html');
for (const [, file] of reference.matchAll(/(?:src|href)="\.(\/static\/[^"]+)"/g)) await write(`/docs/api${file}`);
await app.close();
