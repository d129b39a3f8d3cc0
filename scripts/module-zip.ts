/** Zips of modules for billing systems: the same files make the same bytes, wherever and whenever. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';

/** Contents by path in the zip. */
export type ModuleFiles = ReadonlyMap<string, Buffer>;

const repository = fileURLToPath(new URL('..', import.meta.url));

/** The files below a folder of the repository, under another folder in the zip. */
export async function filesOf(directory: string, target: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const entries = await readdir(join(repository, directory), { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(join(repository, directory).length + 1).replaceAll('\\', '/');
    files.set(`${target}/${path}`, await readFile(file));
  }
  return files;
}

export function sha256(contents: Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex');
}

/** Lines that `sha256sum -c` checks, in the folder that the paths begin in. */
export function checksums(files: ModuleFiles, folder: string): Buffer {
  const lines = [...files].map(([path, contents]) => `${sha256(contents)}  ${path.slice(folder.length + 1)}\n`);
  return Buffer.from(lines.toSorted().join(''));
}

/** Without times of files, owners and the order of directories, which would differ from machine to machine. */
export function zipped(files: ModuleFiles): Uint8Array {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  // In local time, as the zip has it.
  const options = { mtime: new Date(1980, 0, 1), os: 3, attrs: 0o100644 << 16, level: 9 } as const;
  return zipSync(Object.fromEntries(sorted.map(([path, contents]) => [path, [contents, options]])));
}

/**
 * Writes the zip, and its checksum beside it.
 * @returns where the zip is
 */
export async function writeZip(directory: string, name: string, files: ModuleFiles): Promise<string> {
  const contents = zipped(files);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, name), contents);
  await writeFile(join(directory, `${name}.sha256`), `${sha256(contents)}  ${name}\n`);
  return join(directory, name);
}
