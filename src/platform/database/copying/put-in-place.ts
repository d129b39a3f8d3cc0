import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Gives a file that is written its name, once it is on the disk; then the name is, too. */
export async function putInPlace(unfinished: string, path: string): Promise<void> {
  await flush(unfinished);
  await rename(unfinished, path);
  await flush(dirname(path));
}

/** Has a file, or the names in a directory, on the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}
