import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { forgetDevices, unlockAccount } from '../sign-in-limits/index.ts';
import { normalEmail } from './administrator-record.ts';
import { forgetPasskeys } from './passkey-record.ts';
import { hashPassword } from './password.ts';
import { forgetPasswordResets } from './password-reset.ts';
import { requireGoodPassword, turnOfCaller } from './require-good-password.ts';

/**
 * Lets an administrator in again who lost the password, the authenticator application or the passkey: another password, no second factor,
 * every session ended, every device forgotten, and nothing held against the account. The administrator hears of it by mail.
 * @throws OperatorError when the partner has no such administrator; InvalidInput on password
 */
export async function resetAdministrator(operation: Operation, emailText: string, password: string): Promise<string> {
  const email = normalEmail(emailText);
  const turn = turnOfCaller(operation);
  await requireGoodPassword(operation, turn, 'password', password, { email, name: null });
  const passwordHash = await hashPassword(operation, turn, password);
  return operation.transaction(async (tx) => {
    const reset = await tx.db
      .updateTable('administrators')
      .set({
        password_hash: passwordHash,
        totp_key: null,
        totp_confirmed_at: null,
        totp_last_step: null,
        updated_at: tx.clock.now(),
      })
      .where('email', '=', email)
      .returning(['id', 'email'])
      .executeTakeFirst();
    if (!reset) throw new OperatorError(`The partner has no administrator ${email}.`);
    await forgetPasskeys(tx, reset.id);
    await forgetPasswordResets(tx, email);
    await endSessionsOf(tx, reset.id);
    await forgetDevices(tx, reset.id);
    await unlockAccount(tx, reset);
    await tx.effects.signInChanged(tx, {
      administrator: reset,
      notice: { event: 'access_reset', address: null, user_agent: null },
    });
    await recordFact(tx, { type: 'administrator.reset', subjectId: reset.id, details: { email } });
    return reset.id;
  });
}
