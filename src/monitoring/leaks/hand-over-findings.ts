import type { OwnerChanged } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';

/** Gives what was found about domains to the other customer. Behind the domains' locks. @returns how much that is */
export async function handOverFindings(tx: Operation, { to, resources }: OwnerChanged): Promise<number> {
  const ofDomains = inIds('domain_id', resources.domain);
  const credentials = tx.db.updateTable('leaked_credentials').set({ customer_id: to }).where(ofDomains);
  const mentions = tx.db.updateTable('dark_web_findings').set({ customer_id: to }).where(ofDomains);
  const given = [await credentials.executeTakeFirst(), await mentions.executeTakeFirst()];
  return given.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
}
