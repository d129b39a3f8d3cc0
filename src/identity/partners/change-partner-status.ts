import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';

/**
 * Suspends a partner, whose keys then answer ACCOUNT_SUSPENDED and whose servers are scanned no more, or resumes it.
 * @returns false when it was in that state already
 * @throws OperatorError when there is no such partner
 */
export async function changePartnerStatus(operation: Operation, status: 'active' | 'suspended'): Promise<boolean> {
  return operation.transaction(async (tx) => {
    const partner = await tx.db.selectPartner().select('status').forUpdate().executeTakeFirst();
    if (!partner) throw new OperatorError(`There is no partner ${tx.partnerId}.`);
    if (partner.status === status) return false;
    await tx.db.updatePartner().set({ status, updated_at: tx.clock.now() }).execute();
    await recordFact(tx, {
      type: status === 'active' ? 'partner.resumed' : 'partner.suspended',
      subjectId: tx.partnerId,
    });
    return true;
  });
}
