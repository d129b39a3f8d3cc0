import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type ConnectionSettings, clientSettings } from '../database.ts';
import type { CopiedSequence, CopiedTable, CopySink, Inventory } from './copied-database.ts';

export interface CopyOutOptions {
  readonly connection: ConnectionSettings;
  /** Tables of `public` whose rows say only what runs at this moment. */
  readonly leftOut: readonly string[];
}

/** What is gathered before it is handed on. */
const pieceBytes = 4 * 1_024 * 1_024;

/**
 * Copies all rows of a database as they are at one instant, while it goes on serving: one transaction reads them all.
 * Jobs that have ended are left out.
 */
export async function copyOut(
  { connection, leftOut }: CopyOutOptions,
  sink: CopySink,
): Promise<Record<string, number>> {
  const client = new pg.Client(clientSettings(connection));
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query("SET timezone = 'UTC'");
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const inventory = await readInventory(client, leftOut);
    await sink.begin(inventory);
    const counts: Record<string, number> = {};
    for (const table of inventory.tables) counts[table.name] = await copyTable(client, table, sink);
    await sink.end(counts);
    await client.query('COMMIT');
    return counts;
  } finally {
    await client.end();
  }
}

async function copyTable(client: pg.Client, table: CopiedTable, sink: CopySink): Promise<number> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const condition = table.name === 'pgboss.job' ? " WHERE state < 'completed'" : '';
  const rows = client.query(copyTo(`COPY (SELECT ${columns} FROM ${table.name}${condition}) TO STDOUT`));
  let waiting: Buffer[] = [];
  let bytes = 0;
  const handOn = async () => {
    if (bytes === 0) return;
    const piece = Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
    await sink.write(table, piece);
  };
  await pipeline(rows, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= pieceBytes) await handOn();
    }
    await handOn();
  });
  return rows.rowCount;
}

async function readInventory(client: pg.Client, leftOut: readonly string[]): Promise<Inventory> {
  const { rows: versions } = await client.query<{ version: number }>(
    'SELECT max(version) AS version FROM schema_migrations',
  );
  const { rows: tables } = await client.query<CopiedTable>(
    `SELECT n.nspname || '.' || c.relname AS name,
       ARRAY(SELECT a.attname::text FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
       coalesce((SELECT jsonb_agg(jsonb_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid)) ORDER BY p.relname)
         FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid
         WHERE i.inhparent = c.oid AND n.nspname = 'public'), '[]') AS partitions
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'schema_migrations'
       AND (n.nspname = 'public' AND c.relname <> ALL($1) OR n.nspname = 'pgboss' AND c.relname IN ('queue', 'job'))
     ORDER BY n.nspname DESC, c.relname = 'job', c.relname`,
    [leftOut],
  );
  const { rows: sequences } = await client.query<CopiedSequence>(
    `SELECT sequencename AS name, last_value::text AS "lastValue" FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`,
  );
  return { schemaVersion: versions[0]!.version, tables, sequences };
}
