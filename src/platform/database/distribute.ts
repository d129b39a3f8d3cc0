import pg from 'pg';
import type { ConnectionSettings } from './database.ts';
import { whileSchemaIsLocked } from './migrate.ts';
import { addTablesOfCoordinator, type Placed, type Placements, placeTables, takeOverTables } from './place-tables.ts';

/** The database cannot be distributed, or not so. */
export class DistributionError extends Error {
  override readonly name = 'DistributionError';
}

/**
 * Distributes the tables of a Citus database by their partner, each together with all the others of that partner, so that what one
 * partner's statement joins lies on one node. It can be repeated: what is distributed already stays, and an interrupted run goes on.
 * Nobody else changes the schema meanwhile.
 * @param placements of every table
 * @throws DistributionError for an ordinary PostgreSQL
 */
export async function distribute(connection: ConnectionSettings, placements: Placements): Promise<Placed> {
  return whileSchemaIsLocked(connection, async (client) => {
    await requireCitus(client);
    await allowTriggers(client);
    await takeOverTables(client, false);
    const placed = await placeTables(client, placements);
    await addTablesOfCoordinator(client, placements);
    await gatherStatistics(client, [...placed.reference, ...placed.distributed]);
    return placed;
  });
}

async function requireCitus(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT extversion FROM pg_extension WHERE extname = 'citus'");
  if (rows.length === 0)
    throw new DistributionError(
      'This is an ordinary PostgreSQL: tables are distributed only where the extension citus is installed (CREATE EXTENSION citus, with nodes added by citus_add_node).',
    );
}

/** Triggers here write rows of the same partner, which lie on the same node; Citus cannot know. */
async function allowTriggers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  await client.query(`ALTER DATABASE ${pg.escapeIdentifier(rows[0]!.name)} SET citus.enable_unsafe_triggers = on`);
  await client.query('SET citus.enable_unsafe_triggers = on');
}

/** Of the shards, which are new tables: autovacuum would come to each a minute later at the earliest. */
async function gatherStatistics(client: pg.Client, tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await client.query(`ANALYZE ${tables.map((table) => pg.escapeIdentifier(table)).join(', ')}`);
}
