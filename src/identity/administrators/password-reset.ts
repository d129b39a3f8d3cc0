import { Problem } from '../../core/api/problems.ts';
import type { Client } from '../../core/api/route.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import { deleteOlder } from '../../platform/database/delete-older.ts';
import { clientNetwork } from '../../platform/http/client-network.ts';
import { originOf } from '../../platform/http/origin.ts';
import { newId } from '../../platform/ids.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { endSessionsOf } from '../sessions/index.ts';
import {
  countAttempt,
  forgetDevices,
  mailSlowDown,
  passwordSlowDown,
  unlockPassword,
} from '../sign-in-limits/index.ts';
import { findLockedAdministrator, normalEmail } from './administrator-record.ts';
import type { AdministratorTools } from './administrator-tools.ts';
import { nobody } from './authenticate-administrator.ts';
import { hashPassword, type PasswordTurn } from './password.ts';
import { requireGoodPassword } from './require-good-password.ts';

const validSeconds = 3_600;

/**
 * Has a link mailed by which another password can be chosen. For an address that nobody has all the same is done and written, and
 * only the mail is not sent, by a worker later: neither the answer nor its time tells whether there is such a person.
 * @throws Problem MAIL_NOT_AVAILABLE; Refusal 429
 */
export async function requestPasswordReset(
  operation: Operation,
  { links, mailAvailable }: AdministratorTools,
  request: { readonly email: string; readonly client: Client },
): Promise<void> {
  if (!mailAvailable) throw new Problem('MAIL_NOT_AVAILABLE');
  const email = normalEmail(request.email);
  const { client } = request;
  await countAttempt(operation, `reset from ${clientNetwork(client.address)}`, passwordSlowDown);
  await operation.transaction(async (tx) => {
    await countAttempt(tx, `reset ${email}`, mailSlowDown);
    const known = await tx.db.selectFrom('administrators').select('id').where('email', '=', email).executeTakeFirst();
    const id = newId(tx.clock);
    const now = tx.clock.now();
    await tx.db
      .insertInto('password_resets', {
        id,
        email,
        hash: hashSecret(links.token(tx.partnerId, id)),
        created_at: now,
        expires_at: new Date(now.getTime() + validSeconds * 1_000),
      })
      .execute();
    await tx.effects.accessLinkIssued(tx, {
      recipient: { id: known?.id ?? nobody, email },
      notice: { event: 'password_reset_requested', link: id, role: null, ...originOf(client) },
    });
    await recordFact(tx, {
      type: 'administrator.password_reset_requested',
      subjectId: known?.id ?? null,
      details: { ...originOf(client) },
    });
  });
}

/** Whose password a link sets; undefined for one that was used, is void, has expired, or is none. */
export async function findPasswordReset(
  operation: Operation,
  token: string,
): Promise<{ readonly id: string; readonly email: string; readonly name: string | null } | undefined> {
  return operation.db
    .selectFrom('password_resets')
    .innerJoin('administrators', (join) =>
      join
        .onRef('administrators.partner_id', '=', 'password_resets.partner_id')
        .onRef('administrators.email', '=', 'password_resets.email'),
    )
    .select(['administrators.id', 'administrators.email', 'administrators.name'])
    .where('password_resets.hash', '=', hashSecret(token))
    .where('password_resets.expires_at', '>', operation.clock.now())
    .executeTakeFirst();
}

/**
 * Sets the password that the reader of the mail chose. All sessions end, all browsers are new again, and every other link is void;
 * the second factor stays, and so does what was counted against its codes. The person hears of it by mail.
 * @throws Problem LINK_NOT_VALID; InvalidInput on password; Refusal 429
 */
export async function completePasswordReset(
  operation: Operation,
  { token, password, client }: { readonly token: string; readonly password: string; readonly client: Client },
): Promise<void> {
  const found = await findPasswordReset(operation, token);
  if (!found) throw new Problem('LINK_NOT_VALID');
  const turn: PasswordTurn = ['visitor', operation.partnerId, clientNetwork(client.address)];
  await requireGoodPassword(operation, turn, 'password', password, found);
  const passwordHash = await hashPassword(operation, turn, password);
  await operation.transaction(async (tx) => {
    // First, so that of several uses of a link, or of two links, one counts.
    const administrator = await findLockedAdministrator(tx, found.id);
    const used = administrator && (await forgetPasswordResets(tx, administrator.email, token));
    if (!used) throw new Problem('LINK_NOT_VALID');
    await tx.db
      .updateTable('administrators')
      .set({ password_hash: passwordHash, updated_at: tx.clock.now() })
      .where('id', '=', found.id)
      .execute();
    await endSessionsOf(tx, found.id);
    await forgetDevices(tx, found.id);
    await unlockPassword(tx, administrator.email);
    const origin = originOf(client);
    await tx.effects.signInChanged(tx, { administrator, notice: { event: 'password_reset', ...origin } });
    const self = tx.actingFor(tx.partnerId, { kind: 'administrator', id: found.id });
    await recordFact(self, { type: 'administrator.password_reset', subjectId: found.id, details: { ...origin } });
  });
}

/**
 * Voids the links of an address, within the caller's transaction: another password is set.
 * @returns whether the link of the token was among them
 */
export async function forgetPasswordResets(tx: Operation, email: string, token = ''): Promise<boolean> {
  const forgotten = await tx.db
    .deleteFrom('password_resets')
    .where('email', '=', email)
    .returning(['hash', 'expires_at'])
    .execute();
  const wanted = hashSecret(token);
  return forgotten.some(({ hash, expires_at }) => hash.equals(wanted) && expires_at > tx.clock.now());
}

/** Forgets links that have expired. */
export async function dropExpiredResets({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<void> {
  await deleteOlder(db, 'password_resets', 'expires_at', clock.now());
}
