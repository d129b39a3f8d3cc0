import type { Selectable } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AdministratorsTable } from '../../core/operation/tables/identity.ts';
import { hasSecondFactor } from '../credentials/index.ts';

export type Administrator = Selectable<AdministratorsTable>;

/** With whether there is a second factor, an application's or a passkey. */
export type AdministratorAtAGlance = Administrator & { readonly has_second_factor: boolean };

/** How an e-mail address is kept and looked up: in lower case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** @throws Problem ADMINISTRATOR_NOT_FOUND */
export async function getAdministrator(operation: Operation, id: string): Promise<AdministratorAtAGlance> {
  const found = await atAGlance(operation).where('id', '=', id).executeTakeFirst();
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

export async function listAdministrators(operation: Operation): Promise<AdministratorAtAGlance[]> {
  return atAGlance(operation).orderBy('email').execute();
}

function atAGlance({ db }: Operation) {
  return db.selectFrom('administrators').selectAll().select(hasSecondFactor().as('has_second_factor'));
}
