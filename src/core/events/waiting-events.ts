import { sql } from 'kysely';
import type { Resources } from '../operation/operation.ts';

/** As far as it is counted. */
const mostCounted = 100_000;

/** Events of all partners that were committed and have no place yet: how many (up to 100,000), and the age of the oldest in seconds. */
export async function waitingEvents({ db, clock }: Resources): Promise<{ count: number; oldestSeconds: number }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    SELECT count(*)::int AS count, min(occurred_at) AS oldest FROM (
      SELECT occurred_at FROM events WHERE sequence IS NULL ORDER BY written LIMIT ${sql.lit(mostCounted)}) AS waiting`.execute(
    db,
  );
  const { count, oldest } = rows[0]!;
  return {
    count,
    oldestSeconds: oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1_000),
  };
}
