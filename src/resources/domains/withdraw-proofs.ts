import { sql } from 'kysely';
import { recordFacts } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { unverified } from './verification.ts';

/**
 * Ends the proof of domains that were given to another customer: who had them proved control, and its record proves nothing from then on.
 * Behind the locks of the domains.
 * @param customerId whose they are now
 */
export async function withdrawProofs(tx: Operation, customerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const proved = await tx.db
    .selectFrom('monitored_domains')
    .select(['id', 'domain'])
    .where(inIds('id', ids))
    .where('verified_at', 'is not', null)
    .execute();
  await tx.db
    .updateTable('monitored_domains')
    .set({ ...unverified, verification_checked_at: null, transfers: sql`transfers + 1` })
    .where(inIds('id', ids))
    .execute();
  await recordFacts(
    tx,
    proved.map(({ id, domain }) => ({
      type: 'domain.verification_withdrawn',
      subjectId: id,
      customerId,
      details: { domain },
    })),
  );
}
