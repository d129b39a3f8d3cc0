import { Problem } from '../../core/api/problems.ts';
import { administratorRoles, includesRole } from '../../core/api/roles.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AdministratorRole } from '../../core/operation/tables/identity.ts';
import type { Administrator } from './administrator-record.ts';

/** Somebody with access to the account. */
export type Person = Pick<Administrator, 'id' | 'email' | 'role'>;

/**
 * Everybody with access, locked until the transaction ends: of several changes of people at once each sees what the one before
 * has left, so that an owner always stays.
 */
export async function lockPeople(tx: Operation): Promise<Person[]> {
  return tx.db.selectFrom('administrators').select(['id', 'email', 'role']).orderBy('id').forUpdate().execute();
}

/**
 * Managers manage everybody but owners, and give every role but theirs; owners and the operator manage all. By the role that the
 * caller has now, behind the lock, whatever it was when the request arrived.
 * @param roles that people have or are to have
 * @throws Problem INSUFFICIENT_ROLE
 */
export function requireMayManage(
  tx: Operation,
  people: readonly Person[],
  ...roles: readonly AdministratorRole[]
): void {
  const { actor } = tx.caller;
  if (actor.kind !== 'administrator') return;
  const needed = neededToManage(roles);
  if (!hasRole(people, actor.id, needed)) throw new Problem('INSUFFICIENT_ROLE', { needed_role: needed });
}

/** Whether somebody who gave a role may still give it; null: the operator, who always may. */
export function mayStillGive(people: readonly Person[], giverId: string | null, role: AdministratorRole): boolean {
  return giverId === null || hasRole(people, giverId, neededToManage([role]));
}

/** The roles that somebody may give; null: who is no longer in the account gives none. */
export function rolesToGive(giver: AdministratorRole | null): AdministratorRole[] {
  return administratorRoles.filter((role) => giver !== null && includesRole(giver, neededToManage([role])));
}

function hasRole(people: readonly Person[], personId: string, needed: AdministratorRole): boolean {
  const role = people.find(({ id }) => id === personId)?.role;
  return role !== undefined && includesRole(role, needed);
}

function neededToManage(roles: readonly AdministratorRole[]): AdministratorRole {
  return roles.includes('owner') ? 'owner' : 'manager';
}

/**
 * @param leaving whoever stops being what they are
 * @throws Problem LAST_OWNER
 */
export function requireAnotherOwner(people: readonly Person[], leaving: Person): void {
  const owners = people.filter(({ role }) => role === 'owner');
  if (owners.length === 1 && owners[0]!.id === leaving.id) throw new Problem('LAST_OWNER');
}
