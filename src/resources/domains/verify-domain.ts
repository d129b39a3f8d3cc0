import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { ChallengeRecord } from '../../engines/dns-proof/challenge-record.ts';
import { freshProof } from '../../engines/dns-proof/decide-recheck.ts';
import { lookUpRecord, type TextResolver } from '../../engines/dns-proof/look-up-record.ts';
import { type DomainRecord, lockDomain } from './domain-record.ts';
import { verificationColumns, verificationRecord } from './verification.ts';

/** How far the proof of a domain's control has come. */
export interface DomainVerification {
  readonly record: ChallengeRecord;
  readonly verifiedAt: Date | null;
  /** When the record was last looked up; null: never. */
  readonly checkedAt: Date | null;
  /** Since when the record of a verified domain is missing; null: it is there, as far as is known. */
  readonly missingSince: Date | null;
}

export interface CheckedDomain extends DomainVerification {
  /** Whether the record was there just now. */
  readonly recordFound: boolean;
}

type ReadableDomain = Pick<
  DomainRecord,
  | 'partner_id'
  | 'id'
  | 'domain'
  | 'transfers'
  | 'status'
  | 'verified_at'
  | 'verification_checked_at'
  | 'verification_missing_since'
>;

/**
 * The TXT record to be made, and how things stand.
 * @throws Problem DOMAIN_NOT_FOUND for a terminated domain
 */
export function domainVerification(secretKey: string, domain: ReadableDomain): DomainVerification {
  if (domain.status === 'terminated') throw new Problem('DOMAIN_NOT_FOUND');
  return {
    record: verificationRecord(secretKey, domain),
    verifiedAt: domain.verified_at,
    checkedAt: domain.verification_checked_at,
    missingSince: domain.verification_missing_since,
  };
}

/**
 * Looks the TXT record of a domain up and notes the proof when it is there (decisions §5.6). A record that is missing withdraws
 * nothing: only the periodic look does, which has patience.
 * @param domain read without a lock: the name servers are not waited for behind one
 * @throws Problem DOMAIN_NOT_FOUND for one that is terminated, or was released, renamed or transferred meanwhile; DNS_LOOKUP_FAILED
 */
export async function checkDomain(
  operation: Operation,
  { secretKey, resolver }: { readonly secretKey: string; readonly resolver: TextResolver },
  domain: ReadableDomain,
): Promise<CheckedDomain> {
  const { record } = domainVerification(secretKey, domain);
  // No packet leaves a sandbox, so nobody is asked there: the proof is taken for made.
  const found = operation.caller.sandbox ? 'present' : await lookUpRecord(resolver, record);
  if (found === 'unknown') throw new Problem('DNS_LOOKUP_FAILED', { name: record.name });
  return operation.transaction(async (tx) => {
    const current = await lockDomain(tx, domain.id);
    if (current?.domain !== domain.domain || current.transfers !== domain.transfers)
      throw new Problem('DOMAIN_NOT_FOUND');
    const before = domainVerification(secretKey, current);
    const checkedAt = tx.clock.now();
    const recordFound = found === 'present';
    if (recordFound) await noteProof(tx, current, checkedAt);
    else await noteCheck(tx, current.id, checkedAt);
    return recordFound
      ? { ...before, recordFound, checkedAt, verifiedAt: before.verifiedAt ?? checkedAt, missingSince: null }
      : { ...before, recordFound, checkedAt };
  });
}

async function noteCheck(tx: Operation, domainId: string, now: Date): Promise<void> {
  await tx.db
    .updateTable('monitored_domains')
    .set({ verification_checked_at: now })
    .where('id', '=', domainId)
    .execute();
}

async function noteProof(tx: Operation, domain: DomainRecord, now: Date): Promise<void> {
  await tx.db
    .updateTable('monitored_domains')
    .set({
      verified_at: domain.verified_at ?? now,
      verification_checked_at: now,
      ...verificationColumns(freshProof(now)),
    })
    .where('id', '=', domain.id)
    .execute();
  if (domain.verified_at !== null) return;
  await recordFact(tx, {
    type: 'domain.verified',
    subjectId: domain.id,
    customerId: domain.customer_id,
    details: { domain: domain.domain },
  });
}
