import pg from 'pg';

/** Where a table stands in a sharded database: with its partner, whole on every node, or whole on the coordinator alone. */
export type Placement = 'partner' | 'reference' | 'coordinator';

export type Placements = Readonly<Record<string, Placement>>;

/** What tables were made to be. */
export interface Placed {
  /** Newly. */
  readonly distributed: readonly string[];
  readonly reference: readonly string[];
  /** Foreign keys that were taken away, as `table.name`: none may lead from the coordinator to the shards. */
  readonly droppedForeignKeys: readonly string[];
}

const distributionColumn = 'partner_id';

/** Whether tables of the database are distributed already: new ones have to get their places, too. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is_citus: boolean }>(
    `SELECT to_regclass('pg_dist_partition') IS NOT NULL AS is_citus`,
  );
  return rows[0]!.is_citus && (await tablesKnown(client, 'distributed')).size > 0;
}

/** Before statements of a transaction that make tables, each of which has to be followed by placeTables. */
export async function prepareToPlace(client: pg.ClientBase): Promise<void> {
  // What changes tables with keys to what is on every node may not run beside itself, and only says so once it is too late.
  await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
  await takeOverTables(client, false);
}

/** Gives tables that have no place yet theirs. Foreign keys from the coordinator to the shards go. */
export async function placeTables(client: pg.ClientBase, placements: Placements): Promise<Placed> {
  const droppedForeignKeys = await dropForeignKeysToShards(client, placements);
  const done = await tablesKnown(client, 'distributed');
  const everywhere = await tablesKnown(client, 'reference');
  const missing = (await parentsFirst(client, placements)).filter(
    (table) => !done.has(table) && !everywhere.has(table),
  );
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
  return { distributed, reference, droppedForeignKeys };
}

/** A key from a table of the coordinator would look for its row in a table that is empty there. */
export async function dropForeignKeysToShards(client: pg.ClientBase, placements: Placements): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint
     WHERE contype = 'f' AND conrelid::regclass::text = ANY($1) AND confrelid::regclass::text = ANY($2) ORDER BY 1, 2`,
    [tablesIn(placements, 'coordinator'), tablesIn(placements, 'partner')],
  );
  for (const { table, name } of rows)
    await client.query(`ALTER TABLE ${pg.escapeIdentifier(table)} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  return rows.map(({ table, name }) => `${table}.${name}`);
}

/**
 * Whether Citus takes over the tables that have keys to a reference table, as tables of the coordinator. Those that are yet to be distributed
 * would be among them, and none of its tables of the coordinator may have a key to what is distributed.
 */
export async function takeOverTables(client: pg.ClientBase, on: boolean): Promise<void> {
  await client.query(`SET citus.enable_local_reference_table_foreign_keys = ${on ? 'on' : 'off'}`);
}

/** A statement that reads what is shared may change only tables that Citus knows: the coordinator's that have keys to what is shared. */
export async function addTablesOfCoordinator(client: pg.ClientBase, placements: Placements): Promise<void> {
  await takeOverTables(client, true);
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
     WHERE contype = 'f' AND conrelid::regclass::text = ANY($1) AND confrelid::regclass::text = ANY($2) ORDER BY 1`,
    [tablesIn(placements, 'coordinator'), tablesIn(placements, 'reference')],
  );
  // Each takes those along that have keys to it, or it to them.
  for (const { name } of rows)
    if (!(await tablesKnown(client, 'local')).has(name))
      await client.query('SELECT citus_add_local_table_to_metadata($1::regclass, cascade_via_foreign_keys => true)', [
        name,
      ]);
}

type KnownAs = 'distributed' | 'reference' | 'local';

const conditions: Readonly<Record<KnownAs, string>> = {
  distributed: "partmethod <> 'n'",
  reference: "partmethod = 'n' AND repmodel = 't'",
  local: "partmethod = 'n' AND repmodel <> 't'",
};

/** The tables that Citus knows as such. Its view citus_tables tells their sizes, too, which it refuses once rows were changed. */
async function tablesKnown(client: pg.ClientBase, as: KnownAs): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE ${conditions[as]}`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Tables that there are on the shards or every node, those first that others have foreign keys to. */
async function parentsFirst(client: pg.ClientBase, placements: Placements): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  const keys = await client.query<{ child: string; parent: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint
     WHERE contype = 'f' AND conrelid <> confrelid`,
  );
  const ordered = new Set<string>();
  const add = (table: string) => {
    if (ordered.has(table)) return;
    for (const { parent } of keys.rows.filter(({ child }) => child === table)) add(parent);
    ordered.add(table);
  };
  for (const { name } of tables.rows) add(name);
  return [...ordered].filter((table) => placements[table] === 'partner' || placements[table] === 'reference');
}

function tablesIn(placements: Placements, placement: Placement): string[] {
  return Object.keys(placements).filter((table) => placements[table] === placement);
}
