import { createWriteStream } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type ConnectionSettings, clientSettings } from '../database.ts';
import { CopyError, unwritable } from './copied-database.ts';
import { putInPlace } from './put-in-place.ts';

/**
 * Writes what a statement reads to a new file, as CSV (RFC 4180) with a line of names: while servers go on, and holding a few kilobytes of
 * it in memory. The file has its name once it is whole and on the disk; with a name that ends in `.gz` it is compressed.
 * @param statement without parameters
 * @returns how many rows
 * @throws CopyError when there is such a file, or it cannot be written
 */
export async function copyCsv(connection: ConnectionSettings, statement: string, path: string): Promise<number> {
  if (await exists(path)) throw new CopyError(`${path} exists already.`);
  const unfinished = `${path}.part`;
  const client = new pg.Client(clientSettings(connection));
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query("SET timezone = 'UTC'; SET statement_timeout = 0");
    const rows = client.query(copyTo(`COPY (${statement}) TO STDOUT (FORMAT csv, HEADER)`));
    const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 });
    await pipeline(rows, path.endsWith('.gz') ? createGzip() : new PassThrough(), file);
    await putInPlace(unfinished, path);
    return rows.rowCount;
  } catch (error) {
    // Another one that is being written is not ours to remove.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(unfinished, { force: true });
    throw unwritable(path, error as Error);
  } finally {
    await client.end();
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
