import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { countRows } from './count-rows.ts';
import type { PartnerDatabase } from './partner-database.ts';

/** Where a page begins: after so many rows, or behind a row by its sort keys. */
export type PageStart<Position> = { readonly offset: number } | { readonly after: Position };

/** Values of what a list is sorted by, in its order, as JSON has them. */
export type SortValues = readonly string[];

/** Where a page begins, and how long it is. */
export interface Page {
  readonly limit: number;
  readonly start: PageStart<SortValues>;
}

/** What a list is sorted by, all in one direction, as an index has it; the last column tells rows apart. */
export interface ListOrder<Row> {
  readonly table: string;
  readonly columns: readonly (string & keyof Row)[];
  readonly direction: 'asc' | 'desc';
}

export interface Listed<T> {
  readonly items: readonly T[];
  /** Of the whole list. */
  readonly total: number;
  /** Of the page's last row; null: the list ends with it. */
  readonly last: SortValues | null;
}

/**
 * One page of what matches, in an order, and how many there are in all.
 * @param counted as many rows as match, of fewer tables
 */
export async function paged<DB, TB extends keyof DB, Row>(
  db: PartnerDatabase,
  matching: SelectQueryBuilder<DB, TB, Row>,
  order: ListOrder<Row>,
  page: Page,
  counted: Expression<unknown> = matching.clearSelect().select(sql.lit(1).as('one')),
): Promise<Listed<Row>> {
  const [{ rows, last }, total] = await Promise.all([readPage(matching, order, page), countRows(db, counted)]);
  return { items: rows, total, last };
}

/** One page of what matches, in an order. */
export async function readPage<DB, TB extends keyof DB, Row>(
  matching: SelectQueryBuilder<DB, TB, Row>,
  { table, columns, direction }: ListOrder<Row>,
  { limit, start }: Page,
): Promise<{ readonly rows: Row[]; readonly last: SortValues | null }> {
  const sorted = columns.map((column) => sql.ref(`${table}.${column}`));
  const keys = sql.join(sorted);
  const inOrder = sorted.reduce((query, column) => query.orderBy(column, direction), matching).limit(limit + 1);
  const from =
    'after' in start
      ? inOrder.where(sql<boolean>`(${keys}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(start.after)})`)
      : inOrder.offset(start.offset);
  const found = (await from.execute()) as Row[];
  const rows = found.slice(0, limit);
  return { rows, last: found.length > limit ? columns.map((column) => asText(rows.at(-1)![column])) : null };
}

function asText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** The page of a list that is known to be empty. */
export const nothing = { items: [], total: 0, last: null } as const;
