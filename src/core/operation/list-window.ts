import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { PartnerDatabase } from './partner-database.ts';
import type { Tables } from './tables.ts';

/**
 * How far a list is counted, and paged through by number. A total beyond it would have to read the whole list, and a page
 * beyond it everything before it: from there a cursor goes on, at the cost of the first page.
 */
export const listWindow = 5_000;

/** A number of rows up to the window; `isExact` is false when there are more. */
export interface BoundedCount {
  readonly total: number;
  readonly isExact: boolean;
}

/** The rows of all the queries, each of which may have an order and a limit of its own. */
export function unionOf<Row>(queries: readonly Expression<Row>[]): RawBuilder<Row> {
  return sql<Row>`(${sql.join(queries, sql` UNION ALL `)})`;
}

/**
 * Counts the rows of a list that is the union of ranges, at a bounded cost. Give each range the order of its index: without
 * one, PostgreSQL would read the table from its start, which is cheaper by its reckoning and slower in fact.
 */
export async function countWithinWindow<TB extends keyof Tables>(
  db: PartnerDatabase,
  ranges: readonly SelectQueryBuilder<Tables, TB, Record<never, never>>[],
): Promise<BoundedCount> {
  const limit = sql.lit(listWindow + 1);
  const rows = unionOf(ranges.map((range) => range.select(sql.lit(1).as('one')).limit(limit)));
  const counted = db.unscoped
    .selectFrom(rows.as<'ranges'>(sql.ref('ranges')))
    .select('one')
    .limit(limit);
  const { count } = await db.unscoped
    .selectFrom(counted.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return { total: Math.min(count, listWindow), isExact: count <= listWindow };
}
