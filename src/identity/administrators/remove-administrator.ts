import { Problem } from '../../core/api/problems.ts';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';

/**
 * Takes an administrator's access away; the sessions end with it.
 * @throws Problem ADMINISTRATOR_NOT_FOUND, LAST_ADMINISTRATOR
 */
export async function removeAdministrator(operation: Operation, id: string): Promise<void> {
  await operation.transaction(async (tx) => {
    // All of them are locked, so that two who remove each other do not leave nobody.
    const all = await tx.db.selectFrom('administrators').select(['id', 'email']).orderBy('id').forUpdate().execute();
    const removed = all.find((administrator) => administrator.id === id);
    if (!removed) throw new Problem('ADMINISTRATOR_NOT_FOUND');
    if (all.length === 1) throw new Problem('LAST_ADMINISTRATOR');
    await tx.db.deleteFrom('administrators').where('id', '=', id).execute();
    await recordAudit(tx, { action: 'administrator.removed', subjectId: id, details: { email: removed.email } });
  });
}
