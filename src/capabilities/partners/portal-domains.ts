import { Problem } from '../../platform/http/problems.ts';
import { newId } from '../../platform/ids.ts';
import type { Operation } from '../../platform/operation.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { checkedPortalDomain } from './create-partner.ts';

export interface PortalDomain {
  readonly id: string;
  readonly domain: string;
  readonly createdAt: Date;
}

export async function listPortalDomains(operation: Operation): Promise<PortalDomain[]> {
  return operation.db
    .selectFrom('portal_domains')
    .select(['id', 'domain', 'created_at as createdAt'])
    .orderBy('domain')
    .execute();
}

/**
 * Makes the account answer on one more domain; its keys are made for it separately.
 * @throws OperatorError when it is no domain; Problem PORTAL_DOMAIN_TAKEN
 */
export async function addPortalDomain(operation: Operation, text: string): Promise<PortalDomain> {
  const domain = checkedPortalDomain(text);
  return operation.transaction(async (tx) => {
    const added = await tx.db
      .insertInto('portal_domains', { id: newId(tx.clock), domain, created_at: tx.clock.now() })
      .onConflict((conflict) => conflict.column('domain').doNothing())
      .returning(['id', 'domain', 'created_at as createdAt'])
      .executeTakeFirst();
    if (!added) throw new Problem('PORTAL_DOMAIN_TAKEN');
    await recordAudit(tx, { action: 'portal_domain.added', subjectId: added.id, details: { domain } });
    return added;
  });
}

/**
 * Gives a portal domain up, with its keys and sessions.
 * @throws Problem PORTAL_DOMAIN_NOT_FOUND, LAST_PORTAL_DOMAIN
 */
export async function removePortalDomain(operation: Operation, id: string): Promise<void> {
  await operation.transaction(async (tx) => {
    // All of them are locked, so that two removals do not leave none.
    const all = await tx.db.selectFrom('portal_domains').select(['id', 'domain']).orderBy('id').forUpdate().execute();
    const removed = all.find((domain) => domain.id === id);
    if (!removed) throw new Problem('PORTAL_DOMAIN_NOT_FOUND');
    if (all.length === 1) throw new Problem('LAST_PORTAL_DOMAIN');
    await tx.db.deleteFrom('portal_domains').where('id', '=', id).execute();
    await recordAudit(tx, { action: 'portal_domain.removed', subjectId: id, details: { domain: removed.domain } });
  });
}
