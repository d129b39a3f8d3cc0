import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';
import type { CrossPartnerDatabase } from './core/operation/partner-database.ts';
import type { Tables } from './core/operation/tables.ts';
import { type ConnectionSettings, type Database, openDatabase } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.ts';
import { MigrationError, migrate, readMigrations } from './platform/database/migrate.ts';
import type { Logger } from './platform/telemetry/logger.ts';

/** The installation's data: the database at its newest schema, and the secret key that some of its data depends on. */
export interface Store {
  /** For statements and transactions; it may lead through a pooler. */
  readonly connection: ConnectionSettings;
  /** The database itself: for LISTEN, and for locks of a session. */
  readonly directConnection: ConnectionSettings;
  readonly database: Database<Tables>;
  readonly secretKey: string;
  /** Migrations that were applied on opening. */
  readonly migrated: readonly number[];
  /** Resolves with a message when the embedded database ends by itself; never with DATABASE_URL. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

/** The installation cannot be used as it is; the message tells the operator what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

export interface StoreOptions {
  /** `serve`: the one server of the embedded database; `command`: beside it, or in its place for as long as it takes. */
  readonly mode: 'serve' | 'command';
  readonly maxConnections: number;
  readonly logger: Logger;
}

/** In DATA_DIR. */
export const secretKeyFile = 'secret-key';
const fingerprintFact = 'secret_key_fingerprint';

/**
 * Opens the database of DATABASE_URL, or the embedded one in DATA_DIR, and migrates it.
 * @throws StoreError, EmbeddedPostgresError or MigrationError whose message is fit for the operator
 */
export async function openStore(config: Config, options: StoreOptions): Promise<Store> {
  const source = await openSource(config, options);
  try {
    const migrated = await migrate(source.directConnection, await readMigrations());
    const { database, secretKey } = await connect(config, source, options);
    const close = async () => {
      await database.close();
      await source.stop();
    };
    const { connection, directConnection } = source;
    return { connection, directConnection, database, secretKey, migrated, lost: source.lost, close };
  } catch (error) {
    await source.stop();
    if (error instanceof MigrationError || error instanceof StoreError) throw error;
    const trouble = unreachable(error) ? 'reached' : 'used';
    throw new StoreError(`The database cannot be ${trouble}: ${(error as Error).message}`, { cause: error });
  }
}

async function connect(config: Config, { connection }: Source, { maxConnections, logger }: StoreOptions) {
  const onIdleError = (error: Error) =>
    logger.warn({ reason: error.message }, 'An idle database connection was lost; it is replaced.');
  const database = openDatabase<Tables>({ connection, maxConnections, onIdleError });
  try {
    return { database, secretKey: await secretKeyOf(config, database.db) };
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

/**
 * The key of this installation, which its database knows from the first start on. With another one, what was encrypted or hashed
 * under the first would silently stop to match. A key is made only for a database that has none: a start that fails leaves no
 * file that could be taken for the right one.
 * @throws StoreError
 */
async function secretKeyOf({ secretKey: given, dataDir }: Config, db: CrossPartnerDatabase): Promise<string> {
  const file = join(dataDir, secretKeyFile);
  const known = (await readFingerprint(db)) !== null;
  if (given === null && known && !existsSync(file))
    throw new StoreError(
      `${file} is missing: the key that this database was first used with. Restore it, or set SECRET_KEY or SECRET_KEY_FILE.`,
    );
  const secretKey = given ?? (await readOrMakeSecretKey(file));
  const fingerprint = fingerprintOf(secretKey);
  await db
    .insertInto('installation_facts')
    .values({ name: fingerprintFact, value: fingerprint })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  if ((await readFingerprint(db)) === fingerprint) return secretKey;
  throw new StoreError(
    'SECRET_KEY is not the one that this database was first used with. Set the original key, or restore DATA_DIR/secret-key.',
  );
}

/** What a database knows of its key. */
export function fingerprintOf(secretKey: string): string {
  return createHash('sha256').update(`breakwater secret key fingerprint\n${secretKey}`).digest('hex');
}

async function readFingerprint(db: CrossPartnerDatabase): Promise<string | null> {
  const fact = await db
    .selectFrom('installation_facts')
    .select('value')
    .where('name', '=', fingerprintFact)
    .executeTakeFirst();
  return fact?.value ?? null;
}

/** The key that the first start makes: 256 random bits, readable by the owner only. */
async function readOrMakeSecretKey(file: string): Promise<string> {
  if (!existsSync(file)) {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    await rename(draft, file);
  }
  return (await readFile(file, 'utf8')).trim();
}
