import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { OperatorError } from '../core/operation/operator-error.ts';
import type { CopySink, RowCounts } from '../platform/database/copying/copied-database.ts';
import { CopyFileWriter, readAbout, readCopyFile } from '../platform/database/copying/copy-file.ts';
import { CopyIn, type CopyInOptions } from '../platform/database/copying/copy-in.ts';
import { copyOut } from '../platform/database/copying/copy-out.ts';
import { type ConnectionSettings, clientSettings } from '../platform/database/database.ts';
import { withTemporaryPostgres } from '../platform/database/embedded/temporary-postgres.ts';
import { JobQueue } from '../platform/jobs/job-queue.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { Config } from './config.ts';
import { recordBackup } from './last-backup.ts';
import { fingerprintOf, isBetweenKeys, keepKey, secretKeyFile } from './secret-keys.ts';
import { openSource, type Store, withStore } from './store.ts';
import { version } from './version.ts';
import { unwrapKey, type WrappedKey, wrapKey } from './wrapped-key.ts';

/** What says only which processes run at this moment, and how many requests they have counted. */
export const leftOut = ['nodes', 'scan_workers', 'rate_limit_windows', 'scheduler_ticks'];

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
  /** Whether the backup is restored into a database of its own, and counted. Not what goes to the standard output, which is gone by then. */
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

/** Instead of a path: the standard output. */
export const standardOutput = '-';

/**
 * Writes all data of the installation to a file, as it is at one instant and in the schema that it has, while servers go on. An installation of
 * this program's schema knows then when its last backup was made.
 * @param path of a new file, or `standardOutput`
 * @throws OperatorError, CopyError, StoreError
 */
export async function backUp(
  config: Config,
  path: string,
  options: BackupOptions,
  logger: Logger,
): Promise<BackupResult> {
  return withStore(config, { mode: 'read', maxConnections: 2, logger }, async (store) => {
    const { madeAt, ...made } = await write(store, path, options);
    if (store.outdated === null) {
      await recordBackup(store.directConnection, { madeAt, verified: made.unverified === null }).catch((error: Error) =>
        logger.warn({ reason: error.message }, 'The installation could not be told of its backup.'),
      );
    }
    return made;
  });
}

async function write(
  store: Store,
  path: string,
  { passphrase, verifies }: BackupOptions,
): Promise<BackupResult & { readonly madeAt: Date }> {
  if (!(await hasPartner(store)))
    throw new OperatorError(
      'The database has no partner: there is nothing to keep. DATABASE_URL and DATA_DIR say which installation is meant.',
    );
  if (await isBetweenKeys(store.database.db))
    throw new OperatorError(
      'A change of the secret key has begun, so that values are sealed under two keys: end it by "breakwater secret rotate".',
    );
  const madeAt = new Date();
  const about: About = {
    version,
    made_at: madeAt.toISOString(),
    key_fingerprint: fingerprintOf(store.keys.current),
    key: passphrase === null ? null : await wrapKey(store.keys.current, passphrase),
  };
  const isFile = path !== standardOutput;
  const writer = isFile
    ? await CopyFileWriter.create(path, { ...about })
    : CopyFileWriter.toStandardOutput({ ...about });
  const counts = await complete(writer, () => copyOut({ connection: store.directConnection, leftOut }, writer));
  return {
    ...totals(counts),
    schema_version: writer.schemaVersion,
    key: passphrase === null ? 'left out' : 'wrapped',
    unverified: isFile ? await unverified(path, store.directConnection, verifies) : 'Nothing is kept here to be read.',
    madeAt,
  };
}

async function unverified(path: string, connection: ConnectionSettings, verifies: boolean): Promise<string | null> {
  if (!verifies) return 'It was not asked for.';
  await restoreBeside(path, connection);
  return null;
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

/** @param onMigrated see CopyInOptions */
export function copyInto(connection: ConnectionSettings, onMigrated?: CopyInOptions['onMigrated']): CopyIn {
  return new CopyIn({
    connection,
    prepareQueue: () => JobQueue.install(connection),
    ...(onMigrated && { onMigrated }),
  });
}

/** Nothing half-done is left. */
export async function complete<T>(sink: CopySink & { abandon(): Promise<void> }, work: () => Promise<T>): Promise<T> {
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

export interface VerifiedBackup {
  readonly rows: number;
  readonly tables: number;
  readonly schema_version: number;
  readonly made_at: string;
  /** Whether the passphrase opens the key; null: none was given. */
  readonly key: 'opened' | 'left out' | null;
}

/**
 * Restores a backup into a PostgreSQL of its own, which is gone afterwards: on any machine that has this program.
 * @throws OperatorError, CopyError when it is not whole, or the passphrase is not its own
 */
export async function verifyBackup(path: string, passphrase: string | null): Promise<VerifiedBackup> {
  const { schemaVersion, ...rest } = await readAbout(path);
  const about = rest as unknown as About;
  if (about.key !== null && passphrase !== null) await keyOf(about, passphrase);
  const counts = await withTemporaryPostgres((connection) => fill(path, connection));
  return {
    ...totals(counts),
    schema_version: schemaVersion,
    made_at: about.made_at,
    key: about.key === null ? 'left out' : passphrase === null ? null : 'opened',
  };
}

async function fill(path: string, connection: ConnectionSettings): Promise<RowCounts> {
  const sink = copyInto(connection);
  return complete(sink, () => readCopyFile(path, sink));
}

const insufficientPrivilege = '42501';

/** Restores the backup into a database of its own on the same server, or in a PostgreSQL of its own where the role may make none there. */
async function restoreBeside(path: string, connection: ConnectionSettings): Promise<void> {
  const name = `breakwater_verify_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client(clientSettings(connection));
  await admin.connect();
  try {
    const mayMakeOne = await admin.query(`CREATE DATABASE ${name}`).then(
      () => true,
      (error: pg.DatabaseError) => {
        if (error.code === insufficientPrivilege) return false;
        throw error;
      },
    );
    if (!mayMakeOne) {
      await withTemporaryPostgres((temporary) => fill(path, temporary));
      return;
    }
    await fill(path, named(connection, name)).finally(() => admin.query(`DROP DATABASE ${name} WITH (FORCE)`));
  } finally {
    await admin.end();
  }
}

function named(connection: ConnectionSettings, database: string): ConnectionSettings {
  if (!('url' in connection)) return { ...connection, database };
  const url = new URL(connection.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}
