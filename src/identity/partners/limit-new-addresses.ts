import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';

/**
 * Sets how many new addresses a partner may add in a day.
 * @param perDay null: as many as the installation lets any partner add
 * @returns false when it was so already
 */
export async function limitNewAddresses(operation: Operation, perDay: number | null): Promise<boolean> {
  return operation.transaction(async (tx) => {
    const { new_addresses_per_day: from } = await tx.db
      .selectPartner()
      .select('new_addresses_per_day')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (from === perDay) return false;
    await tx.db.updatePartner().set({ new_addresses_per_day: perDay, updated_at: tx.clock.now() }).execute();
    await recordFact(tx, {
      type: 'partner.limited',
      subjectId: tx.partnerId,
      details: { new_addresses_per_day: { from, to: perDay } },
    });
    return true;
  });
}
