import { type SelectQueryBuilder, sql } from 'kysely';
import type { PartnerDatabase } from './partner-database.ts';

/** Where a page begins, and how long it is. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface Listed<T> {
  readonly items: readonly T[];
  /** Of the whole list. */
  readonly total: number;
  readonly hasMore: boolean;
}

/** One page of what matches, in an order, and how many there are in all. */
export async function paged<DB, TB extends keyof DB, Row>(
  db: PartnerDatabase,
  matching: SelectQueryBuilder<DB, TB, Row>,
  inOrder: (query: SelectQueryBuilder<DB, TB, Row>) => SelectQueryBuilder<DB, TB, Row>,
  { limit, offset }: Page,
): Promise<Listed<Row>> {
  const counted = matching.clearSelect().select(sql.lit(1).as('one'));
  const [rows, totals] = await Promise.all([
    inOrder(matching)
      .limit(limit + 1)
      .offset(offset)
      .execute(),
    db.execute(sql<{ total: number }>`SELECT count(*)::int AS total FROM (${counted}) AS matching`),
  ]);
  return { items: rows.slice(0, limit) as Row[], total: totals.rows[0]!.total, hasMore: rows.length > limit };
}

/** The page of a list that is known to be empty. */
export const nothing = { items: [], total: 0, hasMore: false } as const;
