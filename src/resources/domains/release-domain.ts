import { Problem } from '../../core/api/problems.ts';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { forgetFindingsOfDomain } from '../../monitoring/leaks/end-domain-findings.ts';
import { cancelDomainScans } from '../../monitoring/leaks/finish-domain-scan.ts';
import { enforceCapacity } from '../capacity/enforce-capacity.ts';
import { type DomainRecord, lockDomain } from './domain-record.ts';
import { unverified } from './verification.ts';

/**
 * Gives a monitored domain's slot and record up for good, whatever its state: from then on it is not found, and its name may be
 * monitored anew (contract, release-domain; decisions §5.2). Its findings, which nobody could read any more, are deleted.
 * @returns the domain's name
 * @throws Problem DOMAIN_NOT_FOUND
 */
export async function releaseDomain(operation: Operation, policy: AddressPolicy, domainId: string): Promise<string> {
  return operation.transaction(async (tx) => {
    const domain = await lockDomain(tx, domainId);
    if (!domain) throw new Problem('DOMAIN_NOT_FOUND');
    await cancelDomainScans(tx, [domain.id]);
    await forgetFindingsOfDomain(tx, domain.id);
    await release(tx, domain);
    await recordAudit(tx, {
      action: 'domain.released',
      subjectId: domain.id,
      customerId: domain.customer_id,
      details: { domain: domain.domain },
    });
    await enforceCapacity(tx, policy, [domain.customer_id]);
    return domain.domain;
  });
}

async function release(tx: Operation, domain: DomainRecord): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .updateTable('monitored_domains')
    .set({
      status: 'terminated',
      quota_paused: false,
      next_scan_at: null,
      terminated_at: domain.terminated_at ?? now,
      released_at: now,
      findings_count: 0,
      ...unverified,
      updated_at: now,
    })
    .where('id', '=', domain.id)
    .where('released_at', 'is', null)
    .execute();
}
