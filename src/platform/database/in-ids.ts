import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** `column IN ids` as one array parameter: any number of ids, one prepared statement. */
export function inIds(column: string, ids: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = ANY(${[...ids]}::uuid[])`;
}
