import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type AskedDomain, currentScan, type DomainRecord, lockDomain } from './domain-record.ts';
import { domainType } from './domain-type.ts';

/**
 * Gives a monitored domain's slot and record up for good, whatever its state: from then on it is not found, and its name may be
 * monitored anew (contract, release-domain; decisions §5.2). Its findings, which nobody could read any more, are deleted.
 * @returns the domain's name
 * @throws Problem DOMAIN_NOT_FOUND
 */
export async function releaseDomain(operation: Operation, asked: AskedDomain): Promise<string> {
  return operation.transaction(async (tx) => {
    const domain = await lockDomain(tx, asked.monitored_domain_id, asked.client_id);
    if (!domain) throw new Problem('DOMAIN_NOT_FOUND');
    await giveUpRecord(tx, domain);
    await tx.effects.capacityChanged(tx, [domain.customer_id]);
    return domain.domain;
  });
}

/** The same but for capacity, within the caller's transaction and behind the lock of the customer's row. */
export async function giveUpRecord(tx: Operation, domain: DomainRecord): Promise<void> {
  await release(tx, domain);
  const released = { kind: 'domain', ids: [domain.id] } as const;
  await tx.effects.monitoringEnded(tx, { ...released, scanIds: currentScan(domain) });
  await tx.effects.resourcesReleased(tx, released);
  await recordFact(tx, {
    type: 'domain.released',
    subjectId: domain.id,
    customerId: domain.customer_id,
    details: { domain: domain.domain },
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
      current_scan_id: null,
      terminated_at: domain.terminated_at ?? now,
      released_at: now,
      findings_count: 0,
      ...domainType.onLeaving,
      ...domainType.onTermination,
      updated_at: now,
    })
    .where('id', '=', domain.id)
    .where('released_at', 'is', null)
    .execute();
  tx.resourceMoved({ kind: 'domain', id: domain.id, statusBefore: domain.status });
}
