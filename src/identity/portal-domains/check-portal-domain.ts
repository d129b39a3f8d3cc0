import { countInMinute } from '../../core/api/count-in-minute.ts';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { freshProof } from '../../engines/dns-proof/decide-recheck.ts';
import { contestPortalDomain } from './contest-portal-domain.ts';
import { lookUpProof, type ProofResolver, type ProofSettings, proofColumns } from './portal-domain-proof.ts';
import { findPortalDomain, lockPortalDomain, type PortalDomain, takingDomain } from './portal-domain-record.ts';

/** Each asks name servers that somebody else chose. */
export const checksPerMinute = 10;

export interface CheckedPortalDomain {
  readonly domain: PortalDomain;
  /** Whether the proof was there just now. */
  readonly recordFound: boolean;
}

/**
 * Looks the records of a portal domain up and lets it serve when one is there. Records that are missing are noted, and stop nothing:
 * only the periodic look does, which has patience. It has little with an account that the domain serves while its records prove this one.
 * @throws Problem PORTAL_DOMAIN_NOT_FOUND, PORTAL_DOMAIN_TAKEN, DNS_LOOKUP_FAILED; Refusal 429
 */
export async function checkPortalDomain(
  operation: Operation,
  settings: ProofSettings,
  resolver: ProofResolver,
  id: string,
): Promise<CheckedPortalDomain> {
  // Read without a lock: the name servers are not waited for behind one.
  const claimed = await findPortalDomain(operation, id);
  if (!claimed) throw new Problem('PORTAL_DOMAIN_NOT_FOUND');
  await limitChecks(operation);
  const found = await lookUpProof(settings, resolver, claimed);
  if (found === 'unknown') throw new Problem('DNS_LOOKUP_FAILED', { name: claimed.domain });
  try {
    return await noteLook(operation, id, found);
  } catch (error) {
    if (error instanceof Problem && error.code === 'PORTAL_DOMAIN_TAKEN')
      await contestPortalDomain(operation, settings, resolver, claimed.domain);
    throw error;
  }
}

/** @throws Problem PORTAL_DOMAIN_NOT_FOUND, PORTAL_DOMAIN_TAKEN */
async function noteLook(operation: Operation, id: string, found: 'present' | 'missing'): Promise<CheckedPortalDomain> {
  return operation.transaction(async (tx) => {
    const domain = await lockPortalDomain(tx, id);
    if (!domain) throw new Problem('PORTAL_DOMAIN_NOT_FOUND');
    if (found === 'present') return { domain: await noteProof(tx, domain), recordFound: true };
    await recordFact(tx, {
      type: 'portal_domain.checked',
      subjectId: id,
      details: { domain: domain.domain, record_found: false },
    });
    return { domain: await noteCheck(tx, domain, 'missing'), recordFound: false };
  });
}

/**
 * The domain serves from now on, if it did not before.
 * @throws Problem PORTAL_DOMAIN_TAKEN
 */
export async function noteProof(tx: Operation, domain: PortalDomain): Promise<PortalDomain> {
  // Nobody asks after what the operator vouches for.
  if (domain.verified_by === 'operator') return noteCheck(tx, domain, 'present');
  const now = tx.clock.now();
  const proved = await takingDomain(
    tx.db
      .updateTable('portal_domains')
      .set({
        status: 'verified',
        verified_by: 'dns',
        verified_at: domain.verified_at ?? now,
        checked_at: now,
        ...proofColumns(freshProof(now)),
        contested_since: null,
      })
      .where('id', '=', domain.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  if (domain.status !== 'verified')
    await recordFact(tx, {
      type: 'portal_domain.verified',
      subjectId: domain.id,
      details: { domain: domain.domain },
    });
  return proved;
}

async function noteCheck(
  tx: Operation,
  { id, verified_by: verifiedBy, missing_since: missingSince }: PortalDomain,
  found: 'present' | 'missing',
): Promise<PortalDomain> {
  const now = tx.clock.now();
  const isMissed = found === 'missing' && verifiedBy === 'dns';
  return tx.db
    .updateTable('portal_domains')
    .set({ checked_at: now, ...(isMissed ? { missing_since: missingSince ?? now } : {}) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Of one account, whatever is looked at. @throws Refusal 429 */
export async function limitChecks(operation: Operation): Promise<void> {
  await countInMinute(operation, `portal-domain-check:${operation.partnerId}`, checksPerMinute, 'checks');
}
