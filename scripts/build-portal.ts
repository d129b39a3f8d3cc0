/**
 * Builds the portal's pages into portal/dist, with the list of their paths for the service, unless they are newer than everything
 * that they are made of.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const repository = fileURLToPath(new URL('..', import.meta.url));
const sources = [
  'portal/src',
  'portal/index.html',
  'portal/vite.config.ts',
  'client',
  'package-lock.json',
  'scripts/build-portal.ts',
  'scripts/portal-paths.ts',
];
/** Written last. */
const built = join(repository, 'portal/dist/paths.json');

function newestChangeMs(path: string): number {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(...readdirSync(path).map((name) => newestChangeMs(join(path, name))));
}

/** Beside each file, so that no request waits for it. */
function compress(directory: string): void {
  for (const name of readdirSync(directory)) {
    const file = join(directory, name);
    if (!/\.(js|css|svg|json)$/.test(name)) continue;
    const contents = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(contents));
    writeFileSync(`${file}.gz`, gzipSync(contents, { level: 9 }));
  }
}

const changedMs = Math.max(...sources.map((source) => newestChangeMs(join(repository, source))));
if (!existsSync(built) || statSync(built).mtimeMs < changedMs) {
  const { build } = await import('vite');
  await build({ configFile: join(repository, 'portal/vite.config.ts'), logLevel: 'warn' });
  compress(join(repository, 'portal/dist/assets'));
  const { portalPaths } = await import('./portal-paths.ts');
  writeFileSync(built, JSON.stringify(await portalPaths()));
}
