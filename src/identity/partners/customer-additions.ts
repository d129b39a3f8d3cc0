import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';

/**
 * Which servers a partner's customers may add themselves, in the portal.
 * - `off`: none. - `within_capacity`: what they pay for; nothing as long as they never bought. - `on`: what the billing system
 *   may add for them, which has no limit for those who never bought.
 */
export const customerAdditionModes = ['off', 'within_capacity', 'on'] as const;
export type CustomerAdditions = (typeof customerAdditionModes)[number];

/** How far the partner lets its customers add servers themselves. */
export async function customerAdditions(operation: Operation): Promise<CustomerAdditions> {
  const { customer_additions: mode } = await operation.db
    .selectPartner()
    .select('customer_additions')
    .executeTakeFirstOrThrow();
  return mode;
}

/** What is in force from the next request on. */
export async function setCustomerAdditions(operation: Operation, mode: CustomerAdditions): Promise<void> {
  await operation.transaction(async (tx) => {
    const { customer_additions: from } = await tx.db
      .selectPartner()
      .select('customer_additions')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (from === mode) return;
    await tx.db.updatePartner().set({ customer_additions: mode, updated_at: tx.clock.now() }).execute();
    await recordFact(tx, {
      type: 'settings.changed',
      subjectId: null,
      details: { customer_additions: { from, to: mode } },
    });
  });
}
