import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { endInvitationsBy } from './invitations.ts';
import { forgetPasswordResets } from './password-reset.ts';
import { lockPeople, requireAnotherOwner, requireMayManage } from './people.ts';

/**
 * Takes an administrator's access away; sessions, links for another password and invitations by the person end with it.
 * @throws Problem ADMINISTRATOR_NOT_FOUND, INSUFFICIENT_ROLE, LAST_ADMINISTRATOR, LAST_OWNER
 */
export async function removeAdministrator(operation: Operation, id: string): Promise<void> {
  await operation.transaction(async (tx) => {
    const people = await lockPeople(tx);
    const removed = people.find((person) => person.id === id);
    if (!removed) throw new Problem('ADMINISTRATOR_NOT_FOUND');
    requireMayManage(tx, people, removed.role);
    if (people.length === 1) throw new Problem('LAST_ADMINISTRATOR');
    requireAnotherOwner(people, removed);
    await endSessionsOf(tx, id);
    await endInvitationsBy(tx, id, null);
    await tx.db.deleteFrom('administrators').where('id', '=', id).execute();
    await forgetPasswordResets(tx, removed.email);
    await recordFact(tx, { type: 'administrator.removed', subjectId: id, details: { email: removed.email } });
  });
}
