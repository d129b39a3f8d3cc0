/**
 * Checks how PostgreSQL would run the statements that tests recorded (STATEMENTS_DIR) in a database of thousands of rows of each partner:
 * none reads more the more its partner has, or all of a table, unless scripts/plan-rules.ts says why.
 * `check-plans.ts DIRECTORY [--complete]`; complete: of all tests, so that an exemption without a statement is out of date.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { clientSettings } from '../src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts';
import { migrate, readMigrations } from '../src/platform/database/migrate.ts';
import { isPlannedEachTime } from '../src/platform/database/preparing-client.ts';
import { fillForPlans, largeTables, unknownTables } from './plan-database.ts';
import { readsMuch } from './plan-rules.ts';
import { type PlanNode, type WideRead, wideReads } from './plan-violations.ts';
import { type RecordedStatement, recordedStatements } from './recorded-statements.ts';

const [directory, mode] = process.argv.slice(2);
if (directory === undefined) throw new Error('Which directory?');

/** undefined_table, undefined_function */
const unknownHere = ['42P01', '42883'];

/** More than any statement need read. */
const manyRows = 1_000;

/** What has a plan, and one without its values, as PostgreSQL makes for a statement that is asked often. Statements of migrations are of older schemas. */
function isPlannedOnce({ file, text }: RecordedStatement): boolean {
  if (file === 'src/platform/database/migrate.ts') return false;
  return /^\s*(select|with|insert|update|delete)\b/i.test(text) && !isPlannedEachTime(text);
}

/** What is in an index, a partial one above all, is not all that its table has. */
async function largeIndexes(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'i' AND reltuples > ${manyRows}`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function parentsOfPartitions(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ partition: string; parent: string }>(
    'SELECT inhrelid::regclass::text AS partition, inhparent::regclass::text AS parent FROM pg_inherits',
  );
  return new Map(rows.map(({ partition, parent }) => [partition, parent]));
}

/** Null: it is of a table of a test's own, or speaks to Citus. */
async function planOf(client: pg.Client, text: string): Promise<PlanNode | null> {
  try {
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    return rows[0]['QUERY PLAN'][0].Plan;
  } catch (error) {
    if (unknownHere.includes((error as { code?: string }).code ?? '')) return null;
    throw new Error(`No plan: ${(error as Error).message}: ${text}`);
  }
}

const home = mkdtempSync(join(tmpdir(), 'plans-'));
const postgres = await startEmbeddedPostgres({ dataDir: join(home, 'data'), mode: 'serve' });
const client = new pg.Client(clientSettings(postgres.connection));
try {
  await migrate(postgres.connection, await readMigrations());
  await client.connect();
  const unknown = await unknownTables(client);
  if (unknown.length > 0)
    throw new Error(
      `Does it grow with customers or with time? Say so in scripts/plan-database.ts: ${unknown.join(', ')}`,
    );
  await fillForPlans(client);
  const [parents, indexes] = [await parentsOfPartitions(client), await largeIndexes(client)];
  const isLarge = ({ table, index }: WideRead) =>
    largeTables.has(parents.get(table) ?? table) && (index === null || indexes.has(index));
  const statements = recordedStatements(directory).filter(isPlannedOnce);
  const violations = new Set<string>();
  const exempted = new Set<string>();
  for (const { file, text } of statements) {
    const plan = await planOf(client, text);
    if (plan === null) continue;
    const path = file.replace(/^src\//, '');
    for (const { table, index } of wideReads(plan, isLarge)) {
      if (path in readsMuch) exempted.add(path);
      else
        violations.add(
          `${file} reads ${index === null ? 'all' : `all of a partner, by ${index},`} of ${parents.get(table) ?? table}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`,
        );
    }
  }
  if (mode === '--complete')
    for (const path of Object.keys(readsMuch))
      if (!exempted.has(path)) violations.add(`scripts/plan-rules.ts: src/${path} needs no exemption any more.`);
  for (const violation of [...violations].sort()) console.error(violation);
  console.log(`${statements.length} statements, ${violations.size} that read more than they should`);
  if (violations.size > 0) process.exitCode = 1;
} finally {
  await client.end();
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
}
