import { sql } from 'kysely';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import { serves } from '../portal-domains/index.ts';

export interface PartnerListing {
  readonly partner_id: string;
  readonly name: string;
  readonly status: 'active' | 'suspended';
  /** Those that serve. */
  readonly portal_domains: readonly string[];
  readonly created_at: Date;
}

/** Every partner of the installation, oldest first. */
export async function listPartners(db: CrossPartnerDatabase): Promise<PartnerListing[]> {
  return db
    .selectFrom('partners')
    .leftJoin('portal_domains', (join) => join.onRef('portal_domains.partner_id', '=', 'partners.id').on(serves))
    .select([
      'partners.id as partner_id',
      'partners.name',
      'partners.status',
      'partners.created_at',
      sql<string[]>`array_remove(array_agg(portal_domains.domain ORDER BY portal_domains.domain), NULL)`.as(
        'portal_domains',
      ),
    ])
    .where('partners.sandbox_of', 'is', null)
    .groupBy('partners.id')
    .orderBy('partners.created_at')
    .orderBy('partners.id')
    .execute();
}
