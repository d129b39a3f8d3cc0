import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Operation } from './operation.ts';
import type { Tables } from './tables.ts';

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

/** A statement that reads a page of a list, and other values beside it. */
export interface ListStatement<Row, Values> {
  /** Whose lists they are, looked up once, for what follows as `customer.id`; null: nobody is asked for. */
  readonly customer: Expression<unknown> | null;
  readonly page: RawBuilder<Row>;
  /** Of the page, by its columns. */
  readonly order: RawBuilder<unknown>;
  /** An expression of one value for each name, such as how long the list is. */
  readonly beside: { readonly [N in keyof Values]: RawBuilder<Values[N]> };
}

/** The customer whose lists a statement reads. */
export const listedCustomerId = sql<string>`customer.id`;

interface PageWithValues<Row, Values> {
  readonly rows: readonly Row[];
  readonly beside: Values;
}

/**
 * One page of a list, and other values beside it, by one statement: a round trip costs more than most of them, and what it counts is of
 * the same instant as the page.
 * @param shape names the statement, and says everything but the values that `build` looks at
 * @param build as in `readPrepared`
 */
export async function readList<Row extends { readonly id: string }, Beside extends object, Values extends object>(
  operation: Operation,
  shape: string,
  values: Values,
  build: (operation: Operation, places: Values) => ListStatement<Row, Beside>,
): Promise<PageWithValues<Row, Beside>> {
  type Once = { readonly beside: string };
  const rows = await operation.readPrepared<Row & Once, Values>(shape, values, (blank, places) => {
    const { customer, page, order, beside } = build(blank, places);
    const others = Object.entries<RawBuilder<unknown>>(beside).map(([name, value]) => [sql.lit(name), value]);
    // OFFSET 0: PostgreSQL would look the customer up wherever it is named, and count for each row.
    return sql<Row & Once>`
      SELECT once.*, page.* FROM (SELECT ${customer === null ? sql`NULL::uuid` : sql`(${customer})`} AS id OFFSET 0) AS customer
      CROSS JOIN LATERAL (SELECT json_build_object(${sql.join(others.flat())})::text AS beside OFFSET 0) AS once
      LEFT JOIN LATERAL (${page}) AS page ON true ORDER BY ${order}`;
  });
  // Every row has them: as text, which is read once.
  return { rows: rows.filter(({ id }) => id), beside: JSON.parse(rows[0]!.beside) as Beside };
}

/** How many rows all of the queries have together: as many are read, so it is for what is not kept (`core/list-counts`). */
export function countedRows<TB extends keyof Tables>(
  queries: readonly SelectQueryBuilder<Tables, TB, Record<never, never>>[],
): RawBuilder<number> {
  const ones = queries.map((query) => query.select(sql.lit(1).as('one')));
  return sql<number>`(SELECT count(*) FROM (${unionOf(ones)}) AS counted)`;
}
