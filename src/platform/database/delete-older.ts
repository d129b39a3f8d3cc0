import { type Kysely, sql } from 'kysely';

/** In one statement, so that it ends in time however much there is. */
const batchSize = 1_000;

/**
 * Deletes the rows whose time in an indexed column is before an instant, the oldest first, in batches that each stand
 * by themselves. Rows that somebody else holds, such as another node that does the same, are left to the next time.
 * @returns how many were deleted
 */
export async function deleteOlder<Tables, T extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: T,
  column: keyof Tables[T] & string,
  before: Date,
): Promise<number> {
  const [from, time] = [sql.table(table), sql.ref(column)];
  for (let deleted = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM ${from} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${from} WHERE ${time} < ${before} ORDER BY ${time} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`.execute(
      db,
    );
    deleted += Number(numAffectedRows);
    if (numAffectedRows < batchSize) return deleted;
  }
}
