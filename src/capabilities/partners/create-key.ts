import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { newId } from '../../platform/ids.ts';
import type { Operation } from '../../platform/operation.ts';
import { displayPrefix, generateApiKey, hashSecret } from '../../platform/secrets.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { OperatorError } from './operator-error.ts';

export interface NewKey {
  /** Must belong to the partner; undefined: the partner's only one. */
  readonly portalDomain?: string | undefined;
  readonly name: string;
  /** A key that this one takes over from: it stays valid for `overlapSeconds` and then expires. */
  readonly replaces?: { readonly keyId: string; readonly overlapSeconds: number } | undefined;
}

export interface CreatedKey {
  readonly keyId: string;
  readonly portalDomain: string;
  /** Shown this once: only its hash is kept. */
  readonly apiKey: string;
}

/** @throws OperatorError when the domain or the replaced key is not the partner's, or the domain is not named while there are several */
export async function createKey(operation: Operation, key: NewKey): Promise<CreatedKey> {
  return operation.transaction(async (tx) => {
    const domain = await choosePortalDomain(tx, key.portalDomain);
    if (key.replaces) await expireAfterOverlap(tx, key.replaces.keyId, key.replaces.overlapSeconds);
    const apiKey = generateApiKey();
    const id = newId(tx.clock);
    await tx.db
      .insertInto('api_keys', {
        id,
        portal_domain_id: domain.id,
        name: key.name,
        prefix: displayPrefix(apiKey),
        hash: hashSecret(apiKey),
        created_at: tx.clock.now(),
      })
      .execute();
    await recordAudit(tx, {
      action: 'api_key.created',
      subjectId: id,
      details: { name: key.name, portal_domain: domain.domain },
    });
    return { keyId: id, portalDomain: domain.domain, apiKey };
  });
}

async function choosePortalDomain(tx: Operation, wanted: string | undefined): Promise<{ id: string; domain: string }> {
  const domains = await tx.db.selectFrom('portal_domains').select(['id', 'domain']).orderBy('domain').execute();
  const chosen =
    wanted === undefined
      ? domains.length === 1
        ? domains[0]
        : undefined
      : domains.find(({ domain }) => domain === wanted);
  if (chosen) return chosen;
  throw new OperatorError(
    `Name one of the partner's portal domains: ${domains.map(({ domain }) => domain).join(', ') || 'it has none'}.`,
  );
}

async function expireAfterOverlap(tx: Operation, keyId: string, overlapSeconds: number): Promise<void> {
  if (!isUuid(keyId)) throw new OperatorError(`The partner has no valid key ${keyId}.`);
  const latest = new Date(tx.clock.now().getTime() + overlapSeconds * 1_000);
  const expiring = await tx.db
    .updateTable('api_keys')
    // A key that expires sooner anyway, or has expired, lives no longer by this.
    .set({ expires_at: sql<Date>`least(expires_at, ${latest})` })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning('expires_at')
    .executeTakeFirst();
  if (!expiring) throw new OperatorError(`The partner has no valid key ${keyId}.`);
  await recordAudit(tx, {
    action: 'api_key.replaced',
    subjectId: keyId,
    details: { expires_at: expiring.expires_at?.toISOString() },
  });
}
