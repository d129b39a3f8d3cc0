import type { Selectable } from 'kysely';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import type { ScanExclusionsTable } from '../../core/operation/tables/monitoring.ts';

/** A network that is never scanned, with who wanted it so, when and why; those that were removed tell that too. */
export type Exclusion = Selectable<ScanExclusionsTable>;

/** Exclusions in force, oldest first; `all`: with those that were removed. */
export async function listExclusions(
  db: CrossPartnerDatabase,
  { all }: { readonly all: boolean },
): Promise<Exclusion[]> {
  let query = db.selectFrom('scan_exclusions').selectAll().orderBy('added_at').orderBy('id');
  if (!all) query = query.where('removed_at', 'is', null);
  return query.execute();
}
