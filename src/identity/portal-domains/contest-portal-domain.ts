import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lookUpProof, type ProofResolver, type ProofSettings } from './portal-domain-proof.ts';
import { lockPortalDomain, serves } from './portal-domain-record.ts';

const firstLookMs = 3_600_000;

/**
 * The operation's partner has just proved a domain that serves another account. Where that one's records are gone in the same look, its
 * patience is no longer that for mistakes: its people are told, and the periodic look ends it within hours. What the operator vouches for
 * is not contested, and name servers that do not answer contest nothing.
 */
export async function contestPortalDomain(
  operation: Operation,
  settings: ProofSettings,
  resolver: ProofResolver,
  domain: string,
): Promise<void> {
  const holder = await operation.db.shared
    .selectFrom('portal_domains')
    .selectAll()
    .where('domain', '=', domain)
    .where(serves)
    .executeTakeFirst();
  if (holder?.verified_by !== 'dns') return;
  if ((await lookUpProof(settings, resolver, holder)) !== 'missing') return;
  await operation.actingFor(holder.partner_id, { kind: 'system' }).transaction(async (tx) => {
    const served = await lockPortalDomain(tx, holder.id);
    if (served?.verified_by !== 'dns' || served.contested_since !== null) return;
    const now = tx.clock.now();
    await tx.db
      .updateTable('portal_domains')
      .set({
        contested_since: now,
        missing_since: served.missing_since ?? now,
        misses: served.misses + 1,
        next_check_at: new Date(now.getTime() + firstLookMs),
      })
      .where('id', '=', served.id)
      .execute();
    await recordFact(tx, { type: 'portal_domain.contested', subjectId: served.id, details: { domain } });
    await tx.effects.portalDomainContested(tx, { domain });
  });
}
