import { type Kysely, sql } from 'kysely';
import { diskFull } from '../telemetry/outages.ts';

/** Sorted within 64 kB of memory, they go to the disk. */
const rows = 4_000;

/**
 * Whether the database's disk takes another half megabyte. A reading statement that needs temporary files tells: writing a row tells
 * little, since it often needs no more room than there is.
 * @throws whatever else keeps the database from answering
 */
export async function canWrite<Tables>(db: Kysely<Tables>): Promise<boolean> {
  try {
    // Sent together they are one transaction, and one round trip.
    await sql`
      SET LOCAL work_mem = '64kB';
      SELECT count(*) FROM (
        SELECT repeat(md5(n::text), 4) AS line FROM generate_series(1, ${sql.lit(rows)}) AS n ORDER BY line OFFSET 0
      ) AS sorted`.execute(db);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === diskFull) return false;
    throw error;
  }
}
