import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { giveUpRecord } from './release-domain.ts';

/** Gives up the records of domains, as a release does. Behind the locks of their customers. */
export async function giveUpDomains(tx: Operation, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const domains = await tx.db
    .selectFrom('monitored_domains')
    .selectAll()
    .where(inIds('id', ids))
    .orderBy('id')
    .execute();
  for (const domain of domains) await giveUpRecord(tx, domain);
}
