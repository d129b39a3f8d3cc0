import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import {
  type CopiedTable,
  CopyError,
  type CopySink,
  type Inventory,
  type RowCounts,
  unwritable,
} from './copied-database.ts';
import { putInPlace } from './put-in-place.ts';

/** Of the format: what reads another one says so. */
const formatVersion = 1;
const begins = 'inventory.json';
const ends = 'counts.json';

interface Head {
  readonly format: number;
  /** What the program that made it says of itself and of the installation. */
  readonly about: Readonly<Record<string, unknown>>;
  readonly inventory: Inventory;
}

/** Where a copy is written. */
interface Target {
  /** As messages call it. */
  readonly name: string;
  readonly stream: Writable;
  /** Once all of it is written. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * A copy as a file: a tar, compressed by gzip, of an inventory, the pieces of each table in their order, and the counts, without which
 * it is incomplete.
 */
export class CopyFileWriter implements CopySink {
  readonly #target: Target;
  readonly #about: Head['about'];
  readonly #pack = tar.pack();
  readonly #written: Promise<void>;
  #pieces = 0;
  #schemaVersion = 0;

  private constructor(target: Target, about: Head['about']) {
    this.#target = target;
    this.#about = about;
    const { name, stream } = target;
    const compressed = createGzip({ level: constants.Z_BEST_SPEED });
    this.#written = pipeline(this.#pack, compressed, stream, { end: stream !== process.stdout }).catch(
      (error: Error) => {
        throw unwritable(name, error);
      },
    );
    // Whoever writes next is told.
    this.#written.catch(() => {});
  }

  /**
   * Writes a file that has its name only once it is whole and on the disk.
   * @throws when there is a file of that name already
   */
  static async create(path: string, about: Head['about']): Promise<CopyFileWriter> {
    const place = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new CopyError(`${path} is there already.`) : unwritable(path, error);
    });
    await place.close();
    const unfinished = partial(path);
    const target: Target = {
      name: path,
      stream: createWriteStream(unfinished, { mode: 0o600 }),
      keep: () => putInPlace(unfinished, path),
      discard: async () => {
        await rm(unfinished, { force: true });
        await rm(path, { force: true });
      },
    };
    return new CopyFileWriter(target, about);
  }

  /** Writes to whoever reads the standard output: what is cut off there lacks its counts, and is refused. */
  static toStandardOutput(about: Head['about']): CopyFileWriter {
    const nothing = async () => {};
    const target = { name: 'The standard output', stream: process.stdout, keep: nothing, discard: nothing };
    return new CopyFileWriter(target, about);
  }

  /** Of what was written; known once it has begun. */
  get schemaVersion(): number {
    return this.#schemaVersion;
  }

  async begin(inventory: Inventory): Promise<void> {
    this.#schemaVersion = inventory.schemaVersion;
    const head: Head = { format: formatVersion, about: this.#about, inventory };
    await this.#add(begins, Buffer.from(JSON.stringify(head)));
  }

  async write({ name }: CopiedTable, piece: Buffer): Promise<void> {
    this.#pieces += 1;
    await this.#add(`${String(this.#pieces).padStart(8, '0')}/${name}`, piece);
  }

  async end(counts: RowCounts): Promise<void> {
    await this.#add(ends, Buffer.from(JSON.stringify(counts)));
    this.#pack.finalize();
    await this.#written;
    await this.#target.keep().catch((error: Error) => {
      throw unwritable(this.#target.name, error);
    });
  }

  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => {});
    await this.#target.discard();
  }

  async #add(name: string, content: Buffer): Promise<void> {
    const added = new Promise<void>((resolve, reject) => {
      this.#pack.entry({ name, size: content.length }, content, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([added, this.#written]).catch(async (error: Error) => {
      // What ends the file ends the pack, too, which says only that: the reason is the file's.
      await this.#written;
      throw error;
    });
  }
}

/** What a file says of itself. @throws CopyError when it is none of ours */
export async function readAbout(path: string): Promise<Head['about'] & { readonly schemaVersion: number }> {
  for await (const { name, content } of entries(path)) {
    if (name !== begins) break;
    const { about, inventory } = headOf(path, content);
    return { ...about, schemaVersion: inventory.schemaVersion };
  }
  throw notOurs(path);
}

/** Hands a file's copy to whoever takes it. @throws CopyError when it is none of ours, damaged or incomplete */
export async function readCopyFile(path: string, sink: CopySink): Promise<RowCounts> {
  let tables: ReadonlyMap<string, CopiedTable> | undefined;
  for await (const { name, content } of entries(path)) {
    if (tables === undefined) {
      if (name !== begins) throw notOurs(path);
      const { inventory } = headOf(path, content);
      tables = new Map(inventory.tables.map((table) => [table.name, table]));
      await sink.begin(inventory);
    } else if (name === ends) {
      const counts = JSON.parse(content.toString()) as RowCounts;
      await sink.end(counts);
      return counts;
    } else {
      const table = tables.get(name.slice(name.indexOf('/') + 1));
      if (table === undefined) throw notOurs(path);
      await sink.write(table, content);
    }
  }
  throw new CopyError(`${path} is incomplete: its end is missing.`);
}

async function* entries(path: string): AsyncGenerator<{ readonly name: string; readonly content: Buffer }> {
  const extract = tar.extract();
  const read = pipeline(createReadStream(path), createGunzip(), extract);
  read.catch(() => {});
  try {
    for await (const entry of extract) yield { name: entry.header.name, content: await buffer(entry) };
    await read;
  } catch (error) {
    if (error instanceof CopyError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw new CopyError(`${path} cannot be read: ${message}`);
    if (code?.startsWith('Z_') || /tar|header|end of data/i.test(message))
      throw new CopyError(`${path} is damaged or incomplete: ${message}.`);
    throw error;
  }
}

function headOf(path: string, content: Buffer): Head {
  const head = JSON.parse(content.toString()) as Head;
  if (head.format !== formatVersion)
    throw new CopyError(`${path} has format ${head.format}, which this release does not know.`);
  return head;
}

function notOurs(path: string): CopyError {
  return new CopyError(`${path} is no backup of this program.`);
}

function partial(path: string): string {
  return `${path}.partial`;
}
