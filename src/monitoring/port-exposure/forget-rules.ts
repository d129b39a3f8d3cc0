import type { Operation } from '../../core/operation/operation.ts';

/** Deletes all Allowed Ports rules of the account. No alert is raised or moved by it: its endpoints are deleted, too. */
export async function forgetRules(tx: Operation): Promise<void> {
  await tx.db.deleteFrom('allowed_port_rules').execute();
}
