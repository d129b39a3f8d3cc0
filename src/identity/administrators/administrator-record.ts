import type { Selectable } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AdministratorsTable } from '../../core/operation/tables/identity.ts';

export type Administrator = Selectable<AdministratorsTable>;

/** How an e-mail address is kept and looked up: in lower case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** @throws Problem ADMINISTRATOR_NOT_FOUND */
export async function getAdministrator(operation: Operation, id: string): Promise<Administrator> {
  const found = await operation.db.selectFrom('administrators').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) throw new Problem('ADMINISTRATOR_NOT_FOUND');
  return found;
}

/** Locked until the transaction ends: a password, a second factor and a code are used one at a time. */
export async function findLockedAdministrator(tx: Operation, id: string): Promise<Administrator | undefined> {
  return tx.db.selectFrom('administrators').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * The same, of one that must be there.
 * @throws Problem ADMINISTRATOR_NOT_FOUND
 */
export async function lockAdministrator(tx: Operation, id: string): Promise<Administrator> {
  const found = await findLockedAdministrator(tx, id);
  if (!found) throw new Problem('ADMINISTRATOR_NOT_FOUND');
  return found;
}

export async function listAdministrators(operation: Operation): Promise<Administrator[]> {
  return operation.db.selectFrom('administrators').selectAll().orderBy('email').execute();
}
