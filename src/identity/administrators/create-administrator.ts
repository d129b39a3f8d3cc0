import { Problem } from '../../core/api/problems.ts';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import { unlockAccount } from '../sign-in-limits/index.ts';
import { type Administrator, normalEmail } from './administrator-record.ts';
import { hashPassword } from './password.ts';
import { requireGoodPassword, turnOfCaller } from './require-good-password.ts';

export interface NewAdministrator {
  readonly email: string;
  readonly name: string | null;
  readonly password: string;
}

/**
 * Lets one of the partner's own people sign in to the portal.
 * @throws InvalidInput on password; Problem ADMINISTRATOR_ALREADY_EXISTS; Refusal 429
 */
export async function createAdministrator(operation: Operation, request: NewAdministrator): Promise<Administrator> {
  const email = normalEmail(request.email);
  const turn = turnOfCaller(operation);
  await requireGoodPassword(operation, turn, 'password', request.password, { email, name: request.name });
  const passwordHash = await hashPassword(turn, request.password);
  return operation.transaction(async (tx) => {
    const now = tx.clock.now();
    const created = await tx.db
      .insertInto('administrators', {
        id: newId(tx.clock),
        email,
        name: request.name,
        password_hash: passwordHash,
        totp_key: null,
        totp_confirmed_at: null,
        totp_last_step: null,
        created_at: now,
        updated_at: now,
        last_signed_in_at: null,
      })
      .onConflict((conflict) => conflict.columns(['partner_id', 'email']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!created) throw new Problem('ADMINISTRATOR_ALREADY_EXISTS');
    await unlockAccount(tx, created);
    await recordAudit(tx, { action: 'administrator.created', subjectId: created.id, details: { email } });
    return created;
  });
}
