import { InvalidInput } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { noteStepUp } from '../sessions/index.ts';
import { codeSlowDown, countAttempt, sessionSubject } from '../sign-in-limits/index.ts';
import { lockAdministrator } from './administrator-record.ts';
import { type ProofClaim, provePassword, recordFailedProof, settleProof } from './prove-password.ts';
import { acceptedStepOf } from './second-factor.ts';
import type { TotpVault } from './totp-vault.ts';

/** What shows that it is the administrator still who sits before the session. */
export type Proof = { readonly password: string } | { readonly code: string };

/**
 * Notes that a signed-in administrator has shown the password, or a code of the second factor, just now: what outlives a session is
 * asked for within minutes of it. Wrong ones slow down further ones of the session, as all that are asked for within it.
 * @throws InvalidInput on password or code; Refusal 429
 */
export async function proveAgain(
  operation: Operation,
  vault: TotpVault,
  claim: ProofClaim,
  proof: Proof,
): Promise<void> {
  if ('password' in proof) {
    await provePassword(operation, claim, 'password', proof.password);
    await operation.transaction((tx) => settle(tx, claim, 'password'));
    return;
  }
  await countAttempt(operation, sessionSubject(claim.sessionId), codeSlowDown);
  const isRight = await operation.transaction(async (tx) => {
    if (!(await useCode(tx, vault, claim.administratorId, proof.code))) return false;
    await settle(tx, claim, 'code');
    return true;
  });
  if (isRight) return;
  await recordFailedProof(operation, claim, 'code');
  throw new InvalidInput({ code: ['The code field must be the present code of your application.'] });
}

async function settle(tx: Operation, claim: ProofClaim, by: 'password' | 'code'): Promise<void> {
  await settleProof(tx, claim);
  await noteStepUp(tx, claim.sessionId);
  const details = { by, ...claim.origin };
  await recordFact(tx, { type: 'administrator.proved', subjectId: claim.administratorId, details });
}

/** Whether it is the present code of a second factor that is set up. Then it counts no more. */
async function useCode(tx: Operation, vault: TotpVault, administratorId: string, code: string): Promise<boolean> {
  const administrator = await lockAdministrator(tx, administratorId);
  if (administrator.totp_confirmed_at === null) return false;
  const step = await acceptedStepOf(tx, vault, administrator, code);
  if (step === null) return false;
  await tx.db.updateTable('administrators').set({ totp_last_step: step }).where('id', '=', administratorId).execute();
  return true;
}
