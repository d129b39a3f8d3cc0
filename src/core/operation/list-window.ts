import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Operation } from './operation.ts';
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

/** The numbers of a page that stand in no text. */
export interface PageNumbers {
  readonly limit?: number;
  readonly offset?: number;
  readonly end?: number;
}

/** Where a page lies, as a statement is given it. */
export class PageBounds {
  readonly #limit: number;
  readonly #offset: number;

  constructor(limit: number, offset: number) {
    this.#limit = limit;
    this.#offset = offset;
  }

  /**
   * The plan of a statement depends on these numbers, and would be made anew each time: they stand in its text for pages that begin where a
   * list or a cursor does, of which there are few.
   */
  get #standsInText(): boolean {
    return this.#offset === 0;
  }

  get shape(): string {
    return this.#standsInText ? String(this.#limit) : 'deep';
  }

  get values(): PageNumbers {
    const [limit, offset] = [this.#limit, this.#offset];
    return this.#standsInText ? {} : { limit, offset, end: offset + limit };
  }

  cut(places: PageNumbers): PageCut {
    if (this.#standsInText) return { limit: sql.lit(this.#limit), offset: sql.lit(0), end: sql.lit(this.#limit) };
    return { limit: sql.val(places.limit!), offset: sql.val(places.offset!), end: sql.val(places.end!) };
  }
}

/** Queries whose union is a list, each of them the partner's. */
type Ranges<TB extends keyof Tables> = readonly SelectQueryBuilder<Tables, TB, Record<never, never>>[];

/** A statement that reads a page of a list, the sizes of lists, and other values beside them. */
export interface ListStatement<Row, Name extends string, TB extends keyof Tables, Values> {
  /** Whose lists they are, looked up once, for what follows as `customer.id`; null: nobody is asked for. */
  readonly customer: Expression<unknown> | null;
  /** Null: no row is wanted. */
  readonly page: RawBuilder<Row> | null;
  /** Of the page, by its columns. */
  readonly order: RawBuilder<unknown>;
  /** Lists, each the union of ranges, by the names of their sizes. */
  readonly count: Readonly<{ [N in Name]?: Ranges<TB> }>;
  /** An expression of one value for each name. */
  readonly beside: { readonly [N in keyof Values]: RawBuilder<Values[N]> };
}

/** The customer whose lists a statement reads. */
export const listedCustomerId = sql<string>`customer.id`;

interface ListWithCounts<Row, Name extends string, Values> {
  readonly rows: readonly Row[];
  readonly counts: Record<Name, BoundedCount>;
  readonly beside: Values;
}

/**
 * One page of a list, the sizes of lists, and other values beside them, by one statement: a round trip costs more than most of them. Sizes are
 * counted at a bounded cost. Give each range the order of its index: without one, PostgreSQL would read the table from its start, which is
 * cheaper by its reckoning and slower in fact.
 * @param shape names the statement, and says everything but the values that `build` looks at
 * @param build as in `readKept`
 */
export async function listWithCounts<
  Row extends { readonly id: string },
  Name extends string,
  TB extends keyof Tables,
  Beside extends object,
  Values extends object,
>(
  operation: Operation,
  shape: string,
  values: Values,
  build: (operation: Operation, places: Values) => ListStatement<Row, Name, TB, Beside>,
): Promise<ListWithCounts<Row, Name, Beside>> {
  type Once = { readonly sizes: string; readonly beside: string };
  const rows = await operation.readKept<Row & Once, Values>(shape, values, (blank, places) => {
    const { customer, page, order, count, beside } = build(blank, places);
    const sizes = Object.entries(count).map(([name, ranges]) => [sql.lit(name), sizeOf(ranges as Ranges<TB>)]);
    const others = Object.entries(beside).map(([name, value]) => [sql.lit(name), value]);
    const once = sql`
      SELECT json_build_object(${sql.join(sizes.flat())})::text AS sizes, json_build_object(${sql.join(others.flat())})::text AS beside
      OFFSET 0`;
    // OFFSET 0: PostgreSQL would look the customer up wherever it is named, and count for each row.
    return sql<Row & Once>`
      SELECT ${page === null ? sql`once.*` : sql`once.*, page.*`} FROM (SELECT ${customer === null ? sql`NULL::uuid` : sql`(${customer})`} AS id OFFSET 0) AS customer
      CROSS JOIN LATERAL (${once}) AS once
      ${page === null ? sql`` : sql`LEFT JOIN LATERAL (${page}) AS page ON true ORDER BY ${order}`}`;
  });
  // Every row has them: as text, which is read once.
  const { sizes, beside } = rows[0]!;
  const counts = Object.entries<number>(JSON.parse(sizes)).map(([name, count]) => [name, boundedCount(count)]);
  return {
    rows: rows.filter(({ id }) => id),
    counts: Object.fromEntries(counts) as Record<Name, BoundedCount>,
    beside: JSON.parse(beside) as Beside,
  };
}

function sizeOf<TB extends keyof Tables>(ranges: Ranges<TB>): RawBuilder<unknown> {
  const limit = sql.lit(listWindow + 1);
  const ones = ranges.map((range) => range.select(sql.lit(1).as('one')).limit(limit));
  return sql`(SELECT count(*)::int FROM (SELECT 1 FROM (${unionOf(ones)}) AS ones LIMIT ${limit}) AS counted)`;
}

function boundedCount(count: number): BoundedCount {
  return { total: Math.min(count, listWindow), isExact: count <= listWindow };
}
