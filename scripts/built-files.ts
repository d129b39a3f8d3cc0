import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Whether a built file is newer than all that it is made of; paths are files or directories. */
export function isUpToDate(built: string, sources: readonly string[]): boolean {
  return existsSync(built) && statSync(built).mtimeMs >= Math.max(...sources.map(newestChangeMs));
}

function newestChangeMs(path: string): number {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(status.mtimeMs, ...readdirSync(path).map((name) => newestChangeMs(join(path, name))));
}

/** Puts compressed forms beside each text of a directory, so that no request waits for it. */
export function compress(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(html|md|txt|js|css|svg|json)$/.test(entry.name)) continue;
    const contents = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(contents));
    writeFileSync(`${file}.gz`, gzipSync(contents, { level: 9 }));
  }
}
