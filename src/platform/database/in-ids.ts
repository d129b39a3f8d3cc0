import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * `column IN ids` as one array parameter: any number of ids, one prepared statement. One id is a statement of its own: PostgreSQL expects ten in
 * an array that it does not know, and would plan each time for the sake of one.
 */
export function inIds(column: string, ids: readonly string[]): RawBuilder<SqlBool> {
  if (ids.length === 1) return sql<SqlBool>`${sql.ref(column)} = ${ids[0]}::uuid`;
  return sql<SqlBool>`${sql.ref(column)} = ANY(${[...ids]}::uuid[])`;
}

/** The rows in the order of the ids; an id without a row is left out. */
export function inTheOrderOf<Row extends { readonly id: string }>(
  ids: readonly { readonly id: string }[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap(({ id }) => byId.get(id) ?? []);
}
