import type { Operation } from '../../core/operation/operation.ts';
import { originOf } from '../../platform/http/origin.ts';
import {
  type Administrator,
  type AdministratorTools,
  type Assertion,
  authenticateAdministrator,
  authenticateByPasskey,
  type Credentials,
  type Visit,
} from '../administrators/index.ts';
import { openAdministratorSession, sessionSeconds } from '../sessions/index.ts';
import { addDevice, type KnownDevice, useDevice } from '../sign-in-limits/index.ts';

/** What goes into the browser's cookies; only hashes are kept of it. */
export interface SignedInBrowser {
  readonly secret: string;
  readonly maxAgeSeconds: number;
  readonly deviceSecrets: readonly string[];
}

/**
 * Signs an administrator in on a portal. A browser that is new to the account becomes a known device of it, and the administrator
 * hears of that by mail.
 * @throws Problem SIGN_IN_FAILED, SECOND_FACTOR_REQUIRED; Refusal 429
 */
export async function signInAdministrator(
  operation: Operation,
  { vault }: AdministratorTools,
  credentials: Credentials,
  visit: Visit,
): Promise<SignedInBrowser> {
  return authenticateAdministrator(operation, vault, credentials, visit, letIn(visit));
}

/**
 * The same by a passkey alone.
 * @throws Problem SIGN_IN_FAILED; Refusal 429
 */
export async function signInByPasskey(
  operation: Operation,
  assertion: Assertion,
  visit: Visit,
): Promise<SignedInBrowser> {
  return authenticateByPasskey(operation, assertion, visit, letIn(visit));
}

function letIn(visit: Visit) {
  return async (transaction: Operation, administrator: Administrator, device: KnownDevice | undefined) => {
    const tx = transaction.actingFor(transaction.partnerId, { kind: 'administrator', id: administrator.id });
    const browser = await openBrowser(tx, administrator, visit, device);
    if (!device) {
      const notice = { event: 'new_device' as const, ...originOf(visit.client) };
      await tx.effects.signInChanged(tx, { administrator, notice });
    }
    return browser;
  };
}

/** Opens the session of an administrator who is let in, within the caller's transaction; a browser that is new becomes known. */
export async function openBrowser(
  tx: Operation,
  { id }: Administrator,
  { client, portalDomain }: Visit,
  device: KnownDevice | undefined,
): Promise<SignedInBrowser> {
  const { id: portalDomainId } = await tx.db
    .selectFrom('portal_domains')
    .select('id')
    .where('domain', '=', portalDomain)
    .executeTakeFirstOrThrow();
  const origin = originOf(client);
  const browser = { portalDomainId, origin, formerSecret: client.sessionSecret, isKnown: device !== undefined };
  const secret = await openAdministratorSession(tx, id, browser);
  const signedIn = { secret, maxAgeSeconds: sessionSeconds };
  if (device) {
    await useDevice(tx, device);
    return { ...signedIn, deviceSecrets: client.deviceSecrets };
  }
  const deviceSecret = await addDevice(tx, id, portalDomainId);
  return { ...signedIn, deviceSecrets: [deviceSecret, ...client.deviceSecrets] };
}
