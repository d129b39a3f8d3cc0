import type { AdministratorRole } from '../operation/tables/identity.ts';
import type { Credential } from './credential.ts';
import type { Group } from './groups.ts';
import { Problem } from './problems.ts';

/** What a partner's people may do, from the least: each may do what those before may. */
export const administratorRoles = ['support', 'manager', 'owner'] as const satisfies readonly AdministratorRole[];

/** What decides who may ask for an operation. */
interface Guarded {
  readonly group: Group;
  readonly method: string;
  readonly role?: AdministratorRole;
}

/**
 * The least role with which a person may ask for an operation; null: the person's own account, or signing in. Support reads and
 * managers change, unless a route declares another role: this is the one place that decides it.
 */
export function neededRole({ group, method, role }: Guarded): AdministratorRole | null {
  if (group.access === 'visitor' || group.access === 'public' || group.isOwnAccount) return null;
  return role ?? (method === 'GET' ? 'support' : 'manager');
}

/** Whether somebody with a role may do what needs another. */
export function includesRole(role: AdministratorRole, needed: AdministratorRole): boolean {
  return administratorRoles.indexOf(role) >= administratorRoles.indexOf(needed);
}

/**
 * Keys and customers have no role: what they may do is the group's and the route's.
 * @throws Problem INSUFFICIENT_ROLE
 */
export function requireRole(operation: Guarded, credential: Credential): void {
  const needed = neededRole(operation);
  if (credential.kind !== 'administrator' || needed === null || includesRole(credential.role, needed)) return;
  throw new Problem('INSUFFICIENT_ROLE', { needed_role: needed });
}
