import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct } from '../../core/operation/tables/accounts.ts';
import type { World } from '../../core/operation/tables/identity.ts';

/** The account as its API key sees it. */
export interface Account {
  readonly partner: { readonly id: string; readonly name: string };
  readonly sandboxEnabled: boolean;
  readonly key: {
    /** What may be shown of it. */
    readonly prefix: string;
    readonly world: World;
    readonly name: string;
    readonly expiresAt: Date | null;
    /** The one that the key is bound to. */
    readonly portalDomain: string;
  };
  /** How many resources a customer may have that never had a subscription to the product; null: any number. */
  readonly unsubscribedCaps: Readonly<Record<CappedProduct, number | null>>;
}

/**
 * The account of the API key that asks (decisions §10.3).
 * @throws Problem ACCESS_DENIED when a session asks
 */
export async function account(operation: Operation): Promise<Account> {
  const { actor } = operation.caller;
  if (actor.kind !== 'api_key') throw new Problem('ACCESS_DENIED');
  const [row, caps] = await Promise.all([
    keyWithPartner(operation, actor.id),
    operation.db.selectFrom('unsubscribed_caps').select(['product_slug', 'capacity']).execute(),
  ]);
  const capOf = (product: CappedProduct) => caps.find((cap) => cap.product_slug === product)?.capacity ?? null;
  return {
    partner: { id: row.partner_id, name: row.partner_name },
    sandboxEnabled: row.sandbox_enabled,
    key: {
      prefix: row.prefix,
      world: row.world,
      name: row.name,
      expiresAt: row.expires_at,
      portalDomain: row.portal_domain,
    },
    unsubscribedCaps: {
      port_monitoring: capOf('port_monitoring'),
      domain_monitoring: capOf('domain_monitoring'),
    },
  };
}

/** Of the account itself, also when the request is about its sandbox: the key has been authenticated, so it is the caller's own. */
async function keyWithPartner(operation: Operation, keyId: string) {
  return operation.db.shared
    .selectFrom('api_keys')
    .innerJoin('partners', 'partners.id', 'api_keys.partner_id')
    .innerJoin('portal_domains', (join) =>
      join
        .onRef('portal_domains.partner_id', '=', 'api_keys.partner_id')
        .onRef('portal_domains.id', '=', 'api_keys.portal_domain_id'),
    )
    .select([
      'api_keys.prefix',
      'api_keys.world',
      'api_keys.name',
      'api_keys.expires_at',
      'partners.id as partner_id',
      'partners.name as partner_name',
      'partners.sandbox_enabled',
      'portal_domains.domain as portal_domain',
    ])
    .where('api_keys.id', '=', keyId)
    .executeTakeFirstOrThrow();
}
