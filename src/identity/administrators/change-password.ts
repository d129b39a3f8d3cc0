import { InvalidInput } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { endOtherSessions } from '../sessions/index.ts';
import { forgetDevices, unlockAccount } from '../sign-in-limits/index.ts';
import { lockAdministrator } from './administrator-record.ts';
import { hashPassword } from './password.ts';
import { forgetPasswordResets } from './password-reset.ts';
import { type ProofClaim, provePassword, settleProof } from './prove-password.ts';
import { requireGoodPassword, turnOfCaller } from './require-good-password.ts';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Of this browser, which stays a known device. */
  readonly deviceSecrets: readonly string[];
}

/**
 * Sets another password, ends the administrator's other sessions and forgets the other devices: whoever else has the old one is
 * out. The administrator hears of it by mail.
 * @throws InvalidInput on current_password or new_password; Refusal 429
 */
export async function changePassword(operation: Operation, claim: ProofClaim, change: PasswordChange): Promise<void> {
  const { administratorId } = claim;
  const administrator = await provePassword(operation, claim, 'current_password', change.currentPassword);
  await settleProof(operation, claim);
  const turn = turnOfCaller(operation);
  await requireGoodPassword(operation, turn, 'new_password', change.newPassword, administrator);
  const passwordHash = await hashPassword(operation, turn, change.newPassword);
  await operation.transaction(async (tx) => {
    const { password_hash: present } = await lockAdministrator(tx, administratorId);
    // It was changed while this one was looked at.
    if (present !== administrator.password_hash)
      throw new InvalidInput({ current_password: ['The current_password field is not your password.'] });
    await tx.db
      .updateTable('administrators')
      .set({ password_hash: passwordHash, updated_at: tx.clock.now() })
      .where('id', '=', administratorId)
      .execute();
    await forgetPasswordResets(tx, administrator.email);
    await endOtherSessions(tx, administratorId, claim.sessionId);
    await forgetDevices(tx, administratorId, change.deviceSecrets);
    await unlockAccount(tx, administrator);
    await tx.effects.signInChanged(tx, { administrator, notice: { event: 'password_changed', ...claim.origin } });
    await recordFact(tx, {
      type: 'administrator.password_changed',
      subjectId: administratorId,
      details: { ...claim.origin },
    });
  });
}
