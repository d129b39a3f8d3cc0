import { eventually } from './eventually.ts';
import { isSharded } from './is-sharded.ts';
import type { TestService } from './test-service.ts';

const waiting = `SELECT count(*)::int AS waiting FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query !~ 'api_requests'`;
/** In a sharded database rows are locked where they are. */
const waitingAnywhere = `SELECT sum(result::int)::int AS waiting FROM run_command_on_all_nodes($$${waiting}$$)`;

/** Resolves when so many statements wait for locks in the service's database. The request log, which is written behind answers, is none. */
export async function lockWaiters(service: TestService, count: number): Promise<void> {
  await eventually(`${count} statements wait`, async () => {
    const { rows } = await service.store.database.pool.query<{ waiting: number }>(
      isSharded ? waitingAnywhere : waiting,
    );
    return rows[0]?.waiting === count ? true : null;
  });
}

/** Runs statements in a transaction that stays open, with what they lock, until the returned function is called. */
export async function holdLocks(
  service: TestService,
  statement: string,
  values: readonly unknown[] = [],
): Promise<() => Promise<void>> {
  const client = await service.store.database.pool.connect();
  await client.query('BEGIN');
  await client.query(statement, [...values]);
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}
