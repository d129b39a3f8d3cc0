import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
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

/** The rows of all the queries, each of which has an order and a limit of its own. */
export function unionOf(queries: readonly Expression<unknown>[]): RawBuilder<unknown> {
  return sql.join(
    queries.map((query) => sql`(${query})`),
    sql` UNION ALL `,
  );
}

/** Where a page lies in its list, for LIMIT and OFFSET. */
export interface PageCut {
  readonly limit: Expression<number>;
  readonly offset: Expression<number>;
  /** Rows up to the end of the page. */
  readonly end: Expression<number>;
}

/**
 * The plan of a statement depends on these numbers, and would be made anew each time: they stand in its text for pages that begin where a list or a
 * cursor does, of which there are few.
 */
export function pageCut(limit: number, offset: number): PageCut {
  const number = offset === 0 ? sql.lit<number> : sql.val<number>;
  return { limit: number(limit), offset: number(offset), end: number(offset + limit) };
}

/** Queries whose union is a list, each of them the partner's. */
type Ranges<TB extends keyof Tables> = readonly SelectQueryBuilder<Tables, TB, Record<never, never>>[];

/**
 * Counts the rows of lists, each the union of ranges, at a bounded cost and in one statement. Give each range the order of its index:
 * without one, PostgreSQL would read the table from its start, which is cheaper by its reckoning and slower in fact.
 */
export async function countWithinWindow<Name extends string, TB extends keyof Tables>(
  db: PartnerDatabase,
  lists: Readonly<{ [N in Name]?: Ranges<TB> }>,
): Promise<Record<Name, BoundedCount>> {
  const names = Object.keys(lists) as Name[];
  const limit = sql.lit(listWindow + 1);
  const counts = names.map((name) => {
    const ones = lists[name]!.map((range) => range.select(sql.lit(1).as('one')).limit(limit));
    return sql`(SELECT count(*)::int FROM (SELECT FROM (${unionOf(ones)}) AS ones LIMIT ${limit}) AS counted) AS ${sql.ref(name)}`;
  });
  const { rows } = await sql<Record<Name, number>>`SELECT ${sql.join(counts)}`.execute(db.unscoped);
  const bounded = (count: number) => ({ total: Math.min(count, listWindow), isExact: count <= listWindow });
  return Object.fromEntries(names.map((name) => [name, bounded(rows[0]![name])])) as Record<Name, BoundedCount>;
}
