import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { OperatorError } from '../core/operation/operator-error.ts';
import type { CopySink, RowCounts } from '../platform/database/copying/copied-database.ts';
import { CopyFileWriter, readAbout, readCopyFile } from '../platform/database/copying/copy-file.ts';
import { CopyIn } from '../platform/database/copying/copy-in.ts';
import { copyOut } from '../platform/database/copying/copy-out.ts';
import { type ConnectionSettings, clientSettings } from '../platform/database/database.ts';
import { JobQueue } from '../platform/jobs/job-queue.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { Config } from './config.ts';
import { fingerprintOf, isBetweenKeys, keepKey, secretKeyFile } from './secret-keys.ts';
import { openSource, type Store, withStore } from './store.ts';
import { version } from './version.ts';
import { unwrapKey, type WrappedKey, wrapKey } from './wrapped-key.ts';

/** What says only which processes run at this moment, and how many requests they have counted. */
const leftOut = ['nodes', 'scan_workers', 'rate_limit_windows', 'scheduler_ticks'];

/** What a backup says of the installation. */
interface About {
  readonly version: string;
  readonly made_at: string;
  readonly key_fingerprint: string;
  /** Null: whoever restores it has to have the key. */
  readonly key: WrappedKey | null;
}

export interface BackupOptions {
  /** Wraps the secret key; null: it is left out. */
  readonly passphrase: string | null;
  /** Whether the backup is restored into a database of its own, and counted. */
  readonly verifies: boolean;
}

export interface BackupResult {
  readonly rows: number;
  readonly tables: number;
  readonly schema_version: number;
  readonly key: 'wrapped' | 'left out';
  /** Null: it was. A sentence: why not. */
  readonly unverified: string | null;
}

/**
 * Writes all data of the installation to a file, as it is at one instant and in the schema that it has, while servers go on.
 * @throws OperatorError, CopyError, StoreError
 */
export async function backUp(
  config: Config,
  path: string,
  options: BackupOptions,
  logger: Logger,
): Promise<BackupResult> {
  return withStore(config, { mode: 'read', maxConnections: 2, logger }, (store) => write(store, path, options));
}

async function write(store: Store, path: string, { passphrase, verifies }: BackupOptions): Promise<BackupResult> {
  if (!(await hasPartner(store)))
    throw new OperatorError(
      'The database has no partner: there is nothing to keep. DATABASE_URL and DATA_DIR say which installation is meant.',
    );
  if (await isBetweenKeys(store.database.db))
    throw new OperatorError(
      'A change of the secret key has begun, so that values are sealed under two keys: end it by "breakwater secret rotate".',
    );
  const about: About = {
    version,
    made_at: new Date().toISOString(),
    key_fingerprint: fingerprintOf(store.keys.current),
    key: passphrase === null ? null : await wrapKey(store.keys.current, passphrase),
  };
  const writer = await CopyFileWriter.create(path, { ...about });
  const counts = await complete(writer, () => copyOut({ connection: store.directConnection, leftOut }, writer));
  const { schemaVersion } = await readAbout(path);
  return {
    ...totals(counts),
    schema_version: schemaVersion,
    key: passphrase === null ? 'left out' : 'wrapped',
    unverified: verifies ? await verify(path, store.directConnection) : 'It was not asked for.',
  };
}

async function hasPartner({ database }: Store): Promise<boolean> {
  return (await database.db.selectFrom('partners').select('id').limit(1).execute()).length > 0;
}

export interface RestoreResult {
  readonly rows: number;
  readonly tables: number;
  readonly schema_version: number;
  readonly made_at: string;
  /** Where the key was written; null: it is the one that is configured. */
  readonly key_file: string | null;
}

/**
 * Fills the empty database of DATABASE_URL or DATA_DIR from a backup: all of it, or nothing.
 * @param passphrase of the backup; not needed where SECRET_KEY is set
 * @throws OperatorError, CopyError, StoreError
 */
export async function restore(
  config: Config,
  path: string,
  passphrase: string | null,
  logger: Logger,
): Promise<RestoreResult> {
  const { schemaVersion, ...rest } = await readAbout(path);
  const about = rest as unknown as About;
  const given = [config.secretKey, config.otherSecretKey].filter((key) => key !== null);
  const secretKey =
    given.length === 0
      ? await keyOf(about, passphrase)
      : given.find((key) => fingerprintOf(key) === about.key_fingerprint);
  if (secretKey === undefined)
    throw new OperatorError(
      'SECRET_KEY is not the one of the backup: what is encrypted in it could not be read. Leave it out and give the passphrase, or set the right one.',
    );
  const source = await openSource(config, { mode: 'make', logger });
  try {
    if (source.isShared) throw new OperatorError('A server or command runs on this DATA_DIR. Stop it first.');
    const sink = copyInto(source.directConnection);
    const counts = await complete(sink, () => readCopyFile(path, sink));
    const keyFile = config.secretKey === null ? await keepKey(config.dataDir, secretKey) : null;
    return { ...totals(counts), schema_version: schemaVersion, made_at: about.made_at, key_file: keyFile };
  } finally {
    await source.stop();
  }
}

/** The secret key of a backup. @throws OperatorError, CopyError */
export async function keyOfBackup(path: string, passphrase: string | null): Promise<string> {
  return keyOf((await readAbout(path)) as unknown as About, passphrase);
}

export interface MoveResult {
  readonly rows: number;
  readonly tables: number;
  /** Of the installation, which keeps it. */
  readonly key_file: string | null;
}

/**
 * Copies the embedded database of DATA_DIR into the empty one at a URL. Nothing of the embedded one changes.
 * @throws OperatorError, CopyError, StoreError
 */
export async function move(config: Config, url: string, logger: Logger): Promise<MoveResult> {
  if (config.databaseUrl !== null)
    throw new OperatorError('DATABASE_URL is set: what is moved is the embedded database of DATA_DIR.');
  const source = await openSource(config, { mode: 'read', logger });
  try {
    if (source.isShared)
      throw new OperatorError(
        'A server or command runs on this DATA_DIR. Stop it first, so that nothing is written behind the copy.',
      );
  } finally {
    await source.stop();
  }
  return withStore(config, { mode: 'read', maxConnections: 2, logger }, async (store) => {
    const sink = copyInto({ url });
    const counts = await complete(sink, () => copyOut({ connection: store.directConnection, leftOut }, sink));
    return { ...totals(counts), key_file: config.secretKey === null ? join(config.dataDir, secretKeyFile) : null };
  });
}

function copyInto(connection: ConnectionSettings): CopyIn {
  return new CopyIn({ connection, prepareQueue: () => JobQueue.install(connection) });
}

/** Nothing half-done is left. */
async function complete<T>(sink: CopySink & { abandon(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

function totals(counts: RowCounts): { rows: number; tables: number } {
  const all = Object.values(counts);
  return { rows: all.reduce((sum, count) => sum + count, 0), tables: all.length };
}

async function keyOf({ key }: About, passphrase: string | null): Promise<string> {
  if (key === null)
    throw new OperatorError('The backup was made without its secret key: set SECRET_KEY or SECRET_KEY_FILE.');
  if (passphrase === null)
    throw new OperatorError(
      'Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE: the backup holds its secret key under it.',
    );
  const secretKey = await unwrapKey(key, passphrase);
  if (secretKey === null) throw new OperatorError('This is not the passphrase of the backup.');
  return secretKey;
}

/**
 * Restores the backup into a database of its own on the same server, which compares what is counted.
 * @returns why that was not possible; null: it was, and all is there
 */
async function verify(path: string, connection: ConnectionSettings): Promise<string | null> {
  const name = `breakwater_verify_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client(clientSettings(connection));
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name}`);
  } catch (error) {
    await admin.end();
    return `No database could be made to restore it into: ${(error as Error).message}.`;
  }
  try {
    const sink = copyInto(named(connection, name));
    await complete(sink, () => readCopyFile(path, sink));
    return null;
  } finally {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  }
}

function named(connection: ConnectionSettings, database: string): ConnectionSettings {
  if (!('url' in connection)) return { ...connection, database };
  const url = new URL(connection.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}
