import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** `column IN ids` as one array parameter: any number of ids, one prepared statement. */
export function inIds(column: string, ids: readonly string[]): RawBuilder<SqlBool> {
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
