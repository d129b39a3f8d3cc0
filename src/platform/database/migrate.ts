import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type ConnectionSettings, clientSettings } from './database.ts';

export const migrationsDirectory = fileURLToPath(new URL('../../../migrations/', import.meta.url));

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

// An arbitrary constant: every Breakwater process takes this advisory lock before it looks at the schema.
const advisoryLock = 7_240_511_938;

/** The numbered files of a directory in order: 0001-foundation.sql, 0002-… Gaps and double numbers are refused. */
export async function readMigrations(directory: string = migrationsDirectory): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file, index) => {
      const version = Number(file.slice(0, 4));
      if (version !== index + 1) throw new MigrationError(`${file} should have number ${index + 1}.`);
      const sql = await readFile(join(directory, file), 'utf8');
      return { version, name: file.slice(5, -4), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Brings the database to the newest schema, forward only, each migration in a transaction of its own. Processes that start
 * together wait for one another.
 * @returns the versions that were applied now
 * @throws MigrationError when the database is older than PostgreSQL 15, newer than this code, or was migrated by other files
 */
export async function migrate(connection: ConnectionSettings, migrations: readonly Migration[]): Promise<number[]> {
  return withClient(connection, async (client) => {
    await refuseOldServer(client);
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    return applyMissing(client, migrations);
  });
}

/** Runs what changes the schema by other means, while no other process of ours does or migrates. */
export async function whileSchemaIsLocked(connection: ConnectionSettings, work: () => Promise<void>): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    await work();
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

async function applyMissing(client: pg.Client, migrations: readonly Migration[]): Promise<number[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
    version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  const { rows: applied } = await client.query<{ version: number; name: string; checksum: string }>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  );
  const newest = applied.at(-1)?.version ?? 0;
  if (newest > migrations.length) {
    throw new MigrationError(
      `The database has schema version ${newest}, newer than this program's ${migrations.length}. Run the newer release, or restore a backup.`,
    );
  }
  for (const row of applied) refuseOtherHistory(row, migrations[row.version - 1]!);
  const missing = migrations.slice(newest);
  for (const migration of missing) await apply(client, migration);
  return missing.map((migration) => migration.version);
}

function refuseOtherHistory(applied: { version: number; name: string; checksum: string }, migration: Migration): void {
  if (applied.checksum === migration.checksum) return;
  throw new MigrationError(
    `Migration ${applied.version} (${applied.name}) was applied with other contents than this program carries. Released migrations never change.`,
  );
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new MigrationError(`Migration ${migration.version} (${migration.name}) failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
