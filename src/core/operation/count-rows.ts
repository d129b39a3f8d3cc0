import { type Expression, sql } from 'kysely';
import type { PartnerDatabase } from './partner-database.ts';

/** How many rows a query has: as many are read. */
export async function countRows(db: PartnerDatabase, query: Expression<unknown>): Promise<number> {
  const { rows } = await db.execute(sql<{ total: number }>`SELECT count(*)::int AS total FROM (${query}) AS matching`);
  return rows[0]!.total;
}
