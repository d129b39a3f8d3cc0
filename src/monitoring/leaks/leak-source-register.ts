import { sql } from 'kysely';
import type { Resources } from '../../core/operation/operation.ts';
import type { SharedDatabase } from '../../core/operation/partner-database.ts';
import type { LeakSource } from '../../engines/leak-sources/leak-source.ts';

/** Who has to be named where a source's findings are shown. */
export interface SourceAttribution {
  readonly source: string;
  readonly name: string;
  readonly url: string | null;
  readonly licence: string | null;
}

/** Notes what has to be said of the sources, for as long as there are findings of theirs: also when they are switched off. */
export async function registerLeakSources(
  { db, clock }: Resources,
  sources: readonly Pick<LeakSource, 'name' | 'attribution'>[],
): Promise<void> {
  if (sources.length === 0) return;
  await db
    .insertInto('leak_sources')
    .values(
      sources.map(({ name, attribution: { name: title, url, licence } }) => ({
        name,
        title,
        url,
        licence,
        updated_at: clock.now(),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        title: sql<string>`excluded.title`,
        url: sql<string | null>`excluded.url`,
        licence: sql<string | null>`excluded.licence`,
        updated_at: sql<Date>`excluded.updated_at`,
      }),
    )
    .execute();
}

/** Names the sources of a finding as they want to be named. */
export type Attribute = (sources: readonly string[]) => SourceAttribution[];

/** What to say of sources by their names. One that was never registered is called by its name. */
export async function readAttributions(db: SharedDatabase): Promise<Attribute> {
  const rows = await db.selectFrom('leak_sources').select(['name', 'title', 'url', 'licence']).execute();
  const byName = new Map(
    rows.map(({ name, title, url, licence }) => [name, { source: name, name: title, url, licence }]),
  );
  return (sources) => sources.map((source) => byName.get(source) ?? { source, name: source, url: null, licence: null });
}
