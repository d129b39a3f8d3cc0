import type { Operation } from '../../platform/operation.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { OperatorError } from '../partners/operator-error.ts';
import { normalEmail } from './administrator-record.ts';
import { hashPassword, requireGoodPassword } from './password.ts';

/**
 * Lets an administrator in again who lost the password or the authenticator application: another password, no second factor,
 * and every session ended.
 * @throws OperatorError when the partner has no such administrator; InvalidInput on password
 */
export async function resetAdministrator(operation: Operation, emailText: string, password: string): Promise<string> {
  const email = normalEmail(emailText);
  requireGoodPassword('password', password, email);
  const passwordHash = await hashPassword(password);
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
      .returning('id')
      .executeTakeFirst();
    if (!reset) throw new OperatorError(`The partner has no administrator ${email}.`);
    await tx.db.deleteFrom('sessions').where('administrator_id', '=', reset.id).execute();
    await recordAudit(tx, { action: 'administrator.reset', subjectId: reset.id, details: { email } });
    return reset.id;
  });
}
