import type { Operation, Resources } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import { generateToken, hashSecret } from '../../platform/secrets.ts';

/**
 * Browsers in which an administrator has signed in on a portal domain, by a secret in a cookie of which the hash is kept ("device
 * cookies" of OWASP). It signs nobody in: it only says that attempts come from where a right one came from before, so that what
 * strangers do to the account is not held against them.
 */
export interface KnownDevice {
  readonly id: string;
}

/** How long a device that is not used stays known. */
const memoryDays = 365;
/** Of one administrator; the longest unused is forgotten first. */
const maxDevices = 20;

/** The device of the administrator among those whose secrets the browser sends; undefined: it is new to the account. */
export async function findDevice(
  operation: Operation,
  administratorId: string,
  portalDomain: string,
  secrets: readonly string[],
): Promise<KnownDevice | undefined> {
  if (secrets.length === 0) return undefined;
  return operation.db
    .selectFrom('known_devices')
    .innerJoin('portal_domains', (join) =>
      join
        .onRef('portal_domains.partner_id', '=', 'known_devices.partner_id')
        .onRef('portal_domains.id', '=', 'known_devices.portal_domain_id'),
    )
    .select('known_devices.id')
    .where('known_devices.administrator_id', '=', administratorId)
    .where('known_devices.hash', '=', (hashes) => hashes.fn.any(hashes.val(secrets.map(hashSecret))))
    .where('known_devices.last_used_at', '>', oldestDevice(operation.clock.now()))
    .where('portal_domains.domain', '=', portalDomain)
    .executeTakeFirst();
}

/** Notes that the administrator signed in from the device, within the caller's transaction. */
export async function useDevice(tx: Operation, { id }: KnownDevice): Promise<void> {
  await tx.db.updateTable('known_devices').set({ last_used_at: tx.clock.now() }).where('id', '=', id).execute();
}

/**
 * Makes the browser a known device, within the caller's transaction.
 * @returns the secret for its cookie
 */
export async function addDevice(tx: Operation, administratorId: string, portalDomainId: string): Promise<string> {
  const secret = generateToken();
  const now = tx.clock.now();
  const newest = tx.db
    .selectFrom('known_devices')
    .select('id')
    .where('administrator_id', '=', administratorId)
    .orderBy('last_used_at', 'desc')
    .limit(maxDevices - 1);
  await tx.db
    .deleteFrom('known_devices')
    .where('administrator_id', '=', administratorId)
    .where('id', 'not in', newest)
    .execute();
  await tx.db
    .insertInto('known_devices', {
      id: newId(tx.clock),
      portal_domain_id: portalDomainId,
      administrator_id: administratorId,
      hash: hashSecret(secret),
      created_at: now,
      last_used_at: now,
    })
    .execute();
  return secret;
}

/** Makes all devices of an administrator new again, but those with these secrets, within the caller's transaction. */
export async function forgetDevices(
  tx: Operation,
  administratorId: string,
  keptSecrets: readonly string[] = [],
): Promise<void> {
  await tx.db
    .deleteFrom('known_devices')
    .where('administrator_id', '=', administratorId)
    .where('hash', '<>', (hashes) => hashes.fn('all', [hashes.val(keptSecrets.map(hashSecret))]))
    .execute();
}

/** Drops devices that were not used for long. */
export async function dropOldDevices({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('known_devices').where('last_used_at', '<', oldestDevice(clock.now())).execute();
}

function oldestDevice(now: Date): Date {
  return new Date(now.getTime() - memoryDays * 86_400_000);
}
