import { sql } from 'kysely';
import { byPartner } from './by-partner.ts';
import type { CrossPartnerDatabase } from './partner-database.ts';
import type { PartnerTables } from './tables.ts';

/** Looked at in one statement, so that it ends in time however much there is. */
const batchSize = 1_000;

/**
 * Deletes the rows of all partners whose time in an indexed column is before an instant, the oldest first, in batches, and each partner's
 * by themselves. Rows that somebody else holds, such as another node that does the same, are left to the next time.
 * @returns how many were deleted
 */
export async function deleteOlderOfPartners<T extends keyof PartnerTables & string>(
  db: CrossPartnerDatabase,
  table: T,
  column: keyof PartnerTables[T] & string,
  before: Date,
): Promise<number> {
  const [from, time] = [sql.table(table), sql.ref(column)];
  // Said by itself, for indexes without what has not ended.
  const isOver = sql`${time} < 'infinity'`;
  for (let deleted = 0; ; ) {
    // The last time as text, which is exact to the microsecond.
    const { rows: oldest } = await sql<{ partner_id: string; last: string; found: number }>`
      SELECT partner_id, max(${time})::text AS last, count(*)::int AS found FROM (
        SELECT partner_id, ${time} FROM ${from} WHERE ${isOver} AND ${time} < ${before} ORDER BY ${time} LIMIT ${batchSize}) AS oldest
      GROUP BY partner_id`.execute(db);
    const inBatch = await byPartner(oldest, async (partnerId, [partner]) => {
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM ${from} WHERE partner_id = ${partnerId} AND ctid = ANY(ARRAY(
          SELECT ctid FROM ${from} WHERE partner_id = ${partnerId} AND ${isOver} AND ${time} <= ${partner!.last}::timestamptz
          ORDER BY ${time} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`.execute(db);
      return [Number(numAffectedRows)];
    });
    const count = inBatch.reduce((sum, each) => sum + each, 0);
    deleted += count;
    // A batch that others hold altogether stays.
    if (count === 0 || oldest.reduce((sum, { found }) => sum + found, 0) < batchSize) return deleted;
  }
}
