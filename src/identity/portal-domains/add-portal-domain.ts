import { InvalidInput, Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import { lockAccount } from '../../core/operation/lock-account.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { normaliseDomain } from '../../engines/domain-names/normalise-domain.ts';
import { newId } from '../../platform/ids.ts';
import { type PortalDomain, serves } from './portal-domain-record.ts';

/** Of one account, with those that do not serve. */
export const maxPortalDomains = 50;

/**
 * Claims a domain for the account's portal. It serves once its control is proved; until then the claim keeps nobody else from
 * theirs.
 * @throws InvalidInput on domain: no name that somebody can own, such as an address or a public suffix;
 *   Problem PORTAL_DOMAIN_TAKEN, PORTAL_DOMAIN_LIMIT_EXCEEDED
 */
export async function addPortalDomain(operation: Operation, text: string): Promise<PortalDomain> {
  const normalised = normaliseDomain(text);
  if ('problem' in normalised) throw new InvalidInput({ domain: [`The domain field ${normalised.problem}.`] });
  const { domain } = normalised;
  return operation.transaction(async (tx) => {
    await lockAccount(tx);
    const { count } = await tx.db
      .selectFrom('portal_domains')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxPortalDomains) throw new Problem('PORTAL_DOMAIN_LIMIT_EXCEEDED');
    if (await isServed(tx, domain)) throw new Problem('PORTAL_DOMAIN_TAKEN');
    const added = await tx.db
      .insertInto('portal_domains', {
        id: newId(tx.clock),
        domain,
        created_at: tx.clock.now(),
        status: 'pending',
        verified_by: null,
        verified_at: null,
        checked_at: null,
        next_check_at: null,
        missing_since: null,
        contested_since: null,
      })
      .onConflict((conflict) => conflict.columns(['partner_id', 'domain']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!added) throw new Problem('PORTAL_DOMAIN_TAKEN');
    await recordFact(tx, { type: 'portal_domain.added', subjectId: added.id, details: { domain } });
    return added;
  });
}

/** By any account: whose a domain is, it says itself to whoever asks. */
async function isServed(tx: Operation, domain: string): Promise<boolean> {
  const served = await tx.db.shared
    .selectFrom('portal_domains')
    .select('id')
    .where('domain', '=', domain)
    .where(serves)
    .executeTakeFirst();
  return served !== undefined;
}
