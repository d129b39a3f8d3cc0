import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';

/**
 * Sets how many new addresses a partner may add in a day.
 * @param perDay null: as many as the installation lets any partner add
 * @returns false when it was so already
 */
export async function limitNewAddresses(operation: Operation, perDay: number | null): Promise<boolean> {
  return operation.transaction(async (tx) => {
    const { unscoped: db, partnerId } = tx.db;
    const { new_addresses_per_day: from } = await db
      .selectFrom('partners')
      .select('new_addresses_per_day')
      .where('id', '=', partnerId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (from === perDay) return false;
    await db
      .updateTable('partners')
      .set({ new_addresses_per_day: perDay, updated_at: tx.clock.now() })
      .where('id', '=', partnerId)
      .execute();
    await recordAudit(tx, {
      action: 'partner.limited',
      subjectId: partnerId,
      details: { new_addresses_per_day: { from, to: perDay } },
    });
    return true;
  });
}
