import { Problem, Refusal } from '../../core/api/problems.ts';
import type { Client } from '../../core/api/route.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { clientNetwork } from '../../platform/http/client-network.ts';
import { originOf } from '../../platform/http/origin.ts';
import {
  codeSlowDown,
  codeSubject,
  countAttempt,
  countPasskeyAttempt,
  countPasswordAttempt,
  findDevice,
  forgetFailures,
  forgetPasskeyAttempt,
  forgetPasswordAttempt,
  isFirstRefusal,
  type KnownDevice,
  type TriedAccount,
} from '../sign-in-limits/index.ts';
import { type Administrator, findLockedAdministrator, normalEmail } from './administrator-record.ts';
import { type Assertion, authenticationOptions } from './passkey-ceremony.ts';
import { findPasskey, issueChallenge, listPasskeys, type Passkey, usePasskey } from './passkey-record.ts';
import { type PasswordTurn, pretendToVerify, verifyPassword } from './password.ts';
import { acceptedStepOf } from './second-factor.ts';
import type { TotpVault } from './totp-vault.ts';

/** What an administrator signs in with. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator application; once a second factor is set up, this or a passkey is needed. */
  readonly code: string | undefined;
  /** What a passkey signed of the options that SECOND_FACTOR_REQUIRED told. */
  readonly passkey: Assertion | undefined;
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
 * code up. What is wrong is not told, except that a code or passkey is missing once the password was right. An address that nobody has
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
  const device = await findDevice(operation, known?.id ?? nobody, visit.portalDomain, deviceSecrets);
  const tried = { email, client: visit.client, device };
  return tellingRefusals(operation, known?.id ?? null, tried, () =>
    authenticate(operation, vault, credentials, known, tried, visit, admit),
  );
}

/**
 * The same by a passkey alone, which made sure of the person: it is both factors at once.
 * @throws Problem SIGN_IN_FAILED; Refusal 429
 */
export async function authenticateByPasskey<T>(
  operation: Operation,
  assertion: Assertion,
  { client, portalDomain }: Visit,
  admit: Admit<T>,
): Promise<T> {
  const passkey = await findPasskey(operation, assertion, portalDomain);
  const id = passkey?.administrator_id ?? null;
  const device = await findDevice(operation, id ?? nobody, portalDomain, client.deviceSecrets);
  const tried = { client, device };
  return tellingRefusals(operation, id, tried, async () => {
    await countPasskeyAttempt(operation, tried);
    const signedIn = passkey && (await operation.transaction((tx) => admitBy(tx, passkey, assertion, tried, admit)));
    if (signedIn) return signedIn.admitted;
    await record(operation, id, tried, 'administrator.sign_in_failed', { wrong: 'passkey' });
    throw new Problem('SIGN_IN_FAILED');
  });
}

async function admitBy<T>(
  tx: Operation,
  passkey: Passkey,
  assertion: Assertion,
  tried: Attempt,
  admit: Admit<T>,
): Promise<{ admitted: T } | null> {
  const locked = await findLockedAdministrator(tx, passkey.administrator_id);
  const aim = { purpose: 'sign_in' as const, administrator_id: null, portal_domain: passkey.portal_domain };
  if (!locked || !(await usePasskey(tx, passkey, assertion, aim))) return null;
  await forgetPasskeyAttempt(tx, tried);
  const administrator = await noteSignIn(tx, locked.id, locked.totp_last_step);
  return { admitted: await admit(tx, administrator, tried.device) };
}

/** What a passkey has to sign for that: whoever asks, and however often. */
export async function passkeySignInOptions(operation: Operation, portalDomain: string) {
  const aim = { purpose: 'sign_in' as const, administrator_id: null, portal_domain: portalDomain };
  const challenge = await issueChallenge(operation, aim);
  return authenticationOptions({ challenge, portalDomain }, null);
}

type Attempt = Pick<TriedAccount, 'client' | 'device'>;

async function tellingRefusals<T>(
  operation: Operation,
  knownId: string | null,
  tried: Attempt,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const isTold = error instanceof Refusal && (await isFirstRefusal(operation, knownId, tried.client));
    if (isTold) await record(operation, knownId, tried, 'administrator.sign_in_throttled');
    throw error;
  }
}

async function authenticate<T>(
  operation: Operation,
  vault: TotpVault,
  credentials: Credentials,
  known: Administrator | undefined,
  tried: TriedAccount,
  { portalDomain }: Visit,
  admit: Admit<T>,
): Promise<T> {
  const { device, client } = tried;
  const { password, code, passkey } = credentials;
  await countPasswordAttempt(operation, tried);
  const turn: PasswordTurn = device
    ? ['known_device', operation.partnerId, device.id]
    : ['visitor', operation.partnerId, clientNetwork(client.address)];
  const isRight = await (known
    ? verifyPassword(turn, password, known.password_hash)
    : pretendToVerify(operation, turn, password));
  if (!known || !isRight) {
    const wrong = known ? 'password' : 'email';
    await record(operation, known?.id ?? null, tried, 'administrator.sign_in_failed', { wrong });
    throw new Problem('SIGN_IN_FAILED');
  }
  await forgetPasswordAttempt(operation, tried);
  if (code === undefined && passkey === undefined) {
    const passkeys = await listPasskeys(operation, known.id);
    const missing = known.totp_confirmed_at !== null ? 'code' : passkeys.length > 0 ? 'passkey' : null;
    if (missing !== null) {
      await record(operation, known.id, tried, 'administrator.sign_in_incomplete', { missing });
      const ways = passkeys.length === 0 ? {} : await waysOn(operation, known, passkeys, portalDomain);
      throw new Problem('SECOND_FACTOR_REQUIRED', ways);
    }
  }
  const signedIn = await operation.transaction(async (tx) => {
    const administrator = await useSecondFactor(tx, vault, known, credentials, { device, portalDomain });
    return administrator && { admitted: await admit(tx, administrator, device) };
  });
  if (signedIn) return signedIn.admitted;
  const wrong = passkey === undefined ? 'code' : 'passkey';
  await record(operation, known.id, tried, 'administrator.sign_in_failed', { wrong });
  throw new Problem('SIGN_IN_FAILED');
}

/** By what whoever has passkeys can go on: `code`, `passkey`, or neither where all of them are for other portal domains. */
async function waysOn(operation: Operation, known: Administrator, passkeys: readonly Passkey[], portalDomain: string) {
  const here = passkeys.filter((passkey) => passkey.portal_domain === portalDomain);
  const methods = [...(known.totp_confirmed_at !== null ? ['code'] : []), ...(here.length > 0 ? ['passkey'] : [])];
  if (here.length === 0) return { methods };
  const aim = { purpose: 'second_factor' as const, administrator_id: known.id, portal_domain: portalDomain };
  const challenge = await issueChallenge(operation, aim);
  return { methods, passkey_options: await authenticationOptions({ challenge, portalDomain }, here) };
}

/**
 * @returns null when the code or passkey is not accepted, or the password was changed or the administrator removed meanwhile
 * @throws Refusal 429 after too many wrong ones
 */
async function useSecondFactor(
  tx: Operation,
  vault: TotpVault,
  known: Administrator,
  { code, passkey: assertion }: Credentials,
  { device, portalDomain }: { readonly device: KnownDevice | undefined; readonly portalDomain: string },
): Promise<Administrator | null> {
  const locked = await findLockedAdministrator(tx, known.id);
  if (locked?.password_hash !== known.password_hash) return null;
  const passkeys = await listPasskeys(tx, locked.id);
  let step = locked.totp_last_step;
  if (locked.totp_confirmed_at !== null || passkeys.length > 0) {
    const subject = codeSubject(known.id, device);
    await countAttempt(tx, subject, codeSlowDown);
    if (assertion) {
      const signer = await findPasskey(tx, assertion, portalDomain);
      const aim = { purpose: 'second_factor' as const, administrator_id: locked.id, portal_domain: portalDomain };
      const isOwn = signer?.administrator_id === locked.id;
      if (!isOwn || !(await usePasskey(tx, signer, assertion, aim))) return null;
    } else {
      if (locked.totp_confirmed_at === null) return null;
      step = await acceptedStepOf(tx, vault, locked, code ?? '');
      if (step === null) return null;
    }
    await forgetFailures(tx, [subject]);
  }
  return noteSignIn(tx, locked.id, step);
}

async function noteSignIn(tx: Operation, id: string, totpStep: number | null): Promise<Administrator> {
  return tx.db
    .updateTable('administrators')
    .set({ totp_last_step: totpStep, last_signed_in_at: tx.clock.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Also of an address that nobody has: to write nothing would be quicker. */
async function record(
  operation: Operation,
  knownId: string | null,
  { client, device }: Attempt,
  action: `administrator.sign_in_${'failed' | 'incomplete' | 'throttled'}`,
  details: Record<string, string> = {},
): Promise<void> {
  await recordFact(operation, {
    type: action,
    subjectId: knownId,
    details: { ...details, device: device ? 'known' : 'new', ...originOf(client) },
  });
}
