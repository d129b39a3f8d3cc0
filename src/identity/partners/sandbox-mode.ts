import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';
import { newId } from '../../platform/ids.ts';
import { forgetSignIns } from '../sessions/index.ts';

/**
 * Turns the sandbox mode of a partner on or off. Its world is made the first time and kept when the mode is off; who is signed in to it is
 * signed out.
 * @returns false when it was so already
 * @throws OperatorError when there is no such partner
 */
export async function setSandboxMode(operation: Operation, enabled: boolean): Promise<boolean> {
  return operation.transaction(async (tx) => {
    const { shared: db, partnerId } = tx.db;
    const partner = await db
      .selectFrom('partners')
      .select(['name', 'sandbox_enabled', 'sandbox_of'])
      .where('id', '=', partnerId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!partner || partner.sandbox_of) throw new OperatorError(`There is no partner ${partnerId}.`);
    if (partner.sandbox_enabled === enabled) return false;
    const now = tx.clock.now();
    await db
      .updateTable('partners')
      .set({ sandbox_enabled: enabled, updated_at: now })
      .where('id', '=', partnerId)
      .execute();
    await db
      .insertInto('partners')
      .values({
        id: newId(tx.clock),
        name: `${partner.name} (sandbox)`,
        status: 'active',
        sandbox_of: partnerId,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('sandbox_of').doNothing())
      .execute();
    if (!enabled) await endSandboxSignIns(tx);
    await recordFact(tx, { type: enabled ? 'sandbox.enabled' : 'sandbox.disabled', subjectId: partnerId });
    return true;
  });
}

async function endSandboxSignIns(tx: Operation): Promise<void> {
  const sandbox = await tx.db.shared
    .selectFrom('partners')
    .select('id')
    .where('sandbox_of', '=', tx.partnerId)
    .executeTakeFirstOrThrow();
  await forgetSignIns(tx.actingFor(sandbox.id, tx.caller.actor));
}
