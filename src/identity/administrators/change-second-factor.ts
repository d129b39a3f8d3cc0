import { InvalidInput, Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lockAdministrator } from './administrator-record.ts';
import { type ProofClaim, provePassword, recordFailedProof, settleProof } from './prove-password.ts';
import { acceptedStep, acceptedStepOf, newTotpKey, totpUri } from './second-factor.ts';
import { requireAnotherFactor } from './second-factor-demand.ts';
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
    await recordFact(tx, { type: 'administrator.second_factor_proposed', subjectId: administratorId });
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
    await recordFact(tx, { type: 'administrator.second_factor_confirmed', subjectId: administratorId });
  });
}

export interface SecondFactorProof {
  readonly password: string;
  /** Of the application; needed unless the second factor was never confirmed. */
  readonly code: string | undefined;
}

/**
 * Turns the authenticator application off, for whoever has both the password and a code of it; a person who lost the application is reset by
 * the operator, or removed and made anew by another administrator. The administrator hears of it by mail.
 * @throws InvalidInput on password or code; Problem SECOND_FACTOR_STATE_CONFLICT when there is none, LAST_SECOND_FACTOR;
 *   Refusal 429
 */
export async function removeSecondFactor(
  operation: Operation,
  vault: TotpVault,
  claim: ProofClaim,
  proof: SecondFactorProof,
): Promise<void> {
  const { administratorId } = claim;
  await provePassword(operation, claim, 'password', proof.password);
  const isRemoved = await operation.transaction(async (tx) => {
    const administrator = await lockAdministrator(tx, administratorId);
    if (administrator.totp_key === null) throw new Problem('SECOND_FACTOR_STATE_CONFLICT');
    if (administrator.totp_confirmed_at !== null) {
      const step = await acceptedStepOf(tx, vault, administrator, proof.code ?? '');
      if (step === null) return false;
    }
    await tx.db
      .updateTable('administrators')
      .set({ totp_key: null, totp_confirmed_at: null, totp_last_step: null, updated_at: tx.clock.now() })
      .where('id', '=', administratorId)
      .execute();
    if (administrator.totp_confirmed_at !== null) await requireAnotherFactor(tx, administratorId);
    await settleProof(tx, claim);
    await tx.effects.signInChanged(tx, { administrator, notice: { event: 'second_factor_removed', ...claim.origin } });
    await recordFact(tx, {
      type: 'administrator.second_factor_removed',
      subjectId: administratorId,
      details: { ...claim.origin },
    });
    return true;
  });
  if (isRemoved) return;
  await recordFailedProof(operation, claim, 'code');
  throw new InvalidInput({ code: ['The code field must be the present code of your application.'] });
}
