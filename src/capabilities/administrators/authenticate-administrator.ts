import { Problem } from '../../platform/http/problems.ts';
import type { Operation } from '../../platform/operation.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type Administrator, findLockedAdministrator, normalEmail } from './administrator-record.ts';
import { pretendToVerify, verifyPassword } from './password.ts';
import { acceptedStep } from './second-factor.ts';
import type { TotpVault } from './totp-vault.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator application; needed once a second factor is set up. */
  readonly code: string | undefined;
}

/**
 * Checks e-mail address, password and second factor, and lets the administrator in by `admit`, in the transaction that used the
 * code up. What is wrong is not told, except that a code is missing once the password was right. An address that nobody has
 * takes as long as one that somebody has.
 * @throws Problem SIGN_IN_FAILED, SECOND_FACTOR_REQUIRED
 */
export async function authenticateAdministrator<T>(
  operation: Operation,
  vault: TotpVault,
  { email, password, code }: Credentials,
  admit: (tx: Operation, administrator: Administrator) => Promise<T>,
): Promise<T> {
  const known = await operation.db
    .selectFrom('administrators')
    .selectAll()
    .where('email', '=', normalEmail(email))
    .executeTakeFirst();
  const isRight = await (known ? verifyPassword(password, known.password_hash) : pretendToVerify(password));
  if (!known || !isRight) {
    await recordFailure(operation, known?.id ?? null, known ? 'password' : 'email');
    throw new Problem('SIGN_IN_FAILED');
  }
  if (known.totp_confirmed_at !== null && code === undefined) throw new Problem('SECOND_FACTOR_REQUIRED');
  const signedIn = await operation.transaction(async (tx) => {
    const administrator = await useCode(tx, vault, known, code);
    return administrator && { admitted: await admit(tx, administrator) };
  });
  if (signedIn) return signedIn.admitted;
  await recordFailure(operation, known.id, 'code');
  throw new Problem('SIGN_IN_FAILED');
}

/** @returns null when the code is not accepted, or the password was changed or the administrator removed meanwhile */
async function useCode(
  tx: Operation,
  vault: TotpVault,
  known: Administrator,
  code: string | undefined,
): Promise<Administrator | null> {
  const locked = await findLockedAdministrator(tx, known.id);
  if (locked?.password_hash !== known.password_hash) return null;
  const now = tx.clock.now();
  let step = locked.totp_last_step;
  if (locked.totp_confirmed_at !== null) {
    const key = vault.open(tx.partnerId, locked);
    step = await acceptedStep(key, code ?? '', now, locked.totp_last_step);
    if (step === null) return null;
  }
  return tx.db
    .updateTable('administrators')
    .set({ totp_last_step: step, last_signed_in_at: now })
    .where('id', '=', locked.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Also of an address that nobody has: to write nothing would be quicker. */
async function recordFailure(
  operation: Operation,
  id: string | null,
  wrong: 'email' | 'password' | 'code',
): Promise<void> {
  await recordAudit(operation, { action: 'administrator.sign_in_failed', subjectId: id, details: { wrong } });
}
