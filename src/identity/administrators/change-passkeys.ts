import { InvalidInput, Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import { lockAdministrator } from './administrator-record.ts';
import { type Attestation, newPasskeyOf, registrationOptions } from './passkey-ceremony.ts';
import { issueChallenge, listPasskeys, type Passkey, useChallenge } from './passkey-record.ts';
import { type ProofClaim, provePassword, settleProof } from './prove-password.ts';
import { requireAnotherFactor } from './second-factor-demand.ts';

/** Of one administrator: a person's devices and security keys. */
const maxPasskeys = 20;

/** A portal as it calls itself, and its host. */
export interface Portal {
  readonly name: string;
  readonly domain: string;
}

/**
 * What the browser makes a passkey by, for whoever gives the password: an open session alone must not be enough for what outlives it.
 * @throws InvalidInput on password; Problem PASSKEY_LIMIT_EXCEEDED; Refusal 429
 */
export async function proposePasskey(operation: Operation, claim: ProofClaim, password: string, portal: Portal) {
  const administrator = await provePassword(operation, claim, 'password', password);
  await settleProof(operation, claim);
  const known = await listPasskeys(operation, administrator.id);
  if (known.length >= maxPasskeys) throw new Problem('PASSKEY_LIMIT_EXCEEDED');
  const challenge = await issueChallenge(operation, aimOf(claim, portal));
  return registrationOptions({ challenge, portalDomain: portal.domain }, portal.name, administrator, known);
}

export interface NewPasskey {
  readonly name: string;
  readonly credential: Attestation;
}

/**
 * Keeps the passkey that the browser made. The administrator hears of it by mail.
 * @throws InvalidInput on credential; Problem PASSKEY_LIMIT_EXCEEDED
 */
export async function addPasskey(
  operation: Operation,
  claim: ProofClaim,
  { name, credential }: NewPasskey,
  portal: Portal,
): Promise<Passkey> {
  const { administratorId } = claim;
  const added = await operation.transaction(async (tx) => {
    const administrator = await lockAdministrator(tx, administratorId);
    const challenge = await useChallenge(tx, credential.response.clientDataJSON, aimOf(claim, portal));
    const made = challenge && (await newPasskeyOf({ challenge, portalDomain: portal.domain }, credential));
    // The challenge is used up all the same.
    if (!made) return null;
    if ((await listPasskeys(tx, administratorId)).length >= maxPasskeys) throw new Problem('PASSKEY_LIMIT_EXCEEDED');
    const passkey = await tx.db
      .insertInto('passkeys', {
        id: newId(tx.clock),
        administrator_id: administratorId,
        portal_domain: portal.domain,
        name,
        ...made,
        created_at: tx.clock.now(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.columns(['partner_id', 'credential_id']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!passkey) return null;
    await tx.effects.signInChanged(tx, { administrator, notice: { event: 'passkey_added', ...claim.origin } });
    await recordFact(tx, {
      type: 'administrator.passkey_added',
      subjectId: administratorId,
      details: { passkey: name, portal_domain: portal.domain, ...claim.origin },
    });
    return passkey;
  });
  if (added) return added;
  throw new InvalidInput({
    credential: ['The credential field must be a new passkey, made for this portal a moment ago.'],
  });
}

/**
 * Takes a passkey away, for whoever gives the password. The administrator hears of it by mail.
 * @throws InvalidInput on password; Problem PASSKEY_NOT_FOUND, LAST_SECOND_FACTOR; Refusal 429
 */
export async function removePasskey(
  operation: Operation,
  claim: ProofClaim,
  id: string,
  password: string,
): Promise<void> {
  const { administratorId } = claim;
  await provePassword(operation, claim, 'password', password);
  await settleProof(operation, claim);
  await operation.transaction(async (tx) => {
    const administrator = await lockAdministrator(tx, administratorId);
    const removed = await tx.db
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('administrator_id', '=', administratorId)
      .returning(['name', 'portal_domain'])
      .executeTakeFirst();
    if (!removed) throw new Problem('PASSKEY_NOT_FOUND');
    await requireAnotherFactor(tx, administratorId);
    await tx.effects.signInChanged(tx, { administrator, notice: { event: 'passkey_removed', ...claim.origin } });
    await recordFact(tx, {
      type: 'administrator.passkey_removed',
      subjectId: administratorId,
      details: { passkey: removed.name, portal_domain: removed.portal_domain, ...claim.origin },
    });
  });
}

function aimOf({ administratorId }: ProofClaim, { domain }: Portal) {
  return { purpose: 'registration' as const, administrator_id: administratorId, portal_domain: domain };
}
