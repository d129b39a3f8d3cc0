import { InvalidInput, Problem } from '../../platform/http/problems.ts';
import type { Operation } from '../../platform/operation.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { getAdministrator, lockAdministrator } from './administrator-record.ts';
import { verifyPassword } from './password.ts';
import { acceptedStep, newTotpKey, totpUri } from './second-factor.ts';
import type { TotpVault } from './totp-vault.ts';

/**
 * Makes a key for an authenticator application. It counts once a code of it was entered; until then it can be made anew.
 * @param issuer the name that the application shows
 * @throws Problem SECOND_FACTOR_STATE_CONFLICT when there is one already
 */
export async function proposeSecondFactor(
  operation: Operation,
  vault: TotpVault,
  administratorId: string,
  issuer: string,
): Promise<{ key: string; uri: string }> {
  return operation.transaction(async (tx) => {
    const administrator = await lockAdministrator(tx, administratorId);
    if (administrator.totp_confirmed_at !== null) throw new Problem('SECOND_FACTOR_STATE_CONFLICT');
    const key = newTotpKey();
    await tx.db
      .updateTable('administrators')
      .set({ totp_key: vault.seal(tx.partnerId, administratorId, key), updated_at: tx.clock.now() })
      .where('id', '=', administratorId)
      .execute();
    await recordAudit(tx, { action: 'administrator.second_factor_proposed', subjectId: administratorId });
    return { key, uri: totpUri(key, issuer, administrator.email) };
  });
}

/**
 * Turns the second factor on: the code proves that the application has the key.
 * @throws Problem SECOND_FACTOR_STATE_CONFLICT without a proposed key; InvalidInput on code
 */
export async function confirmSecondFactor(
  operation: Operation,
  vault: TotpVault,
  administratorId: string,
  code: string,
): Promise<void> {
  await operation.transaction(async (tx) => {
    const administrator = await lockAdministrator(tx, administratorId);
    if (administrator.totp_confirmed_at !== null || administrator.totp_key === null)
      throw new Problem('SECOND_FACTOR_STATE_CONFLICT');
    const now = tx.clock.now();
    const step = await acceptedStep(vault.open(tx.partnerId, administrator), code, now, null);
    if (step === null)
      throw new InvalidInput({
        code: ['The code field must be the present code of the application: check its clock.'],
      });
    await tx.db
      .updateTable('administrators')
      .set({ totp_confirmed_at: now, totp_last_step: step, updated_at: now })
      .where('id', '=', administratorId)
      .execute();
    await recordAudit(tx, { action: 'administrator.second_factor_confirmed', subjectId: administratorId });
  });
}

/**
 * Turns the second factor off, for whoever knows the password.
 * @throws InvalidInput on password; Problem SECOND_FACTOR_STATE_CONFLICT when there is none
 */
export async function removeSecondFactor(
  operation: Operation,
  administratorId: string,
  password: string,
): Promise<void> {
  const administrator = await getAdministrator(operation, administratorId);
  if (!(await verifyPassword(password, administrator.password_hash)))
    throw new InvalidInput({ password: ['The password field is not your password.'] });
  await operation.transaction(async (tx) => {
    const { totp_key: key } = await lockAdministrator(tx, administratorId);
    if (key === null) throw new Problem('SECOND_FACTOR_STATE_CONFLICT');
    await tx.db
      .updateTable('administrators')
      .set({ totp_key: null, totp_confirmed_at: null, totp_last_step: null, updated_at: tx.clock.now() })
      .where('id', '=', administratorId)
      .execute();
    await recordAudit(tx, { action: 'administrator.second_factor_removed', subjectId: administratorId });
  });
}
