import { countInMinute } from '../../core/api/count-in-minute.ts';
import type { Client } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { clientNetwork, clientSite } from '../../platform/http/client-network.ts';
import { postgresRateLimiter } from '../../platform/http/rate-limits.ts';
import { countAttempt, forgetFailures, type SlowDown } from './failed-attempts.ts';
import type { KnownDevice } from './known-devices.ts';

/** Attempts in a minute, right or wrong, from devices that are new to the account. */
export const attemptsPerMinute = { perNetwork: 30, perSite: 120 };

/** Wrong passwords of one network or one device for an account, and wrong passwords and codes within a session. */
export const passwordSlowDown: SlowDown = { freeFailures: 10, firstSeconds: 30, longestSeconds: 960 };

/**
 * Wrong passwords for an account from all devices together that are new to it. Loose: it only keeps the many networks that somebody
 * may command from guessing more than some 1,500 times a day, and for as long as they try it delays the owner's new devices, too.
 */
const accountSlowDown: SlowDown = { freeFailures: 100, firstSeconds: 1, longestSeconds: 60 };

/** Wrong codes after a right password: fewer than a hundred a day. */
export const codeSlowDown: SlowDown = { freeFailures: 3, firstSeconds: 30, longestSeconds: 960 };

/** Mails to an address that anybody can have sent: a stranger must not fill somebody's mailbox. */
export const mailSlowDown: SlowDown = { freeFailures: 3, firstSeconds: 300, longestSeconds: 3_600 };

/** An account that somebody tries to sign in to, whether there is one or not. */
export interface TriedAccount {
  readonly email: string;
  readonly client: Client;
  /** Undefined: the browser is new to the account. */
  readonly device: KnownDevice | undefined;
}

/**
 * Counts an attempt at a password before it is looked at. A device that signed in before has a count of its own, and is refused by
 * nothing that others do.
 * @throws Refusal 429; its own count aside, nothing is held against the account then
 */
export async function countPasswordAttempt(operation: Operation, tried: TriedAccount): Promise<void> {
  const [own, shared] = passwordSubjects(tried);
  if (shared === undefined) return countAttempt(operation, own, passwordSlowDown);
  await limitNetwork(operation, tried.client.address);
  await operation.transaction(async (tx) => {
    await countAttempt(tx, own, passwordSlowDown);
    await countAttempt(tx, shared, accountSlowDown);
  });
}

/** The password was right: the attempt counts as no failure. */
export async function forgetPasswordAttempt(operation: Operation, tried: TriedAccount): Promise<void> {
  await forgetFailures(
    operation,
    passwordSubjects(tried).filter((subject) => subject !== undefined),
  );
}

/**
 * Counts an attempt at a passkey before it is looked at. Nobody guesses one: what is kept down is the work that strangers make, so a device
 * that signed in before is held to its own count, and everybody else to the network's.
 * @throws Refusal 429
 */
export async function countPasskeyAttempt(
  operation: Operation,
  { client, device }: Omit<TriedAccount, 'email'>,
): Promise<void> {
  if (device) await countAttempt(operation, passkeySubject(device), passwordSlowDown);
  else await limitNetwork(operation, client.address);
}

/** The passkey was right: the attempt counts as no failure. */
export async function forgetPasskeyAttempt(
  operation: Operation,
  { device }: Pick<TriedAccount, 'device'>,
): Promise<void> {
  if (device) await forgetFailures(operation, [passkeySubject(device)]);
}

function passkeySubject(device: KnownDevice): string {
  return `passkey device ${device.id}`;
}

/** Whom a wrong password is held against: the device alone, or the network and all new devices together. */
function passwordSubjects({ email, client, device }: TriedAccount): [own: string, shared?: string] {
  if (device) return [`password device ${device.id}`];
  return [`${networkSubject(email)}${clientNetwork(client.address)}`, accountSubject(email)];
}

function accountSubject(email: string): string {
  return `password ${email}`;
}

function networkSubject(email: string): string {
  return `${accountSubject(email)} from `;
}

/** Whom a wrong code, or a wrong passkey after a right password, is held against. */
export function codeSubject(administratorId: string, device: KnownDevice | undefined): string {
  return device ? `code device ${device.id}` : `code account ${administratorId}`;
}

/** Whom a wrong password or code is held against that was asked for within a session. */
export function sessionSubject(sessionId: string): string {
  return `session ${sessionId}`;
}

/** Whatever was tried at the account before, it starts anew: for one that is made or reset. Locks in the order of attempts. */
export async function unlockAccount(
  tx: Operation,
  account: { readonly id: string; readonly email: string },
): Promise<void> {
  await unlockPassword(tx, account.email);
  await forgetFailures(tx, [codeSubject(account.id, undefined)]);
}

/** The same of wrong passwords alone: who has another password by mail has shown no code. */
export async function unlockPassword(tx: Operation, email: string): Promise<void> {
  await tx.db.deleteFrom('sign_in_failures').where('subject', '^@', networkSubject(email)).execute();
  await forgetFailures(tx, [accountSubject(email)]);
}

async function limitNetwork(operation: Operation, address: string): Promise<void> {
  const { perNetwork, perSite } = attemptsPerMinute;
  await countInMinute(operation, `sign-in:${clientNetwork(address)}`, perNetwork, 'attempts');
  // After the network's: one network must not fill up what its neighbours have left.
  const site = clientSite(address);
  if (site !== null) await countInMinute(operation, `sign-in:${site}`, perSite, 'attempts');
}

/** Whether a refusal is the first of its minute for an account and a client, of which the audit log has one entry. */
export async function isFirstRefusal(
  operation: Operation,
  administratorId: string | null,
  client: Client,
): Promise<boolean> {
  const from = clientSite(client.address) ?? clientNetwork(client.address);
  const bucket = `refused-sign-in:${operation.partnerId} ${administratorId} ${from}`;
  return (await postgresRateLimiter(operation.db.connection, operation.clock).hit(bucket, 1)).allowed;
}
