import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';

/** The names that are monitored, by whatever partner, each once. */
export async function activeDomainNames(db: CrossPartnerDatabase): Promise<string[]> {
  const rows = await db
    .selectFrom('monitored_domains')
    .select('domain')
    .distinct()
    .where('status', '=', 'active')
    .execute();
  return rows.map(({ domain }) => domain);
}
