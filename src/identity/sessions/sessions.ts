import { type ExpressionBuilder, sql } from 'kysely';
import { requireCustomer } from '../../accounts/customers/index.ts';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { OwnerChanged } from '../../core/operation/effects.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import type { AdministratorRole } from '../../core/operation/tables/identity.ts';
import type { Tables } from '../../core/operation/tables.ts';
import { deleteOlder } from '../../platform/database/delete-older.ts';
import type { Origin } from '../../platform/http/origin.ts';
import { newId } from '../../platform/ids.ts';
import { generateToken, hashSecret } from '../../platform/secrets.ts';
import { demandsSecondFactor, hasSecondFactor, isAccountOfWorld, sessionIdleSeconds } from '../credentials/index.ts';
import { serves } from '../portal-domains/index.ts';
import { dropOldDevices, dropOldFailures } from '../sign-in-limits/index.ts';
import { alertSessionOf, dropOldAlertLinks, endAlertSession, voidAlertLinks } from './alert-sessions.ts';
import { endViewsOf, recordEndedViews, viewColumns } from './view-customer.ts';

/** A session ends with the working day, whatever happens. */
export const sessionSeconds = 12 * 3_600;

export interface OpenedSession {
  /** Goes into the cookie; only its hash is kept. */
  readonly secret: string;
  readonly redirectPath: string;
  /** That the customer chose; null: none. */
  readonly language: string | null;
}

/**
 * Redeems a token on the portal domain it was minted for: exactly one of any number of redemptions wins, in one
 * statement (decisions §8.2). The session that the browser had before ends.
 * @returns null for a token that is unknown, used, expired, another domain's, or a suspended partner's: all the same
 */
export async function redeemToken(
  resources: Resources,
  portalDomain: string,
  token: string,
  { origin, formerSecret }: Pick<SigningBrowser, 'origin' | 'formerSecret'>,
): Promise<OpenedSession | null> {
  const now = resources.clock.now();
  const secret = generateToken();
  return withoutPartner(resources).transaction(async (tx) => {
    const { rows } = await sql<{ partner_id: string; customer_id: string; redirect_path: string }>`
    WITH redeemed AS (
      UPDATE sign_in_tokens t SET redeemed_at = ${now}
      FROM portal_domains, partners world, partners p
      WHERE t.hash = ${hashSecret(token)} AND t.redeemed_at IS NULL AND t.expires_at > ${now}
        AND world.id = t.partner_id AND ${isAccountOfWorld} AND p.status = 'active'
        AND portal_domains.partner_id = p.id AND portal_domains.id = coalesce(t.portal_domain_id, t.account_portal_domain_id)
        AND portal_domains.domain = ${portalDomain} AND ${serves}
      RETURNING t.partner_id, t.portal_domain_id, t.account_portal_domain_id, t.customer_id, t.redirect_path
    ), opened AS (
      INSERT INTO sessions
        (partner_id, id, portal_domain_id, account_portal_domain_id, customer_id, hash, created_at, last_used_at, expires_at)
      SELECT partner_id, ${newId(resources.clock)}, portal_domain_id, account_portal_domain_id, customer_id, ${hashSecret(secret)},
        ${now}, ${now}, ${new Date(now.getTime() + sessionSeconds * 1_000)}
      FROM redeemed
    )
    SELECT partner_id, customer_id, redirect_path FROM redeemed`.execute(tx.db.shared);
    const [redeemed] = rows;
    const customer = redeemed && (await findPerson(tx, redeemed.partner_id, redeemed.customer_id));
    if (!redeemed || !customer) return null;
    await endSession(tx, formerSecret);
    const { partner_id: partnerId, customer_id: id } = redeemed;
    const details = { ...origin };
    await recordFact(tx.actingFor(partnerId, { kind: 'customer', id }), {
      type: 'sign_in.token_used',
      subjectId: id,
      customerId: id,
      details,
    });
    return { secret, redirectPath: redeemed.redirect_path, language: customer.language };
  });
}

/** Ends the session of a browser; none is no error. */
export async function endSession(operation: Operation, secret: string | undefined): Promise<void> {
  if (!secret) return;
  await operation.transaction(async (tx) => {
    const ended = tx.db.shared.deleteFrom('sessions').where('hash', '=', hashSecret(secret)).returning(viewColumns);
    await recordEndedViews(tx, await ended.execute());
    await endAlertSession(tx.db.shared, secret);
  });
}

/** Where nobody is known yet, and no partner. */
function withoutPartner(resources: Resources): Operation {
  return Operation.bySystem(resources, '00000000-0000-0000-0000-000000000000');
}

/** Forgets tokens and sessions that have expired, devices that nobody uses, and failures that count no more. */
export async function dropExpiredSignIns(resources: Resources): Promise<void> {
  const { db, clock } = resources;
  await deleteOlder(db, 'sign_in_tokens', 'expires_at', clock.now());
  await dropExpiredViews(resources);
  await dropOldAlertLinks(resources);
  await deleteOlder(db, 'sessions', 'expires_at', clock.now());
  await dropOldDevices(resources);
  await dropOldFailures(resources);
}

/** The few sessions that expired in a view. */
async function dropExpiredViews(resources: Resources): Promise<void> {
  await withoutPartner(resources).transaction(async (tx) => {
    const expired = tx.db.shared
      .deleteFrom('sessions')
      .where('viewed_customer_id', 'is not', null)
      .where('expires_at', '<', tx.clock.now())
      .returning(viewColumns);
    await recordEndedViews(tx, await expired.execute());
  });
}

/** Sessions that were last used before this have ended. */
function oldestUse(now: Date): Date {
  return new Date(now.getTime() - sessionIdleSeconds * 1_000);
}

function lastUse({ fn }: ExpressionBuilder<Pick<Tables, 'sessions'>, 'sessions'>) {
  return fn.coalesce('sessions.last_used_at', 'sessions.created_at');
}

/**
 * Signs a customer out everywhere, links that were not clicked yet included, those in mails too.
 * @returns how many sessions ended
 * @throws Problem CUSTOMER_NOT_FOUND
 */
export async function endCustomerSessions(operation: Operation, billingCustomerId: number): Promise<number> {
  return operation.transaction(async (tx) => {
    const customer = await requireCustomer(tx, billingCustomerId, 'locked');
    const sessions = await endSignIns(tx, customer.id);
    await voidAlertLinks(tx, customer.id);
    return sessions;
  });
}

/**
 * Signs the people of a customer that is merged into another one out, and ends the looks at its portal. Links in mails go on: each shows one
 * alert, which is the other customer's now, as they are.
 */
export async function handOverSignIns(tx: Operation, { from, to }: Pick<OwnerChanged, 'from' | 'to'>): Promise<void> {
  await endSignIns(tx, from);
  await endViewsOf(tx, from);
  await tx.db.updateTable('alert_links').set({ customer_id: to }).where('customer_id', '=', from).execute();
}

/** @returns how many sessions ended */
async function endSignIns(tx: Operation, customerId: string): Promise<number> {
  // Before the sessions: a link that is clicked meanwhile has its session by then, or none ever.
  const links = await tx.db
    .deleteFrom('sign_in_tokens')
    .where('customer_id', '=', customerId)
    .where('redeemed_at', 'is', null)
    .executeTakeFirst();
  const ended = await tx.db
    .deleteFrom('sessions')
    .where('customer_id', '=', customerId)
    .returning(['expires_at', 'last_used_at', 'created_at'])
    .execute();
  const now = tx.clock.now();
  const sessions = ended.filter(
    (session) => session.expires_at > now && (session.last_used_at ?? session.created_at) > oldestUse(now),
  ).length;
  if (sessions > 0 || links.numDeletedRows > 0n)
    await recordFact(tx, {
      type: 'customer.sessions_ended',
      subjectId: customerId,
      customerId,
      details: { sessions },
    });
  return sessions;
}

export interface AdministratorSession {
  readonly id: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date;
}

/** The browser that an administrator signs in with. */
export interface SigningBrowser {
  readonly portalDomainId: string;
  readonly origin: Origin;
  readonly formerSecret: string | undefined;
  /** Whether the administrator signed in from it before. */
  readonly isKnown: boolean;
}

/**
 * Signs an administrator in on a portal domain, within the caller's transaction. The session that the browser had
 * before ends.
 * @returns the secret for the cookie; only its hash is kept
 */
export async function openAdministratorSession(
  tx: Operation,
  administratorId: string,
  { portalDomainId, origin, formerSecret, isKnown }: SigningBrowser,
): Promise<string> {
  await endSession(tx, formerSecret);
  const secret = generateToken();
  const now = tx.clock.now();
  await tx.db
    .insertInto('sessions', {
      id: newId(tx.clock),
      portal_domain_id: portalDomainId,
      customer_id: null,
      administrator_id: administratorId,
      hash: hashSecret(secret),
      user_agent: origin.user_agent,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + sessionSeconds * 1_000),
    })
    .execute();
  const details = { device: isKnown ? 'known' : 'new', ...origin };
  await recordFact(tx, { type: 'administrator.signed_in', subjectId: administratorId, details });
  return secret;
}

/** Where an administrator is signed in, newest first. */
export async function listAdministratorSessions(
  operation: Operation,
  administratorId: string,
): Promise<AdministratorSession[]> {
  return operation.db
    .selectFrom('sessions')
    .select([
      'id',
      'user_agent as userAgent',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'expires_at as expiresAt',
    ])
    .where('administrator_id', '=', administratorId)
    .where('expires_at', '>', operation.clock.now())
    .where(lastUse, '>', oldestUse(operation.clock.now()))
    .orderBy('id', 'desc')
    .execute();
}

/** @throws Problem SESSION_NOT_FOUND when it is not the administrator's */
export async function endAdministratorSession(
  operation: Operation,
  administratorId: string,
  sessionId: string,
): Promise<void> {
  await operation.transaction(async (tx) => {
    const ended = await tx.db
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('administrator_id', '=', administratorId)
      .returning(viewColumns)
      .execute();
    if (ended.length === 0) throw new Problem('SESSION_NOT_FOUND');
    await recordEndedViews(tx, ended);
    await recordFact(tx, { type: 'administrator.session_ended', subjectId: administratorId });
  });
}

/** Ends all sessions of an administrator, within the caller's transaction. */
export async function endSessionsOf(tx: Operation, administratorId: string): Promise<void> {
  const ended = tx.db.deleteFrom('sessions').where('administrator_id', '=', administratorId).returning(viewColumns);
  await recordEndedViews(tx, await ended.execute());
}

/** Ends all sessions of an administrator but one, within the caller's transaction. */
export async function endOtherSessions(tx: Operation, administratorId: string, keptSessionId: string): Promise<void> {
  const ended = tx.db
    .deleteFrom('sessions')
    .where('administrator_id', '=', administratorId)
    .where('id', '<>', keptSessionId)
    .returning(viewColumns);
  await recordEndedViews(tx, await ended.execute());
}

/** Notes that the administrator of a session has shown password or code just now, within the caller's transaction. */
export async function noteStepUp(tx: Operation, sessionId: string): Promise<void> {
  await tx.db.updateTable('sessions').set({ proved_at: tx.clock.now() }).where('id', '=', sessionId).execute();
}

/** Who a browser's session is of, as the portal shows it, and the language that they chose. */
export type SignedIn = { readonly language: string | null } & (
  | {
      readonly kind: 'customer';
      readonly billing_customer_id: number;
      readonly name: string | null;
      /** Whether the customer is one of the account's sandbox, and all that is shown a trial. */
      readonly sandbox: boolean;
      readonly viewer: { readonly email: string; readonly name: string | null } | null;
      readonly expires_at: string;
    }
  | {
      readonly kind: 'administrator';
      readonly id: string;
      readonly email: string;
      readonly name: string | null;
      readonly role: AdministratorRole;
      readonly second_factor: boolean;
      readonly second_factor_required: boolean;
      readonly sandbox_enabled: boolean;
      readonly expires_at: string;
    }
  | {
      readonly kind: 'alert_link';
      readonly alert_id: string;
      readonly subject: ResourceKind;
      readonly expires_at: string;
    }
);

/** Null when nobody is signed in on the portal domain, or the partner is suspended. */
export async function signedInAs(
  operation: Operation,
  portalDomain: string,
  secret: string | undefined,
): Promise<SignedIn | null> {
  if (!secret) return null;
  const { db, clock } = operation;
  const row = await db.shared
    .selectFrom('sessions')
    .innerJoin('partners as world', 'world.id', 'sessions.partner_id')
    .innerJoin('partners as p', (join) => join.on(isAccountOfWorld))
    .innerJoin('portal_domains', (join) =>
      join
        .onRef('portal_domains.partner_id', '=', 'p.id')
        .on('portal_domains.id', '=', ({ fn }) =>
          fn.coalesce('sessions.portal_domain_id', 'sessions.account_portal_domain_id'),
        ),
    )
    .leftJoin('administrators', (join) =>
      join
        .onRef('administrators.partner_id', '=', 'sessions.partner_id')
        .onRef('administrators.id', '=', 'sessions.administrator_id'),
    )
    .select([
      'sessions.expires_at',
      'p.sandbox_enabled',
      'world.sandbox_of',
      'sessions.partner_id',
      ({ fn }) => fn.coalesce('sessions.customer_id', 'sessions.viewed_customer_id').as('customer_id'),
      'administrators.id as administrator_id',
      'administrators.email',
      'administrators.name as administrator_name',
      'administrators.role',
      'administrators.language as administrator_language',
      hasSecondFactor().as('has_second_factor'),
      demandsSecondFactor('p').as('second_factor_required'),
    ])
    .where('sessions.hash', '=', hashSecret(secret))
    .where('sessions.expires_at', '>', clock.now())
    .where(lastUse, '>', oldestUse(clock.now()))
    .where('portal_domains.domain', '=', portalDomain)
    .where(serves)
    .where('p.status', '=', 'active')
    .executeTakeFirst();
  if (!row) {
    const link = await alertSessionOf(operation, portalDomain, secret);
    return link && { kind: 'alert_link', ...link, expires_at: link.expires_at.toISOString() };
  }
  const expires_at = row.expires_at.toISOString();
  const administrator = row.administrator_id === null ? null : { email: row.email!, name: row.administrator_name };
  if (row.customer_id === null)
    return {
      kind: 'administrator',
      id: row.administrator_id!,
      ...administrator!,
      role: row.role!,
      second_factor: row.has_second_factor,
      second_factor_required: row.second_factor_required,
      sandbox_enabled: row.sandbox_enabled,
      language: row.administrator_language,
      expires_at,
    };
  const customer = await findPerson(operation, row.partner_id, row.customer_id);
  return (
    customer && {
      kind: 'customer',
      billing_customer_id: customer.billing_customer_id,
      name: customer.name,
      sandbox: row.sandbox_of !== null,
      viewer: administrator,
      // Whoever looks reads in a language of their own.
      language: administrator ? row.administrator_language : customer.language,
      expires_at,
    }
  );
}

/** In a statement of its own: sessions are found by their secrets, whosever they are, and customers where their partner's data is. */
async function findPerson(operation: Operation, partnerId: string, customerId: string) {
  const person = await operation
    .actingFor(partnerId, operation.caller.actor)
    .db.selectFrom('customers')
    .select(['billing_customer_id', 'name', 'language'])
    .where('id', '=', customerId)
    .executeTakeFirst();
  return person ?? null;
}
