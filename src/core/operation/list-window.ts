import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { PartnerDatabase } from './partner-database.ts';
import type { Tables } from './tables.ts';

/**
 * How far a list is counted, and paged through by number. A total beyond it would have to read the whole list, and a
 * page beyond it everything before it: from there a cursor goes on, at the cost of the first page.
 */
export const listWindow = 5_000;

/** A number of rows up to the window; `isExact` is false when there are more. */
export interface BoundedCount {
  readonly total: number;
  readonly isExact: boolean;
}

/** Starts from the rows of all the queries, each of which has an order and a limit of its own and is the partner's. */
export function selectFromUnion<Row>(db: PartnerDatabase, queries: readonly Expression<Row>[]) {
  const rows = sql<Row>`(${sql.join(queries, sql` UNION ALL `)})`;
  return db.unscoped.selectFrom(rows.as<'rows'>(sql.ref('rows')));
}

/**
 * Counts the rows of a list that is the union of ranges, at a bounded cost. Give each range the order of its index:
 * without one, PostgreSQL would read the table from its start, which is cheaper by its reckoning and slower in fact.
 */
export async function countWithinWindow<TB extends keyof Tables>(
  db: PartnerDatabase,
  ranges: readonly SelectQueryBuilder<Tables, TB, Record<never, never>>[],
): Promise<BoundedCount> {
  const limit = sql.lit(listWindow + 1);
  const ones = ranges.map((range) => range.select(sql.lit(1).as('one')).limit(limit));
  const counted = selectFromUnion(db, ones).select('one').limit(limit);
  const { count } = await db.unscoped
    .selectFrom(counted.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return { total: Math.min(count, listWindow), isExact: count <= listWindow };
}
