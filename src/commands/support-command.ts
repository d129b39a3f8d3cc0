import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Command } from 'commander';
import { sql } from 'kysely';
import tar from 'tar-stream';
import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';
import { secretsInForce, settingsInForce } from '../installation/config.ts';
import { StoreError } from '../installation/store-error.ts';
import { build, programSchema } from '../installation/version.ts';
import { withoutSecrets } from '../installation/without-secrets.ts';
import { unwritable } from '../platform/database/copying/copied-database.ts';
import { eachKey } from '../platform/sealing.ts';
import { createLogger } from '../platform/telemetry/logger.ts';
import { readStatus, statusAsJson } from '../service/status.ts';
import { examine } from './doctor.ts';
import { contextOf, withResources } from './run-command.ts';

export function defineSupport(support: Command): void {
  support
    .description('gather what a report of a fault needs, in one archive without secrets')
    .argument('<file>', 'a new file, a tar compressed by gzip')
    .action(async (file: string, _options: object, command: Command) => {
      // What is misspelt is told of in it.
      const { config, output } = contextOf(command, false);
      const { secrets, ...ofDatabase } = await readDatabase(command);
      const parts = {
        about: about(),
        settings: { evaluation: config.evaluation, warnings: config.warnings, settings: settingsInForce() },
        doctor: await examine(config, createLogger('silent')),
        ...ofDatabase,
      };
      const names = await writeArchive(file, parts, [...secretsInForce(config), ...secrets]);
      output.result(
        { file, parts: names },
        `${file}: ${names.join(', ')}. It has no secrets; read it before you pass it on.`,
      );
    });
}

function about() {
  const { version: node, platform, arch } = process;
  return { build, schema: programSchema, node, platform, arch, made_at: new Date().toISOString() };
}

/** What the installation says; of a database that is away, or of another schema, why it says nothing. */
async function readDatabase(command: Command) {
  let read: { status: unknown; database: unknown; secrets: readonly string[] } | undefined;
  try {
    await withResources(command, 'read', async (resources, _output, _config, keys) => {
      const [status, database] = await Promise.all([readStatus(resources), describeDatabase(resources.db)]);
      read = { status: statusAsJson(status), database, secrets: eachKey(keys) };
    });
  } catch (error) {
    // Where there is no installation there is nothing to report.
    if (error instanceof StoreError && error.cause === undefined) throw error;
    read = { status: { error: (error as Error).message }, database: null, secrets: [] };
  }
  return read!;
}

/** Of a statement neither parameters nor what stands in quotation marks. */
const statementShown = sql`regexp_replace(left(query, 2000), '''[^'']*''?', '''…''', 'g')`;

async function describeDatabase(db: CrossPartnerDatabase) {
  const tables = sql`
    SELECT n.nspname AS schema, c.relname AS name, c.reltuples::bigint AS about_rows, pg_total_relation_size(c.oid) AS bytes,
      s.n_dead_tup AS dead_rows, s.last_autovacuum, s.last_autoanalyze
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid
    WHERE c.relkind = 'r' AND n.nspname IN ('public', 'pgboss') ORDER BY bytes DESC`;
  const connections = sql`
    SELECT state, wait_event_type, wait_event, extract(epoch FROM now() - xact_start)::int AS transaction_seconds,
      extract(epoch FROM now() - query_start)::int AS statement_seconds,
      ${statementShown} AS statement
    FROM pg_stat_activity WHERE application_name = 'breakwater' AND datname = current_database() ORDER BY query_start`;
  const settings = sql`SELECT name, setting, unit, source FROM pg_settings WHERE name IN ('server_version', 'max_connections',
    'shared_buffers', 'work_mem', 'effective_cache_size', 'synchronous_commit', 'fsync', 'autovacuum', 'wal_level')`;
  const migrations = sql`SELECT version, name, applied_at FROM schema_migrations ORDER BY version`;
  const [ofTables, ofConnections, ofSettings, ofMigrations, slowest] = await Promise.all([
    tables.execute(db),
    connections.execute(db),
    settings.execute(db),
    migrations.execute(db),
    slowestStatements(db),
  ]);
  return {
    settings: ofSettings.rows,
    migrations: ofMigrations.rows,
    tables: ofTables.rows,
    connections: ofConnections.rows,
    slowest_statements: slowest,
  };
}

/** Null: PostgreSQL does not keep them (pg_stat_statements), or does not show them. */
async function slowestStatements(db: CrossPartnerDatabase): Promise<readonly unknown[] | null> {
  const statements = sql`
    SELECT calls, round(total_exec_time) AS total_ms, round(mean_exec_time::numeric, 2) AS mean_ms, rows,
      ${statementShown} AS statement
    FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    ORDER BY total_exec_time DESC LIMIT 20`;
  return statements.execute(db).then(
    ({ rows }) => rows,
    () => null,
  );
}

/** @returns the names of the files in it */
async function writeArchive(
  path: string,
  parts: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): Promise<string[]> {
  const pack = tar.pack();
  const names = Object.keys(parts).map((name) => `${name}.json`);
  for (const [name, part] of Object.entries(parts))
    pack.entry({ name: `breakwater-support/${name}.json` }, `${jsonWithoutSecrets(part, secrets)}\n`);
  pack.finalize();
  await pipeline(pack, createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch((error: Error) => {
    throw unwritable(path, error);
  });
  return names;
}

function jsonWithoutSecrets(part: unknown, secrets: readonly string[]): string {
  const without = withoutSecrets(secrets);
  return JSON.stringify(part, (_name, value) => (typeof value === 'string' ? without(value) : value), 2);
}
