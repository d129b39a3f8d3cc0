import type { Config } from './config.ts';
import type { Tables } from './core/operation/tables.ts';
import { type ConnectionSettings, type Database, openDatabase } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.ts';
import { MigrationError, migrate, readMigrations } from './platform/database/migrate.ts';
import type { SecretKeys } from './platform/sealing.ts';
import type { Logger } from './platform/telemetry/logger.ts';
import { openSecretKeys } from './secret-keys.ts';
import { StoreError } from './store-error.ts';

/** The installation's data: the database at its newest schema, and the secret keys that some of its data depends on. */
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
  /** Resolves with a message when the embedded database ends by itself; never with DATABASE_URL. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** `serve`: the one server of the embedded database; `command`: beside it, or in its place for as long as it takes. */
  readonly mode: 'serve' | 'command';
  /** Of all that it opens together. */
  readonly maxConnections: number;
  readonly logger: Logger;
}

/**
 * Opens the database of DATABASE_URL, or the embedded one in DATA_DIR, and migrates it.
 * @throws StoreError, EmbeddedPostgresError or MigrationError whose message is fit for the operator
 */
export async function openStore(config: Config, options: StoreOptions): Promise<Store> {
  const source = await openSource(config, options);
  try {
    const migrated = await migrate(source.directConnection, await readMigrations());
    const { connection, directConnection, lost } = source;
    const { database, ownDatabase, keys } = await connect(config, source, options);
    const close = async () => {
      await Promise.all([database.close(), ownDatabase !== database && ownDatabase.close()]);
      await source.stop();
    };
    return { connection, directConnection, database, ownDatabase, keys, migrated, lost, close };
  } catch (error) {
    await source.stop();
    if (error instanceof MigrationError || error instanceof StoreError) throw error;
    const trouble = unreachable(error) ? 'reached' : 'used';
    throw new StoreError(`The database cannot be ${trouble}: ${(error as Error).message}`, { cause: error });
  }
}

/** Of all connections of a server. Statements that are made there are short, and those of many requests are one. */
function ownConnectionsOf({ mode, maxConnections }: StoreOptions): number {
  if (mode === 'command') return 0;
  return maxConnections < 8 ? 1 : 2;
}

async function connect(config: Config, { connection }: Source, options: StoreOptions) {
  const open = (maxConnections: number) => {
    const onIdleError = (error: Error) =>
      options.logger.warn({ reason: error.message }, 'An idle database connection was lost; it is replaced.');
    return openDatabase<Tables>({ connection, maxConnections, onIdleError });
  };
  const own = ownConnectionsOf(options);
  const database = open(options.maxConnections - own);
  try {
    const keys = await openSecretKeys(config, database.db);
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
 * The database of DATABASE_URL, or the embedded one in DATA_DIR, as it is.
 * @throws EmbeddedPostgresError whose message is fit for the operator
 */
export async function openSource(config: Config, options: Pick<StoreOptions, 'mode' | 'logger'>): Promise<Source> {
  return config.databaseUrl === null ? openEmbedded(config, options) : external(config, options);
}

async function openEmbedded(config: Config, { mode, logger }: Pick<StoreOptions, 'mode' | 'logger'>): Promise<Source> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    mode,
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
