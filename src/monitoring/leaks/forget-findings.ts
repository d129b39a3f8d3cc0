import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';

/** Deletes everything that was found about domains but the alerts, and the history of their scans. */
export async function forgetFindings(tx: Operation, domainIds: readonly string[]): Promise<void> {
  for (const table of ['leaked_credentials', 'dark_web_findings', 'domain_scans'] as const)
    await tx.db.deleteFrom(table).where(inIds('domain_id', domainIds)).execute();
}
