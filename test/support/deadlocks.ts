import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from './test-service.ts';

/** Deadlocks that PostgreSQL has ended in the service's database so far. */
export async function deadlocks(service: TestService): Promise<number> {
  const { pool } = service.store.database;
  // A session reports its counts when it ends a transaction, but not within a second of its last report.
  await sleep(1_100);
  await Promise.all(Array.from({ length: pool.totalCount }, () => pool.query('SELECT pg_sleep(0.05)')));
  const { rows } = await pool.query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]!.deadlocks;
}
