import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type AskedDomain, currentScan, type DomainRecord, findDomainByName, lockDomain } from './domain-record.ts';
import { domainType } from './domain-type.ts';
import { giveUpRecord } from './release-domain.ts';
import { unverified } from './verification.ts';

export interface UpdatedDomain {
  readonly domainId: string;
  readonly domain: string;
  readonly status: DomainRecord['status'];
  /** Present when the record already had the name: nothing changed. */
  readonly note?: string;
}

/**
 * Gives a monitored domain another name; status, slot and history stay (contract, update-domain; decisions §5.3). A name whose
 * record with the customer is terminated is refused like a monitored one: its history would have nowhere to stay. The problem's
 * details name that record, which provision-domain restores and release-domain gives up.
 * @param domain as normaliseDomain returns it
 * @throws Problem DOMAIN_NOT_FOUND, also when terminated; DOMAIN_ALREADY_EXISTS
 */
export async function updateDomain(
  operation: Operation,
  { domain, ...asked }: AskedDomain & { readonly domain: string },
): Promise<UpdatedDomain> {
  return operation.transaction(async (tx) => {
    const existing = await lockDomain(tx, asked.monitored_domain_id, asked.client_id);
    if (!existing || existing.status === 'terminated') throw new Problem('DOMAIN_NOT_FOUND');
    const answer = { domainId: existing.id, domain, status: existing.status };
    if (existing.domain === domain) return { ...answer, note: 'The domain already has this name.' };
    const other = await findDomainByName(tx, existing.customer_id, domain);
    // A name that the customer gave up may be taken again; its old record would stand in the way.
    if (other?.status === 'terminated') await giveUpRecord(tx, other);
    else if (other) throw new Problem('DOMAIN_ALREADY_EXISTS', { monitored_domain_id: other.id, status: other.status });
    await rename(tx, existing, domain);
    return answer;
  });
}

async function rename(tx: Operation, existing: DomainRecord, domain: string): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .updateTable('monitored_domains')
    // Nobody has looked for the new name yet, nor proved control of it.
    .set({
      domain,
      next_scan_at: existing.status === 'active' ? now : null,
      last_scan_at: null,
      sources: null,
      current_scan_id: null,
      ...domainType.onLeaving,
      ...unverified,
      updated_at: now,
    })
    .where('id', '=', existing.id)
    .execute();
  await tx.effects.monitoringEnded(tx, { kind: 'domain', ids: [existing.id], scanIds: currentScan(existing) });
  await recordFact(tx, {
    type: 'domain.renamed',
    subjectId: existing.id,
    customerId: existing.customer_id,
    details: { from: existing.domain, to: domain },
  });
}
