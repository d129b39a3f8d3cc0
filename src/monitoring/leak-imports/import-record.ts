import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import type { LeakImportsTable } from '../../core/operation/tables/monitoring.ts';
import type { Tables } from '../../core/operation/tables.ts';
import type { ImportProgress } from '../../engines/leak-corpus/read-leak.ts';

/** An import as it is stored, with its day as text. */
export type ImportRecord = Omit<Selectable<LeakImportsTable>, 'occurred_on'> & { readonly occurred_on: string };

/** @param db the corpus is the installation's: no partner is asked for */
export function selectImports(db: CrossPartnerDatabase): SelectQueryBuilder<Tables, 'leak_imports', ImportRecord> {
  return db
    .selectFrom('leak_imports')
    .selectAll()
    .select(sql<string>`to_char(occurred_on, 'YYYY-MM-DD')`.as('occurred_on')) as unknown as SelectQueryBuilder<
    Tables,
    'leak_imports',
    ImportRecord
  >;
}

/** Null before the first step. */
export function progressOf(record: ImportRecord): ImportProgress | null {
  if (record.text_digest === null) return null;
  return {
    offset: record.text_bytes,
    textDigest: record.text_digest,
    lines: record.lines,
    records: record.records,
    rejected: record.rejected,
  };
}
