import type { Operation } from '../../core/operation/operation.ts';

/** Moves the next look at every active domain of the account to now. */
export async function lookAtDomainsSoon(tx: Operation): Promise<void> {
  await tx.db.updateTable('domain_postures').set({ due_at: tx.clock.now() }).where('due_at', 'is not', null).execute();
  tx.announce('domain-due');
}
