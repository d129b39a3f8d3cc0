import type { TestService } from './test-service.ts';

/** Deadlocks that PostgreSQL has ended in the service's database so far. */
export async function deadlocks(service: TestService): Promise<number> {
  const { pool } = service.store.database;
  // A session reports its counts when it ends a transaction, but else not within a second of its last report.
  const report = 'SELECT pg_stat_force_next_flush(), pg_sleep(0.05)';
  await Promise.all(Array.from({ length: pool.totalCount }, () => pool.query(report)));
  const { rows } = await pool.query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]!.deadlocks;
}
