import { sql } from 'kysely';
import { recordFact } from '../../core/audit/record-facts.ts';
import { handleDue } from '../../core/operation/handle-due.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { decideRecheck } from '../../engines/dns-proof/decide-recheck.ts';
import { lookUpRecord, type RecordLookup, type TextResolver } from '../../engines/dns-proof/look-up-record.ts';
import { type DomainRecord, lockDomain } from './domain-record.ts';
import { unverified, verificationColumns, verificationRecord } from './verification.ts';

export const recheckIntervalMs = 60_000;

/**
 * Looks again at the records of verified domains that are due, and withdraws the proof where they are gone for days
 * (decideRecheck). Any number of nodes may do so at once.
 * @returns how many were looked at
 */
export async function recheckVerifications(
  resources: Resources,
  { secretKey, resolver }: { readonly secretKey: string; readonly resolver: TextResolver },
): Promise<number> {
  const due = { table: 'monitored_domains', time: 'next_verification_at', columns: dueDomain } as const;
  return handleDue(resources, due, async (domain) => {
    const found = domain.sandbox ? 'present' : await lookUpRecord(resolver, verificationRecord(secretKey, domain));
    await apply(resources, domain, found);
  });
}

type DueDomain = Pick<DomainRecord, 'partner_id' | 'id' | 'domain' | 'transfers'> & { readonly sandbox: boolean };

const dueDomain = sql<DueDomain>`partner_id, id, domain, transfers,
  (SELECT p.sandbox_of IS NOT NULL FROM partners p WHERE p.id = monitored_domains.partner_id) AS sandbox`;

/** Unless the domain was renamed, transferred, terminated or verified anew meanwhile. */
async function apply(resources: Resources, due: DueDomain, found: RecordLookup): Promise<void> {
  await Operation.bySystem(resources, due.partner_id).transaction(async (tx) => {
    const domain = await lockDomain(tx, due.id);
    if (!domain?.verified_at || domain.domain !== due.domain || domain.transfers !== due.transfers) return;
    const now = tx.clock.now();
    const state = { missingSince: domain.verification_missing_since, misses: domain.verification_misses };
    const outcome = decideRecheck(state, found, now);
    await tx.db
      .updateTable('monitored_domains')
      .set({
        ...(found === 'unknown' ? {} : { verification_checked_at: now }),
        ...(outcome.kind === 'withdraw' ? unverified : verificationColumns(outcome)),
      })
      .where('id', '=', domain.id)
      .execute();
    if (outcome.kind === 'keep') return;
    await recordFact(tx, {
      type: 'domain.verification_withdrawn',
      subjectId: domain.id,
      customerId: domain.customer_id,
      details: { domain: domain.domain, missing_since: state.missingSince },
    });
  });
}
