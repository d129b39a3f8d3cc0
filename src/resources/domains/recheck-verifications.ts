import { sql } from 'kysely';
import { recordAudit } from '../../core/audit/record-audit.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { type DomainRecord, lockDomain } from './domain-record.ts';
import { lookUpRecord, type RecordLookup, type TextResolver } from './look-up-record.ts';
import { challengeRecord, decideRecheck, unverified } from './verification.ts';

export const recheckIntervalMs = 60_000;
/** Records looked up at once. */
const batchSize = 20;
const maxBatches = 50;
/** A node that dies while it looks leaves the domain to others after this time. */
const claimMinutes = 15;

/**
 * Looks again at the records of verified domains that are due, and withdraws the proof where they are gone for days
 * (decideRecheck). Any number of nodes may do so at once.
 * @returns how many were looked at
 */
export async function recheckVerifications(
  resources: Resources,
  { secretKey, resolver }: { readonly secretKey: string; readonly resolver: TextResolver },
): Promise<number> {
  let checked = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const due = await claimDue(resources);
    await Promise.all(
      due.map(async (domain) => {
        const found = domain.sandbox ? 'present' : await lookUpRecord(resolver, challengeRecord(secretKey, domain));
        await apply(resources, domain, found);
      }),
    );
    checked += due.length;
    if (due.length < batchSize) break;
  }
  return checked;
}

type DueDomain = Pick<DomainRecord, 'partner_id' | 'id' | 'domain'> & { readonly sandbox: boolean };

async function claimDue({ db, clock }: Resources): Promise<DueDomain[]> {
  const now = clock.now();
  const { rows } = await sql<DueDomain>`
    UPDATE monitored_domains SET next_verification_at = ${now}::timestamptz + ${claimMinutes} * interval '1 minute'
    WHERE (partner_id, id) IN (
      SELECT partner_id, id FROM monitored_domains WHERE next_verification_at <= ${now}
      ORDER BY next_verification_at LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING partner_id, id, domain,
      (SELECT p.sandbox_of IS NOT NULL FROM partners p WHERE p.id = monitored_domains.partner_id) AS sandbox`.execute(
    db,
  );
  return rows;
}

/** Unless the domain was renamed, terminated or verified anew meanwhile. */
async function apply(resources: Resources, due: DueDomain, found: RecordLookup): Promise<void> {
  await Operation.bySystem(resources, due.partner_id).transaction(async (tx) => {
    const domain = await lockDomain(tx, due.id);
    if (!domain?.verified_at || domain.domain !== due.domain) return;
    const now = tx.clock.now();
    const state = { missingSince: domain.verification_missing_since, misses: domain.verification_misses };
    const outcome = decideRecheck(state, found, now);
    await tx.db
      .updateTable('monitored_domains')
      .set({
        ...(found === 'unknown' ? {} : { verification_checked_at: now }),
        ...(outcome.kind === 'withdraw'
          ? unverified
          : {
              next_verification_at: outcome.nextAt,
              verification_missing_since: outcome.state.missingSince,
              verification_misses: outcome.state.misses,
            }),
      })
      .where('id', '=', domain.id)
      .execute();
    if (outcome.kind === 'keep') return;
    await recordAudit(tx, {
      action: 'domain.verification_withdrawn',
      subjectId: domain.id,
      customerId: domain.customer_id,
      details: { domain: domain.domain, missing_since: state.missingSince },
    });
  });
}
