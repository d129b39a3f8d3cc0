import type { Operation } from '../../core/operation/operation.ts';
import type { World } from '../../core/operation/tables/identity.ts';

export interface KeyListing {
  readonly key_id: string;
  readonly world: World;
  readonly name: string;
  readonly prefix: string;
  readonly portal_domain: string;
  readonly status: 'valid' | 'expired' | 'revoked';
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

/** A partner's keys, newest first; never the keys themselves. */
export async function listKeys(operation: Operation): Promise<KeyListing[]> {
  const now = operation.clock.now();
  const rows = await operation.db
    .selectFrom('api_keys')
    .innerJoin('portal_domains', (join) =>
      join
        .onRef('portal_domains.partner_id', '=', 'api_keys.partner_id')
        .onRef('portal_domains.id', '=', 'api_keys.portal_domain_id'),
    )
    .select([
      'api_keys.id as key_id',
      'api_keys.world',
      'api_keys.name',
      'api_keys.prefix',
      'portal_domains.domain as portal_domain',
      'api_keys.created_at',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'api_keys.last_used_at',
    ])
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc')
    .execute();
  return rows.map(({ revoked_at, ...key }) => ({
    ...key,
    status: revoked_at ? 'revoked' : key.expires_at && key.expires_at <= now ? 'expired' : 'valid',
  }));
}
