import type { ColumnType } from 'kysely';

/** `jsonb`: written as JSON text, read as the parsed value. */
export type Json<T> = ColumnType<T, string, string>;
