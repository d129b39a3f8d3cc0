import type { Credential } from '../../core/api/credential.ts';
import { InvalidInput, Problem } from '../../core/api/problems.ts';
import type { Client } from '../../core/api/route.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type Origin, originOf } from '../../platform/http/origin.ts';
import { countAttempt, forgetFailures, passwordSlowDown, sessionSubject } from '../sign-in-limits/index.ts';
import { type Administrator, getAdministrator } from './administrator-record.ts';
import { verifyPassword } from './password.ts';
import { turnOfCaller } from './require-good-password.ts';

/** An administrator who is signed in, and wants something that an open session alone must not be enough for. */
export interface ProofClaim {
  readonly administratorId: string;
  readonly sessionId: string;
  readonly origin: Origin;
}

/** @throws Problem ACCESS_DENIED for whoever is no administrator */
export function proofClaimOf(credential: Credential | null, client: Client): ProofClaim {
  if (credential?.kind !== 'administrator') throw new Problem('ACCESS_DENIED');
  return { administratorId: credential.id, sessionId: credential.sessionId, origin: originOf(client) };
}

/**
 * Asks a signed-in administrator for the password: whoever found an open session must not guess it there, so wrong ones slow down
 * further ones of that session, until `settleProof`.
 * @throws InvalidInput on `field`; Refusal 429
 */
export async function provePassword(
  operation: Operation,
  claim: ProofClaim,
  field: string,
  password: string,
): Promise<Administrator> {
  const administrator = await getAdministrator(operation, claim.administratorId);
  await countAttempt(operation, sessionSubject(claim.sessionId), passwordSlowDown);
  if (!(await verifyPassword(turnOfCaller(operation), password, administrator.password_hash))) {
    await recordFailedProof(operation, claim, 'password');
    throw new InvalidInput({ [field]: [`The ${field} field is not your password.`] });
  }
  return administrator;
}

/** Everything that was asked for was right: nothing is held against the session. */
export async function settleProof(operation: Operation, { sessionId }: ProofClaim): Promise<void> {
  await forgetFailures(operation, [sessionSubject(sessionId)]);
}

export async function recordFailedProof(
  operation: Operation,
  claim: ProofClaim,
  wrong: 'password' | 'code',
): Promise<void> {
  const details = { wrong, ...claim.origin };
  await recordFact(operation, { type: 'administrator.proof_failed', subjectId: claim.administratorId, details });
}
