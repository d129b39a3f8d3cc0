import { InvalidInput } from '../../platform/http/problems.ts';
import type { Operation } from '../../platform/operation.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { endOtherSessions } from '../sign-in/sessions.ts';
import { getAdministrator, lockAdministrator } from './administrator-record.ts';
import { hashPassword, requireGoodPassword, verifyPassword } from './password.ts';

/**
 * Sets another password and ends the administrator's other sessions: whoever else has the old one is out.
 * @throws InvalidInput on current_password or new_password
 */
export async function changePassword(
  operation: Operation,
  administratorId: string,
  keptSessionId: string,
  change: { readonly currentPassword: string; readonly newPassword: string },
): Promise<void> {
  const administrator = await getAdministrator(operation, administratorId);
  const isRight = await verifyPassword(change.currentPassword, administrator.password_hash);
  if (!isRight) throw wrongPassword();
  requireGoodPassword('new_password', change.newPassword, administrator.email);
  const passwordHash = await hashPassword(change.newPassword);
  await operation.transaction(async (tx) => {
    const { password_hash: present } = await lockAdministrator(tx, administratorId);
    // It was changed while this one was looked at.
    if (present !== administrator.password_hash) throw wrongPassword();
    await tx.db
      .updateTable('administrators')
      .set({ password_hash: passwordHash, updated_at: tx.clock.now() })
      .where('id', '=', administratorId)
      .execute();
    await endOtherSessions(tx, administratorId, keptSessionId);
    await recordAudit(tx, { action: 'administrator.password_changed', subjectId: administratorId });
  });
}

function wrongPassword(): InvalidInput {
  return new InvalidInput({ current_password: ['The current_password field is not your password.'] });
}
