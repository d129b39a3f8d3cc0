import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AdministratorRole } from '../../core/operation/tables/identity.ts';
import { type AdministratorAtAGlance, getAdministrator } from './administrator-record.ts';
import { endInvitationsBy } from './invitations.ts';
import { lockPeople, requireAnotherOwner, requireMayManage } from './people.ts';

/**
 * Gives a person another role, which holds from the person's next request on. The role that the person has changes nothing.
 * What the person invited others to and may no longer give ends.
 * @throws Problem ADMINISTRATOR_NOT_FOUND, INSUFFICIENT_ROLE, LAST_OWNER
 */
export async function changeRole(
  operation: Operation,
  id: string,
  role: AdministratorRole,
): Promise<AdministratorAtAGlance> {
  return operation.transaction(async (tx) => {
    const people = await lockPeople(tx);
    const person = people.find((each) => each.id === id);
    if (!person) throw new Problem('ADMINISTRATOR_NOT_FOUND');
    requireMayManage(tx, people, person.role, role);
    if (person.role !== role) {
      requireAnotherOwner(people, person);
      await tx.db
        .updateTable('administrators')
        .set({ role, updated_at: tx.clock.now() })
        .where('id', '=', id)
        .execute();
      await endInvitationsBy(tx, id, role);
      const details = { email: person.email, from: person.role, to: role };
      await recordFact(tx, { type: 'administrator.role_changed', subjectId: id, details });
    }
    return getAdministrator(tx, id);
  });
}
