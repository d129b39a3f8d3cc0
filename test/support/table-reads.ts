import type { PoolClient } from 'pg';
import type { ApiAnswer } from './api-client.ts';
import { expectSuccess } from './shapes.ts';
import type { TestService } from './test-service.ts';

/** What requests read of tables, as PostgreSQL counts it. */
export interface TableReads {
  /** Tables that were read from end to end, by name. */
  readonly wholeTables: readonly string[];
  /** Entries of their indexes that were read: a request's share of three. */
  readonly indexEntries: number;
}

/** What a request that is answered three times, each with success, reads of these tables. */
export async function readsOf(
  service: TestService,
  tables: readonly string[],
  request: () => Promise<ApiAnswer>,
  check: (answer: ApiAnswer) => unknown = expectSuccess,
): Promise<TableReads> {
  const before = await counters(service, tables);
  for (let repeat = 0; repeat < 3; repeat += 1) check(await request());
  const after = await counters(service, tables);
  return {
    wholeTables: [...after.scans].filter(([table, scans]) => scans > before.scans.get(table)!).map(([table]) => table),
    indexEntries: (after.indexEntries - before.indexEntries) / 3,
  };
}

async function counters(service: TestService, tables: readonly string[]) {
  const { pool } = service.store.database;
  // Every connection of the pool reports what it did before the counters are read: what is
  // reported later would be held against the next request. One that just tells others of its work is waited for, too.
  const clients: PoolClient[] = [];
  try {
    while (clients.length < pool.totalCount) clients.push(await pool.connect());
    for (const client of clients) await client.query('SELECT pg_stat_force_next_flush()');
    await clients[0]!.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await clients[0]!.query<{ relname: string; seq_scan: string; read: string | null }>(
      `SELECT relname, seq_scan, (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid) AS read
       FROM pg_stat_user_tables t WHERE relname = ANY($1)`,
      [tables],
    );
    return {
      scans: new Map(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)])),
      indexEntries: rows.reduce((sum, { read }) => sum + Number(read ?? 0), 0),
    };
  } finally {
    for (const client of clients) client.release();
  }
}
