import type { Selectable } from 'kysely';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import type { PasskeyChallengesTable, PasskeysTable } from '../../core/operation/tables/identity.ts';
import { deleteOlder } from '../../platform/database/delete-older.ts';
import { newId } from '../../platform/ids.ts';
import { generateToken, hashSecret } from '../../platform/secrets.ts';
import { type Assertion, ceremonySeconds, challengeIn, signaturesOf } from './passkey-ceremony.ts';

export type Passkey = Selectable<PasskeysTable>;

/** An administrator's, in the order in which they were made. */
export async function listPasskeys(operation: Operation, administratorId: string): Promise<Passkey[]> {
  return operation.db
    .selectFrom('passkeys')
    .selectAll()
    .where('administrator_id', '=', administratorId)
    .orderBy('id')
    .execute();
}

/** The passkey that signed, on the portal domain that it is for; undefined: none that is known. */
export async function findPasskey(
  operation: Operation,
  { id }: Assertion,
  portalDomain: string,
): Promise<Passkey | undefined> {
  return operation.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', Buffer.from(id, 'base64url'))
    .where('portal_domain', '=', portalDomain)
    .executeTakeFirst();
}

/** What a challenge is for, and whose; nobody's is for whoever signs in. */
type Aim = Pick<PasskeyChallengesTable, 'purpose' | 'administrator_id' | 'portal_domain'>;

/** Makes a challenge that is good once and for five minutes; only its hash is kept. */
export async function issueChallenge(operation: Operation, aim: Aim): Promise<string> {
  const challenge = generateToken();
  await operation.db
    .insertInto('passkey_challenges', {
      id: newId(operation.clock),
      hash: hashSecret(challenge),
      expires_at: new Date(operation.clock.now().getTime() + ceremonySeconds * 1_000),
      ...aim,
    })
    .execute();
  return challenge;
}

/**
 * Uses the challenge up that a browser's answer is to, within the caller's transaction.
 * @returns null when there is none for that aim: it was used, has expired, or was somebody else's
 */
export async function useChallenge(tx: Operation, clientDataJSON: string, aim: Aim): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const used = await tx.db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashSecret(challenge))
    .where('purpose', '=', aim.purpose)
    .where('administrator_id', 'is not distinct from', aim.administrator_id)
    .where('portal_domain', '=', aim.portal_domain)
    .where('expires_at', '>', tx.clock.now())
    .returning('id')
    .executeTakeFirst();
  return used ? challenge : null;
}

/**
 * Uses a passkey, within the caller's transaction, which holds its administrator. An authenticator that counts, and has not counted on,
 * was copied: its signature is none.
 * @returns whether it signed a challenge of that aim
 */
export async function usePasskey(tx: Operation, passkey: Passkey, assertion: Assertion, aim: Aim): Promise<boolean> {
  const challenge = await useChallenge(tx, assertion.response.clientDataJSON, aim);
  if (challenge === null) return false;
  const ceremony = { challenge, portalDomain: aim.portal_domain };
  const signatures = await signaturesOf(ceremony, assertion, passkey, aim.purpose === 'sign_in');
  if (signatures === null) return false;
  const used = await tx.db
    .updateTable('passkeys')
    .set({ signatures, last_used_at: tx.clock.now() })
    .where('id', '=', passkey.id)
    .where((is) =>
      is.or([is('signatures', '<', signatures), is.and([is('signatures', '=', 0), is.lit(signatures === 0)])]),
    )
    .executeTakeFirst();
  if (used.numUpdatedRows === 0n) return false;
  await recordFact(tx, {
    type: 'administrator.passkey_used',
    subjectId: passkey.administrator_id,
    details: { passkey: passkey.name, portal_domain: aim.portal_domain },
  });
  return true;
}

/** Takes all passkeys of an administrator away, with what was to be signed, within the caller's transaction. */
export async function forgetPasskeys(tx: Operation, administratorId: string): Promise<void> {
  await tx.db.deleteFrom('passkeys').where('administrator_id', '=', administratorId).execute();
  await tx.db.deleteFrom('passkey_challenges').where('administrator_id', '=', administratorId).execute();
}

/** Forgets challenges that nobody answered in time. */
export async function dropExpiredChallenges({ db, clock }: Resources): Promise<void> {
  await deleteOlder(db, 'passkey_challenges', 'expires_at', clock.now());
}
