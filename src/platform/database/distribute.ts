import pg from 'pg';
import type { ConnectionSettings } from './database.ts';
import { whileSchemaIsLocked } from './migrate.ts';

/** Where a table stands in a sharded database: with its partner, whole on every node, or whole on the coordinator alone. */
export type Placement = 'partner' | 'reference' | 'coordinator';

/** What a database was made to be. */
export interface Distributed {
  /** Newly. */
  readonly distributed: readonly string[];
  readonly reference: readonly string[];
  /** Foreign keys that were taken away, as `table.name`: none may lead from the coordinator to the shards. */
  readonly droppedForeignKeys: readonly string[];
}

/** The database cannot be distributed, or not so. */
export class DistributionError extends Error {
  override readonly name = 'DistributionError';
}

const distributionColumn = 'partner_id';

/**
 * Distributes the tables of a Citus database by their partner, each together with all the others of that partner, so that what one
 * partner's statement joins lies on one node. It can be repeated: what is distributed already stays, and an interrupted run goes on.
 * Nobody else changes the schema meanwhile.
 * @param placements of every table
 * @throws DistributionError for an ordinary PostgreSQL
 */
export async function distribute(
  connection: ConnectionSettings,
  placements: Readonly<Record<string, Placement>>,
): Promise<Distributed> {
  return whileSchemaIsLocked(connection, async (client) => {
    await requireCitus(client);
    const droppedForeignKeys = await dropForeignKeysToShards(client, placements);
    await allowTriggers(client);
    await takeOverTables(client, false);
    const done = await tablesKnown(client, ['distributed', 'reference']);
    const missing = (await parentsFirst(client, placements)).filter((table) => !done.has(table));
    const reference = missing.filter((table) => placements[table] === 'reference');
    for (const table of reference) await client.query('SELECT create_reference_table($1::regclass)', [table]);
    const distributed = missing.filter((table) => placements[table] === 'partner');
    let first = [...done].find((table) => placements[table] === 'partner');
    for (const table of distributed) {
      await client.query('SELECT create_distributed_table($1::regclass, $2::text, colocate_with => $3::text)', [
        table,
        distributionColumn,
        first ?? 'none',
      ]);
      first ??= table;
    }
    await addTablesOfCoordinator(client, placements);
    await gatherStatistics(client, missing);
    return { distributed, reference, droppedForeignKeys };
  });
}

async function requireCitus(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT extversion FROM pg_extension WHERE extname = 'citus'");
  if (rows.length === 0)
    throw new DistributionError(
      'This is an ordinary PostgreSQL: tables are distributed only where the extension citus is installed (CREATE EXTENSION citus, with nodes added by citus_add_node).',
    );
}

/** A key from a table of the coordinator would look for its row in a table that is empty there. */
export async function dropForeignKeysToShards(
  client: pg.ClientBase,
  placements: Readonly<Record<string, Placement>>,
): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint
     WHERE contype = 'f' AND conrelid::regclass::text = ANY($1) AND confrelid::regclass::text = ANY($2) ORDER BY 1, 2`,
    [tablesIn(placements, 'coordinator'), tablesIn(placements, 'partner')],
  );
  for (const { table, name } of rows)
    await client.query(`ALTER TABLE ${pg.escapeIdentifier(table)} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  return rows.map(({ table, name }) => `${table}.${name}`);
}

/** Triggers here write rows of the same partner, which lie on the same node; Citus cannot know. */
async function allowTriggers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  await client.query(`ALTER DATABASE ${pg.escapeIdentifier(rows[0]!.name)} SET citus.enable_unsafe_triggers = on`);
  await client.query('SET citus.enable_unsafe_triggers = on');
}

/**
 * Whether Citus takes over the tables that have keys to a reference table, as tables of the coordinator. Those that are yet to be distributed
 * would be among them, and none of its tables of the coordinator may have a key to what is distributed.
 */
async function takeOverTables(client: pg.Client, on: boolean): Promise<void> {
  await client.query(`SET citus.enable_local_reference_table_foreign_keys = ${on ? 'on' : 'off'}`);
}

/** A statement that reads what is shared may change only tables that Citus knows: the coordinator's that have keys to what is shared. */
async function addTablesOfCoordinator(
  client: pg.Client,
  placements: Readonly<Record<string, Placement>>,
): Promise<void> {
  await takeOverTables(client, true);
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
     WHERE contype = 'f' AND conrelid::regclass::text = ANY($1) AND confrelid::regclass::text = ANY($2) ORDER BY 1`,
    [tablesIn(placements, 'coordinator'), tablesIn(placements, 'reference')],
  );
  // Each takes those along that have keys to it, or it to them.
  for (const { name } of rows)
    if (!(await tablesKnown(client, ['local'])).has(name))
      await client.query('SELECT citus_add_local_table_to_metadata($1::regclass, cascade_via_foreign_keys => true)', [
        name,
      ]);
}

/** Of the shards, which are new tables: autovacuum would come to each a minute later at the earliest. */
async function gatherStatistics(client: pg.Client, tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await client.query(`ANALYZE ${tables.map((table) => pg.escapeIdentifier(table)).join(', ')}`);
}

/** The tables that Citus knows, of some of its types. */
async function tablesKnown(client: pg.Client, types: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT table_name::text AS name FROM citus_tables WHERE citus_table_type = ANY($1)',
    [types],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Tables on the shards or every node, those first that others have foreign keys to. */
async function parentsFirst(client: pg.Client, placements: Readonly<Record<string, Placement>>): Promise<string[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint
     WHERE contype = 'f' AND conrelid <> confrelid`,
  );
  const ordered = new Set<string>();
  const add = (table: string) => {
    if (ordered.has(table)) return;
    for (const { parent } of rows.filter(({ child }) => child === table)) add(parent);
    ordered.add(table);
  };
  for (const table of Object.keys(placements).toSorted()) add(table);
  return [...ordered].filter((table) => placements[table] === 'partner' || placements[table] === 'reference');
}

function tablesIn(placements: Readonly<Record<string, Placement>>, placement: Placement): string[] {
  return Object.keys(placements).filter((table) => placements[table] === placement);
}
