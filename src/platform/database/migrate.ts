import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type ConnectionSettings, clientSettings } from './database.ts';
import { addTablesOfCoordinator, isDistributed, type Placements, placeTables, prepareToPlace } from './place-tables.ts';
import { sqlStatements } from './sql-statements.ts';
import { isTransactionConflict } from './transaction-conflicts.ts';

export const migrationsDirectory = fileURLToPath(new URL('../../../migrations/', import.meta.url));

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Programs that carry this version of the schema, or a later one, run on the database after it. */
  readonly oldestProgram: number;
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

// An arbitrary constant: every Breakwater process takes this advisory lock before it looks at the schema.
const advisoryLock = 7_240_511_938;

/** What a migration says in its first line when it only adds what an older program can do without. */
const leaveToOlder = /^-- Programs of schema version (\d+) run on this\.$/;

/** While a migration waits for a table, everything behind it waits too: it gives up soon, and comes again. */
const lockPatienceMs = 2_000;
const lockAttempts = 60;
const lockNotAvailable = '55P03';

/** The numbered files of a directory in order: 0001-foundation.sql, 0002-… Gaps and double numbers are refused. */
export async function readMigrations(directory: string = migrationsDirectory): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file, index) => {
      const version = Number(file.slice(0, 4));
      if (version !== index + 1) throw new MigrationError(`${file} should have number ${index + 1}.`);
      const sql = await readFile(join(directory, file), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const oldestProgram = Number(leaveToOlder.exec(sql.split('\n', 1)[0]!)?.[1] ?? version);
      return { version, name: file.slice(5, -4), sql, checksum, oldestProgram };
    }),
  );
}

export interface MigrateOptions {
  /** Where tables stand in a database whose tables are distributed: what a migration makes is placed by it. */
  readonly placements?: Placements;
  /** Told of each migration once it was applied, and what it took. */
  readonly onApplied?: ((migration: Migration, seconds: number) => void) | undefined;
}

/**
 * Brings the database to the newest schema, forward only, each migration in a transaction of its own. Processes that start
 * together wait for one another. Nodes go on meanwhile: whom a migration would keep waiting for a table that is in use, it keeps
 * waiting for two seconds at most. A database that is newer is left as it is when its migrations say that this program runs on it.
 * @returns the versions that were applied now
 * @throws MigrationError when the database is older than PostgreSQL 15, too new for this code, or was migrated by other files, or when
 *   a table was in use for minutes
 */
export async function migrate(
  connection: ConnectionSettings,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<number[]> {
  return withClient(connection, async (client) => {
    await refuseOldServer(client);
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    return applyMissing(client, migrations, options);
  });
}

/**
 * The newest version of the schema that was applied, without changing anything; null: the database is none of ours.
 * @throws MigrationError when the database is older than PostgreSQL 15, too new for this code, or was migrated by other files
 */
export async function schemaVersion(
  connection: ConnectionSettings,
  migrations: readonly Migration[],
): Promise<number | null> {
  return withClient(connection, async (client) => {
    await refuseOldServer(client);
    const columns = await historyColumns(client);
    const applied = columns === 0 ? [] : await readApplied(client, columns);
    refuseForeign(applied, migrations);
    return applied.at(-1)?.version ?? null;
  });
}

/** Runs what changes the schema by other means, while no other process of ours does or migrates. */
export async function whileSchemaIsLocked<T>(
  connection: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withClient(connection, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    return work(client);
  });
}

/** Locks that the work took on the connection end with it. */
async function withClient<T>(connection: ConnectionSettings, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientSettings(connection));
  // A connection that is lost fails its query; without a listener the event would end the process, too.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; text: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS text`,
  );
  if (rows[0]!.version < 150_000) {
    throw new MigrationError(`PostgreSQL ${rows[0]!.text} is too old: Breakwater needs PostgreSQL 15 or newer.`);
  }
}

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  /** Null: none but those that carry it. */
  readonly oldest_program: number | null;
}

async function applyMissing(
  client: pg.Client,
  migrations: readonly Migration[],
  { placements, onApplied = () => {} }: MigrateOptions,
): Promise<number[]> {
  if ((await historyColumns(client)) < allHistoryColumns) await prepareHistory(client);
  const applied = await readApplied(client);
  refuseForeign(applied, migrations);
  const missing = migrations.slice(applied.at(-1)?.version ?? 0);
  const isSharded = missing.length > 0 && (await isDistributed(client));
  for (const migration of missing) {
    const begun = performance.now();
    await apply(client, migration, isSharded ? placements : undefined);
    onApplied(migration, (performance.now() - begun) / 1_000);
  }
  return missing.map((migration) => migration.version);
}

const allHistoryColumns = 2;

/** Of those that were not in the table from the beginning, and the first: 0 is no table. */
async function historyColumns(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ columns: number }>(
    `SELECT count(*)::int AS columns FROM pg_attribute
     WHERE attrelid = to_regclass('schema_migrations') AND attname IN ('version', 'oldest_program')`,
  );
  return rows[0]!.columns;
}

/** Nobody else looks at the table meanwhile: whoever does holds the lock. */
async function prepareHistory(client: pg.Client): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
    version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  await client.query('ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS oldest_program integer');
}

async function readApplied(client: pg.Client, columns = allHistoryColumns): Promise<AppliedMigration[]> {
  const oldest = columns === allHistoryColumns ? 'oldest_program' : 'NULL::integer AS oldest_program';
  const applied = await client.query<AppliedMigration>(
    `SELECT version, name, checksum, ${oldest} FROM schema_migrations ORDER BY version`,
  );
  return applied.rows;
}

function refuseForeign(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  refuseNewer(applied, migrations.length);
  for (const row of applied.slice(0, migrations.length)) refuseOtherHistory(row, migrations[row.version - 1]!);
}

function refuseNewer(applied: readonly AppliedMigration[], ours: number): void {
  const newer = applied.filter(({ version }) => version > ours);
  if (newer.every(({ oldest_program }) => oldest_program !== null && oldest_program <= ours)) return;
  throw new MigrationError(
    `The database has schema version ${newer.at(-1)!.version}, newer than this program's ${ours}. Run the newer release, or restore a backup.`,
  );
}

function refuseOtherHistory(applied: { version: number; name: string; checksum: string }, migration: Migration): void {
  if (applied.checksum === migration.checksum) return;
  throw new MigrationError(
    `Migration ${applied.version} (${applied.name}) was applied with other contents than this program carries. Released migrations never change.`,
  );
}

async function apply(client: pg.Client, migration: Migration, placements: Placements | undefined): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await attemptTo(client, migration, placements);
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      const isInTheWay = (error as pg.DatabaseError).code === lockNotAvailable || isTransactionConflict(error);
      if (isInTheWay && attempt < lockAttempts) {
        // Those who had to wait go first.
        await sleep(lockPatienceMs);
        continue;
      }
      throw new MigrationError(
        `Migration ${migration.version} (${migration.name}) failed: ${(error as Error).message}`,
        { cause: error },
      );
    }
  }
}

async function attemptTo(client: pg.Client, migration: Migration, placements: Placements | undefined): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = ${lockPatienceMs}`);
  await run(client, sqlStatements(migration.sql), placements);
  await client.query(
    'INSERT INTO schema_migrations (version, name, checksum, oldest_program) VALUES ($1, $2, $3, $4)',
    [migration.version, migration.name, migration.checksum, migration.oldestProgram],
  );
  await client.query('COMMIT');
}

/**
 * Each statement by itself: where tables are distributed, Citus passes what concerns them on in the words in which it came. What one made there
 * has its place before the next one: rows that were put into a table of the coordinator would look for those that they refer to in tables that
 * are empty there.
 */
async function run(
  client: pg.Client,
  statements: readonly string[],
  placements: Placements | undefined,
): Promise<void> {
  if (placements) await prepareToPlace(client);
  for (const statement of statements) {
    await client.query(statement);
    if (placements) await placeTables(client, placements);
  }
  if (placements) await addTablesOfCoordinator(client, placements);
}
