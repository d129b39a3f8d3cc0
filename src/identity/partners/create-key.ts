import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import { lockAccount } from '../../core/operation/lock-account.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';
import type { World } from '../../core/operation/tables/identity.ts';
import { newId } from '../../platform/ids.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { displayPrefix, generateApiKey } from '../credentials/index.ts';

/** Of one account. A rotation may exceed it by the key that it replaces. */
export const maxLiveKeys = 50;

export interface NewKey {
  /** Must belong to the partner; undefined: the partner's only one. */
  readonly portalDomain?: string | undefined;
  readonly name: string;
  /** Absent: `live`. A key that takes over from another has that one's. */
  readonly world?: World | undefined;
  /** A key that this one takes over from: it stays valid for `overlapSeconds` and then expires. */
  readonly replaces?: { readonly keyId: string; readonly overlapSeconds: number } | undefined;
}

export interface CreatedKey {
  readonly keyId: string;
  readonly portalDomain: string;
  /** Shown this once: only its hash is kept. */
  readonly apiKey: string;
}

/**
 * @throws OperatorError when the domain or the replaced key is not the partner's, or the domain is not named while
 *   there are several; Problem PORTAL_DOMAIN_NOT_VERIFIED, KEY_LIMIT_EXCEEDED, SANDBOX_DISABLED
 */
export async function createKey(operation: Operation, key: NewKey): Promise<CreatedKey> {
  return operation.transaction(async (tx) => {
    const domain = await choosePortalDomain(tx, key.portalDomain);
    await requireRoom(tx, key.replaces?.keyId);
    const replaced = key.replaces && (await expireAfterOverlap(tx, key.replaces.keyId, key.replaces.overlapSeconds));
    const world = replaced?.world ?? key.world ?? 'live';
    if (world === 'sandbox') await requireSandbox(tx);
    const apiKey = generateApiKey(world);
    const id = newId(tx.clock);
    await tx.db
      .insertInto('api_keys', {
        id,
        portal_domain_id: domain.id,
        world,
        name: key.name,
        prefix: displayPrefix(apiKey),
        hash: hashSecret(apiKey),
        created_at: tx.clock.now(),
      })
      .execute();
    await recordFact(tx, {
      type: 'api_key.created',
      subjectId: id,
      details: { name: key.name, portal_domain: domain.domain, world },
    });
    return { keyId: id, portalDomain: domain.domain, apiKey };
  });
}

async function choosePortalDomain(tx: Operation, wanted: string | undefined): Promise<{ id: string; domain: string }> {
  const domains = await tx.db
    .selectFrom('portal_domains')
    .select(['id', 'domain', 'status'])
    .orderBy('domain')
    .execute();
  const verified = domains.filter(({ status }) => status === 'verified');
  const candidates = wanted === undefined ? verified : domains.filter(({ domain }) => domain === wanted);
  const [chosen] = candidates;
  if (chosen === undefined || candidates.length > 1)
    throw new OperatorError(
      `Name one of the partner's portal domains: ${verified.map(({ domain }) => domain).join(', ') || 'it has none that is verified'}.`,
    );
  // The key would open nothing, and be forgotten until somebody proves the domain.
  if (chosen.status !== 'verified') throw new Problem('PORTAL_DOMAIN_NOT_VERIFIED');
  return chosen;
}

/** Every key may ask for so much a minute: their number is what an account can cost. */
async function requireRoom(tx: Operation, replacedKeyId: string | undefined): Promise<void> {
  await lockAccount(tx);
  const live = await tx.db
    .selectFrom('api_keys')
    .select('id')
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', tx.clock.now())]))
    .limit(maxLiveKeys + 2)
    .execute();
  if (live.filter(({ id }) => id !== replacedKeyId).length >= maxLiveKeys) throw new Problem('KEY_LIMIT_EXCEEDED');
}

/** @returns what it takes over */
async function expireAfterOverlap(tx: Operation, keyId: string, overlapSeconds: number): Promise<{ world: World }> {
  if (!isUuid(keyId)) throw new OperatorError(`The partner has no valid key ${keyId}.`);
  const latest = new Date(tx.clock.now().getTime() + overlapSeconds * 1_000);
  const expiring = await tx.db
    .updateTable('api_keys')
    // A key that expires sooner anyway, or has expired, lives no longer by this.
    .set({ expires_at: sql<Date>`least(expires_at, ${latest})` })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning(['expires_at', 'world'])
    .executeTakeFirst();
  if (!expiring) throw new OperatorError(`The partner has no valid key ${keyId}.`);
  await recordFact(tx, {
    type: 'api_key.replaced',
    subjectId: keyId,
    details: { expires_at: expiring.expires_at?.toISOString() },
  });
  return expiring;
}

/** A key of a sandbox that was never switched on would open nothing. */
async function requireSandbox(tx: Operation): Promise<void> {
  const { sandbox_enabled } = await tx.db.selectPartner().select('sandbox_enabled').executeTakeFirstOrThrow();
  if (!sandbox_enabled) throw new Problem('SANDBOX_DISABLED');
}
