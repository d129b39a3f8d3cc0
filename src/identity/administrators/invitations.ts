import type { Selectable } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import type { AdministratorInvitationsTable, AdministratorRole } from '../../core/operation/tables/identity.ts';
import { deleteOlder } from '../../platform/database/delete-older.ts';
import { newId } from '../../platform/ids.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { countAttempt, mailSlowDown } from '../sign-in-limits/index.ts';
import { normalEmail } from './administrator-record.ts';
import type { AdministratorTools } from './administrator-tools.ts';
import { lockPeople, requireMayManage, rolesToGive } from './people.ts';

export type Invitation = Selectable<AdministratorInvitationsTable>;

const validSeconds = 72 * 3_600;
/** Of one account; expired ones count until somebody takes them back. */
const maxInvitations = 50;
/** How long an expired one is shown, so that it can be sent again. */
const expiredDays = 30;
/** Mails of one account: what a stolen session can send to strangers. */
const accountSlowDown = { freeFailures: 50, firstSeconds: 60, longestSeconds: 3_600 };

/** Who was asked and has not come, newest first. */
export async function listInvitations({ db }: Operation): Promise<Invitation[]> {
  return db.selectFrom('administrator_invitations').selectAll().orderBy('id', 'desc').execute();
}

/**
 * Asks somebody by mail to join, by a link that is good once.
 * @throws Problem MAIL_NOT_AVAILABLE, INSUFFICIENT_ROLE, ADMINISTRATOR_ALREADY_EXISTS, INVITATION_ALREADY_EXISTS,
 *   INVITATION_LIMIT_EXCEEDED; Refusal 429
 */
export async function invite(
  operation: Operation,
  tools: AdministratorTools,
  request: { readonly email: string; readonly role: AdministratorRole },
): Promise<Invitation> {
  const { role } = request;
  const email = normalEmail(request.email);
  requireMail(tools);
  return operation.transaction(async (tx) => {
    const people = await lockPeople(tx);
    requireMayManage(tx, people, role);
    if (people.some((person) => person.email === email)) throw new Problem('ADMINISTRATOR_ALREADY_EXISTS');
    const invited = await tx.db.selectFrom('administrator_invitations').select('email').execute();
    if (invited.some((one) => one.email === email)) throw new Problem('INVITATION_ALREADY_EXISTS');
    if (invited.length >= maxInvitations) throw new Problem('INVITATION_LIMIT_EXCEEDED', { limit: maxInvitations });
    const id = newId(tx.clock);
    const { linkId, columns } = await newLink(tx, tools, email);
    const invitation = await tx.db
      .insertInto('administrator_invitations', { id, email, role, created_at: columns.sent_at, ...columns })
      .returningAll()
      .executeTakeFirstOrThrow();
    await sendLink(tx, invitation, linkId);
    await recordFact(tx, { type: 'administrator.invited', subjectId: id, details: { email, role } });
    return invitation;
  });
}

/**
 * Sends a new link, which is good for as long as the first was; the links before it are void.
 * @throws Problem MAIL_NOT_AVAILABLE, INVITATION_NOT_FOUND, INSUFFICIENT_ROLE; Refusal 429
 */
export async function resendInvitation(
  operation: Operation,
  tools: AdministratorTools,
  id: string,
): Promise<Invitation> {
  requireMail(tools);
  return operation.transaction(async (tx) => {
    const { email, role } = await lockInvitation(tx, id);
    const { linkId, columns } = await newLink(tx, tools, email);
    const invitation = await tx.db
      .updateTable('administrator_invitations')
      .set(columns)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await sendLink(tx, invitation, linkId);
    await recordFact(tx, { type: 'administrator.invited_again', subjectId: id, details: { email, role } });
    return invitation;
  });
}

/**
 * Takes an invitation back: its link is void.
 * @throws Problem INVITATION_NOT_FOUND, INSUFFICIENT_ROLE
 */
export async function revokeInvitation(operation: Operation, id: string): Promise<void> {
  await operation.transaction(async (tx) => {
    const { email, role } = await lockInvitation(tx, id);
    await tx.db.deleteFrom('administrator_invitations').where('id', '=', id).execute();
    await recordFact(tx, { type: 'administrator.invitation_revoked', subjectId: id, details: { email, role } });
  });
}

/**
 * Ends what somebody invited others to and may no longer give, within the transaction that takes the right away, which has locked
 * the people. Such invitations stay listed as expired: whoever has the right may send them again, as their own.
 * @param role that the person has from now on; null: none
 */
export async function endInvitationsBy(tx: Operation, giverId: string, role: AdministratorRole | null): Promise<void> {
  const kept = rolesToGive(role);
  const now = tx.clock.now();
  const ended = await tx.db
    .updateTable('administrator_invitations')
    .set({ expires_at: now })
    .where('invited_by', '=', giverId)
    .where('expires_at', '>', now)
    .where('role', '<>', ({ fn, val }) => fn('all', [val(kept)]))
    .returning(['id', 'email', 'role'])
    .execute();
  for (const { id, ...details } of ended)
    await recordFact(tx, {
      type: 'administrator.invitation_ended',
      subjectId: id,
      details: { ...details, invited_by: giverId },
    });
}

/** The invitation of a link; undefined for one that was used, taken back or replaced, has expired, or is none. */
export async function findInvitation(operation: Operation, token: string): Promise<Invitation | undefined> {
  return operation.db
    .selectFrom('administrator_invitations')
    .selectAll()
    .where('hash', '=', hashSecret(token))
    .where('expires_at', '>', operation.clock.now())
    .executeTakeFirst();
}

/** Forgets invitations that expired long ago. */
export async function dropOldInvitations({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - expiredDays * 86_400_000);
  await deleteOlder(db, 'administrator_invitations', 'expires_at', before);
}

function requireMail({ mailAvailable }: AdministratorTools): void {
  if (!mailAvailable) throw new Problem('MAIL_NOT_AVAILABLE');
}

/** Behind the people, as everything that changes who has access. */
async function lockInvitation(tx: Operation, id: string): Promise<Invitation> {
  const people = await lockPeople(tx);
  const found = await tx.db
    .selectFrom('administrator_invitations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Problem('INVITATION_NOT_FOUND');
  requireMayManage(tx, people, found.role);
  return found;
}

async function newLink(tx: Operation, { links }: AdministratorTools, email: string) {
  await countAttempt(tx, 'invitations', accountSlowDown);
  await countAttempt(tx, `invitation ${email}`, mailSlowDown);
  const linkId = newId(tx.clock);
  const now = tx.clock.now();
  const { actor } = tx.caller;
  const columns = {
    hash: hashSecret(links.token(tx.partnerId, linkId)),
    sent_at: now,
    expires_at: new Date(now.getTime() + validSeconds * 1_000),
    invited_by: actor.kind === 'administrator' ? actor.id : null,
  };
  return { linkId, columns };
}

async function sendLink(tx: Operation, { id, email, role }: Invitation, linkId: string): Promise<void> {
  await tx.effects.accessLinkIssued(tx, {
    recipient: { id, email },
    notice: { event: 'invited', link: linkId, role, address: null, user_agent: null },
  });
}
