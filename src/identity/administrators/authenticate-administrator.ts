import { Problem, Refusal } from '../../core/api/problems.ts';
import type { Client } from '../../core/api/route.ts';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { clientNetwork } from '../../platform/http/client-network.ts';
import {
  codeSlowDown,
  codeSubject,
  countAttempt,
  countPasswordAttempt,
  findDevice,
  forgetFailures,
  forgetPasswordAttempt,
  isFirstRefusal,
  type KnownDevice,
  originOf,
  type TriedAccount,
} from '../sign-in-limits/index.ts';
import { type Administrator, findLockedAdministrator, normalEmail } from './administrator-record.ts';
import { type PasswordTurn, pretendToVerify, verifyPassword } from './password.ts';
import { acceptedStep } from './second-factor.ts';
import type { TotpVault } from './totp-vault.ts';

/** What an administrator signs in with. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator application; needed once a second factor is set up. */
  readonly code: string | undefined;
}

/** A browser at a portal. */
export interface Visit {
  readonly portalDomain: string;
  readonly client: Client;
}

/** Who is let in, and from which known device; undefined: from a new one. */
export type Admit<T> = (tx: Operation, administrator: Administrator, device: KnownDevice | undefined) => Promise<T>;

/** In place of an administrator's id: what is looked up for an address that nobody has is as much as for another. */
export const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Checks e-mail address, password and second factor, and lets the administrator in by `admit`, in the transaction that used the
 * code up. What is wrong is not told, except that a code is missing once the password was right. An address that nobody has
 * takes as long as one that somebody has. Every attempt is in the audit log, with where it came from; of those that are refused
 * unseen the first of a minute is.
 * @throws Problem SIGN_IN_FAILED, SECOND_FACTOR_REQUIRED; Refusal 429
 */
export async function authenticateAdministrator<T>(
  operation: Operation,
  vault: TotpVault,
  credentials: Credentials,
  visit: Visit,
  admit: Admit<T>,
): Promise<T> {
  const email = normalEmail(credentials.email);
  const known = await operation.db
    .selectFrom('administrators')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst();
  const { deviceSecrets } = visit.client;
  const device =
    deviceSecrets.length === 0
      ? undefined
      : await findDevice(operation, known?.id ?? nobody, visit.portalDomain, deviceSecrets);
  const tried = { email, client: visit.client, device };
  try {
    return await authenticate(operation, vault, credentials, known, tried, admit);
  } catch (error) {
    const isTold = error instanceof Refusal && (await isFirstRefusal(operation, known?.id ?? null, visit.client));
    if (isTold) await record(operation, known, tried, 'administrator.sign_in_throttled');
    throw error;
  }
}

async function authenticate<T>(
  operation: Operation,
  vault: TotpVault,
  { password, code }: Credentials,
  known: Administrator | undefined,
  tried: TriedAccount,
  admit: Admit<T>,
): Promise<T> {
  const { device, client } = tried;
  await countPasswordAttempt(operation, tried);
  const turn: PasswordTurn = device
    ? ['known_device', operation.partnerId, device.id]
    : ['visitor', operation.partnerId, clientNetwork(client.address)];
  const isRight = await (known ? verifyPassword(turn, password, known.password_hash) : pretendToVerify(turn, password));
  if (!known || !isRight) {
    const wrong = known ? 'password' : 'email';
    await record(operation, known, tried, 'administrator.sign_in_failed', { wrong });
    throw new Problem('SIGN_IN_FAILED');
  }
  await forgetPasswordAttempt(operation, tried);
  if (known.totp_confirmed_at !== null && code === undefined) {
    await record(operation, known, tried, 'administrator.sign_in_incomplete', { missing: 'code' });
    throw new Problem('SECOND_FACTOR_REQUIRED');
  }
  const signedIn = await operation.transaction(async (tx) => {
    const administrator = await useCode(tx, vault, known, code, device);
    return administrator && { admitted: await admit(tx, administrator, device) };
  });
  if (signedIn) return signedIn.admitted;
  await record(operation, known, tried, 'administrator.sign_in_failed', { wrong: 'code' });
  throw new Problem('SIGN_IN_FAILED');
}

/**
 * @returns null when the code is not accepted, or the password was changed or the administrator removed meanwhile
 * @throws Refusal 429 after too many wrong codes
 */
async function useCode(
  tx: Operation,
  vault: TotpVault,
  known: Administrator,
  code: string | undefined,
  device: KnownDevice | undefined,
): Promise<Administrator | null> {
  const locked = await findLockedAdministrator(tx, known.id);
  if (locked?.password_hash !== known.password_hash) return null;
  const now = tx.clock.now();
  let step = locked.totp_last_step;
  if (locked.totp_confirmed_at !== null) {
    const subject = codeSubject(known.id, device);
    await countAttempt(tx, subject, codeSlowDown);
    const key = vault.open(tx.partnerId, locked);
    step = await acceptedStep(key, code ?? '', now, locked.totp_last_step);
    if (step === null) return null;
    await forgetFailures(tx, [subject]);
  }
  return tx.db
    .updateTable('administrators')
    .set({ totp_last_step: step, last_signed_in_at: now })
    .where('id', '=', locked.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Also of an address that nobody has: to write nothing would be quicker. */
async function record(
  operation: Operation,
  known: Administrator | undefined,
  { client, device }: TriedAccount,
  action: `administrator.sign_in_${'failed' | 'incomplete' | 'throttled'}`,
  details: Record<string, string> = {},
): Promise<void> {
  await recordAudit(operation, {
    action,
    subjectId: known?.id ?? null,
    details: { ...details, device: device ? 'known' : 'new', ...originOf(client) },
  });
}
