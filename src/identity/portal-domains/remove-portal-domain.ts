import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';

/**
 * Gives a portal domain up, with its keys and sessions. The last one that serves stays: without it nobody could sign in.
 * @throws Problem PORTAL_DOMAIN_NOT_FOUND, LAST_PORTAL_DOMAIN
 */
export async function removePortalDomain(operation: Operation, id: string): Promise<void> {
  await operation.transaction(async (tx) => {
    // All of them are locked, so that two removals do not leave none.
    const all = await tx.db
      .selectFrom('portal_domains')
      .select(['id', 'domain', 'status'])
      .orderBy('id')
      .forUpdate()
      .execute();
    const removed = all.find((domain) => domain.id === id);
    if (!removed) throw new Problem('PORTAL_DOMAIN_NOT_FOUND');
    const serving = all.filter(({ status }) => status === 'verified');
    if (serving.length === 1 && serving[0] === removed) throw new Problem('LAST_PORTAL_DOMAIN');
    await tx.db.deleteFrom('portal_domains').where('id', '=', id).execute();
    await recordFact(tx, { type: 'portal_domain.removed', subjectId: id, details: { domain: removed.domain } });
  });
}
