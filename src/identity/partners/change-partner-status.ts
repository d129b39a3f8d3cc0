import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';

/**
 * Suspends a partner, whose keys then answer ACCOUNT_SUSPENDED and whose servers are scanned no more, or resumes it.
 * @returns false when it was in that state already
 * @throws OperatorError when there is no such partner
 */
export async function changePartnerStatus(operation: Operation, status: 'active' | 'suspended'): Promise<boolean> {
  return operation.transaction(async (tx) => {
    const { unscoped: db, partnerId } = tx.db;
    const partner = await db
      .selectFrom('partners')
      .select('status')
      .where('id', '=', partnerId)
      .forUpdate()
      .executeTakeFirst();
    if (!partner) throw new OperatorError(`There is no partner ${partnerId}.`);
    if (partner.status === status) return false;
    await db.updateTable('partners').set({ status, updated_at: tx.clock.now() }).where('id', '=', partnerId).execute();
    await recordAudit(tx, {
      action: status === 'active' ? 'partner.resumed' : 'partner.suspended',
      subjectId: partnerId,
    });
    return true;
  });
}
