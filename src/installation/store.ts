import { distribution } from '../core/operation/distribution.ts';
import type { Tables } from '../core/operation/tables.ts';
import { type ConnectionSettings, type Database, openDatabase } from '../platform/database/database.ts';
import { hasCluster, startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts';
import {
  type Migration,
  MigrationError,
  migrate,
  readMigrations,
  schemaVersion,
} from '../platform/database/migrate.ts';
import type { SecretKeys } from '../platform/sealing.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { Config } from './config.ts';
import { openSecretKeys } from './secret-keys.ts';
import { StoreError } from './store-error.ts';

/** The installation's data: its database, and the secret keys that some of its data depends on. */
export interface Store {
  /** For statements and transactions; it may lead through a pooler. */
  readonly connection: ConnectionSettings;
  /** The database itself: for LISTEN, and for locks of a session. */
  readonly directConnection: ConnectionSettings;
  readonly database: Database<Tables>;
  /** Connections that nothing else takes, for what has to go on however long everything else takes: who calls, and whether the process works. */
  readonly ownDatabase: Database<Tables>;
  readonly keys: SecretKeys;
  /** Migrations that were applied on opening. */
  readonly migrated: readonly number[];
  /** The schema that it has, when it is older than this program's; null: it is not. Only `read` gets one that is. */
  readonly outdated: OutdatedSchema | null;
  /** Resolves with a message when the embedded database ends by itself; never with DATABASE_URL. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

/**
 * `serve`: the one server of the embedded database, which makes and migrates what is there. All others are commands, beside a server or
 * in its place for as long as they take: `make` does the same, `change` writes to an installation that has this program's schema, `read`
 * reads one of any schema and writes nothing.
 */
export type StoreMode = 'serve' | 'make' | 'change' | 'read';

/** Versions of the schema: the database's, and this program's. */
export interface OutdatedSchema {
  readonly found: number;
  readonly ours: number;
}

export interface StoreOptions {
  readonly mode: StoreMode;
  /** Of all that it opens together. */
  readonly maxConnections: number;
  readonly logger: Logger;
  /** Before the keys are read, and once it is certain that there is an installation to work on. */
  readonly prepareKeys?: (() => Promise<void>) | undefined;
}

/**
 * Opens the database of DATABASE_URL, or the embedded one in DATA_DIR, for the work, and closes it afterwards.
 * @throws what the work throws; StoreError, EmbeddedPostgresError or MigrationError whose message is fit for the operator
 */
export async function withStore<T>(
  config: Config,
  options: StoreOptions,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(config, options);
  try {
    return await work(store);
  } catch (error) {
    if (store.outdated === null || !isOfOtherSchema(error)) throw error;
    throw new StoreError(`This cannot be read. ${sentenceOf(store.outdated)}`, { cause: error });
  } finally {
    await store.close();
  }
}

/** Whether a statement asked for what the database does not have: a table, a column, a function, a schema. */
export function isOfOtherSchema(error: unknown): boolean {
  return ['42P01', '42703', '42883', '3F000'].includes((error as { code?: string }).code ?? '');
}

/**
 * Opens the database of DATABASE_URL, or the embedded one in DATA_DIR; `serve` and `make` migrate it.
 * @throws StoreError, EmbeddedPostgresError or MigrationError whose message is fit for the operator
 */
export async function openStore(config: Config, options: StoreOptions): Promise<Store> {
  const source = await openSource(config, options);
  try {
    const { migrated, outdated } = await prepareSchema(config, source, options, await readMigrations());
    const { connection, directConnection, lost } = source;
    await options.prepareKeys?.();
    const { database, ownDatabase, keys } = await connect(config, source, options);
    const close = async () => {
      await Promise.all([database.close(), ownDatabase !== database && ownDatabase.close()]);
      await source.stop();
    };
    return { connection, directConnection, database, ownDatabase, keys, migrated, outdated, lost, close };
  } catch (error) {
    await source.stop();
    if (error instanceof MigrationError || error instanceof StoreError) throw error;
    const trouble = unreachable(error) ? 'reached' : 'used';
    throw new StoreError(`The database cannot be ${trouble}: ${(error as Error).message}`, { cause: error });
  }
}

async function prepareSchema(
  config: Config,
  { directConnection }: Source,
  { mode, logger }: StoreOptions,
  migrations: readonly Migration[],
): Promise<Pick<Store, 'migrated' | 'outdated'>> {
  if (mayMake(mode))
    return { migrated: await migrate(directConnection, migrations, { placements: distribution }), outdated: null };
  const version = await schemaVersion(directConnection, migrations);
  if (version === null) throw noInstallation(config);
  if (version >= migrations.length) return { migrated: [], outdated: null };
  const outdated = { found: version, ours: migrations.length };
  if (mode === 'change') throw new StoreError(`${sentenceOf(outdated)} Nothing was changed.`);
  logger.warn(sentenceOf(outdated));
  return { migrated: [], outdated };
}

function sentenceOf({ found, ours }: OutdatedSchema): string {
  return `The database has schema version ${found}, older than this program's ${ours}: run "breakwater migrate" to bring it there.`;
}

function mayMake(mode: StoreMode): boolean {
  return mode === 'serve' || mode === 'make';
}

function noInstallation({ databaseUrl, dataDir }: Config): StoreError {
  const where =
    databaseUrl === null
      ? `There is no installation in ${dataDir} (DATA_DIR), and DATABASE_URL is not set.`
      : 'There is no installation in the database of DATABASE_URL.';
  return new StoreError(
    `${where} Set DATABASE_URL or DATA_DIR as your servers have it; "breakwater serve" and "breakwater migrate" make a new one.`,
  );
}

/** Of all connections of a server. Statements that are made there are short, and those of many requests are one. */
function ownConnectionsOf({ mode, maxConnections }: StoreOptions): number {
  if (mode !== 'serve') return 0;
  return maxConnections < 8 ? 1 : 2;
}

async function connect(config: Config, { connection }: Source, options: StoreOptions) {
  const open = (maxConnections: number) => {
    const onIdleError = (error: Error) =>
      options.logger.warn({ reason: error.message }, 'An idle database connection was lost; it is replaced.');
    return openDatabase<Tables>({ connection, maxConnections, readOnly: options.mode === 'read', onIdleError });
  };
  const own = ownConnectionsOf(options);
  const database = open(options.maxConnections - own);
  try {
    const keys = await openSecretKeys(config, database.db, {
      makes: mayMake(options.mode),
      writes: options.mode !== 'read',
    });
    return { database, ownDatabase: own > 0 ? open(own) : database, keys };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A database that can be reached, whatever is in it. */
export interface Source {
  readonly connection: ConnectionSettings;
  readonly directConnection: ConnectionSettings;
  /** Whether another process of ours runs it: a server, whose data must not change under it. */
  readonly isShared: boolean;
  readonly lost: Promise<string>;
  stop(): Promise<void>;
}

/**
 * The database of DATABASE_URL, or the embedded one in DATA_DIR, as it is. `serve` and `make` make the latter where there is none.
 * @throws StoreError or EmbeddedPostgresError whose message is fit for the operator
 */
export async function openSource(config: Config, options: Pick<StoreOptions, 'mode' | 'logger'>): Promise<Source> {
  return config.databaseUrl === null ? openEmbedded(config, options) : external(config, options);
}

async function openEmbedded(config: Config, { mode, logger }: Pick<StoreOptions, 'mode' | 'logger'>): Promise<Source> {
  if (!mayMake(mode) && !hasCluster(config.dataDir)) throw noInstallation(config);
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    mode: mode === 'serve' ? 'serve' : 'command',
    log: (line) => logger.debug({ line }, 'postgres'),
  });
  const { connection } = postgres;
  return {
    connection,
    directConnection: connection,
    isShared: !postgres.owned,
    lost: postgres.exited,
    stop: () => postgres.stop(),
  };
}

/** Commands are few and take locks of their session, so they go past a pooler. */
function external({ databaseUrl, databaseListenUrl }: Config, { mode }: Pick<StoreOptions, 'mode'>): Source {
  const directConnection = { url: (databaseListenUrl ?? databaseUrl)! };
  const isPooled = mode === 'serve' && databaseListenUrl !== null;
  const connection = isPooled ? { url: databaseUrl!, viaPooler: true } : directConnection;
  return { connection, directConnection, isShared: false, lost: new Promise(() => {}), stop: async () => {} };
}

function unreachable(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return (
    /^(ECONN|ENOTFOUND|ETIMEDOUT|EHOST|ENOENT|EAI_|28|3D000|57P)/.test(code) || /timeout/.test((error as Error).message)
  );
}
