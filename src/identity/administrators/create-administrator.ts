import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AdministratorRole } from '../../core/operation/tables/identity.ts';
import { newId } from '../../platform/ids.ts';
import { unlockAccount } from '../sign-in-limits/index.ts';
import { type Administrator, normalEmail } from './administrator-record.ts';
import { hashPassword } from './password.ts';
import { lockPeople, requireMayManage } from './people.ts';
import { requireGoodPassword, turnOfCaller } from './require-good-password.ts';

export interface NewAdministrator {
  readonly email: string;
  readonly name: string | null;
  readonly password: string;
  /** Default: owner. */
  readonly role?: AdministratorRole;
}

/**
 * Lets one of the partner's own people sign in to the portal. Only owners make owners.
 * @throws InvalidInput on password; Problem ADMINISTRATOR_ALREADY_EXISTS, INSUFFICIENT_ROLE; Refusal 429
 */
export async function createAdministrator(operation: Operation, request: NewAdministrator): Promise<Administrator> {
  const email = normalEmail(request.email);
  const turn = turnOfCaller(operation);
  await requireGoodPassword(operation, turn, 'password', request.password, { email, name: request.name });
  const passwordHash = await hashPassword(operation, turn, request.password);
  const role = request.role ?? 'owner';
  return operation.transaction(async (tx) => {
    requireMayManage(tx, await lockPeople(tx), role);
    const created = await insertAdministrator(tx, { email, name: request.name, passwordHash, role });
    await recordFact(tx, { type: 'administrator.created', subjectId: created.id, details: { email, role } });
    return created;
  });
}

/**
 * Writes a new administrator, within the caller's transaction.
 * @throws Problem ADMINISTRATOR_ALREADY_EXISTS
 */
export async function insertAdministrator(
  tx: Operation,
  { email, name, passwordHash, role }: Omit<Required<NewAdministrator>, 'password'> & { readonly passwordHash: string },
): Promise<Administrator> {
  const now = tx.clock.now();
  const created = await tx.db
    .insertInto('administrators', {
      id: newId(tx.clock),
      email,
      name,
      password_hash: passwordHash,
      totp_key: null,
      totp_confirmed_at: null,
      totp_last_step: null,
      created_at: now,
      updated_at: now,
      last_signed_in_at: null,
      role,
    })
    .onConflict((conflict) => conflict.columns(['partner_id', 'email']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!created) throw new Problem('ADMINISTRATOR_ALREADY_EXISTS');
  await tx.db.deleteFrom('administrator_invitations').where('email', '=', email).execute();
  await unlockAccount(tx, created);
  return created;
}
