/**
 * Builds the portal's pages into portal/dist, with the files of each by their paths for the service, unless they are newer than everything
 * that they are made of.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress, isUpToDate } from './built-files.ts';
import { portalSources } from './portal-sources.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
/** Written last. */
const built = join(repository, 'portal/dist/paths.json');

if (
  !isUpToDate(
    built,
    portalSources.map((source) => join(repository, source)),
  )
) {
  const { build } = await import('vite');
  await build({ configFile: join(repository, 'portal/vite.config.ts'), logLevel: 'warn' });
  compress(join(repository, 'portal/dist/assets'));
  const { customerFiles, messageFiles, portalFiles } = await import('./portal-paths.ts');
  const manifest = JSON.parse(readFileSync(join(repository, 'portal/dist/.vite/manifest.json'), 'utf8'));
  const files = { pages: await portalFiles(manifest), messages: messageFiles(manifest), kept: customerFiles(manifest) };
  writeFileSync(built, JSON.stringify(files));
}
