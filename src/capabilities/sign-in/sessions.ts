import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type { Resources } from '../../platform/operation.ts';
import { generateToken, hashSecret } from '../../platform/secrets.ts';

/** A session ends with the working day, whatever happens. */
export const sessionSeconds = 12 * 3_600;

/** Who is signed in on a portal domain. */
export interface Session {
  readonly partnerId: string;
  readonly partnerName: string;
  readonly customerId: string;
  readonly billingCustomerId: number;
  readonly customerName: string | null;
}

export interface OpenedSession {
  /** Goes into the cookie; only its hash is kept. */
  readonly secret: string;
  readonly redirectPath: string;
}

/**
 * Redeems a token on the portal domain it was minted for: exactly one of any number of redemptions wins, in one statement
 * (decisions §8.2). The session that the browser had before ends.
 * @returns null for a token that is unknown, used, expired, another domain's, or a suspended partner's: all the same
 */
export async function redeemToken(
  { db, clock }: Resources,
  portalDomain: string,
  token: string,
  formerSecret: string | undefined,
): Promise<OpenedSession | null> {
  const now = clock.now();
  const secret = generateToken();
  const { rows } = await sql<{ redirect_path: string }>`
    WITH redeemed AS (
      UPDATE sign_in_tokens t SET redeemed_at = ${now}
      FROM portal_domains d, partners p
      WHERE t.hash = ${hashSecret(token)} AND t.redeemed_at IS NULL AND t.expires_at > ${now}
        AND d.partner_id = t.partner_id AND d.id = t.portal_domain_id AND d.domain = ${portalDomain}
        AND p.id = t.partner_id AND p.status = 'active'
      RETURNING t.partner_id, t.portal_domain_id, t.customer_id, t.redirect_path
    ), ended AS (
      DELETE FROM sessions WHERE hash = ${hashSecret(formerSecret ?? '')} AND EXISTS (SELECT FROM redeemed)
    ), opened AS (
      INSERT INTO sessions (partner_id, id, portal_domain_id, customer_id, hash, created_at, expires_at)
      SELECT partner_id, ${newId(clock)}, portal_domain_id, customer_id, ${hashSecret(secret)}, ${now},
        ${new Date(now.getTime() + sessionSeconds * 1_000)}
      FROM redeemed
    )
    SELECT redirect_path FROM redeemed`.execute(db);
  return rows[0] ? { secret, redirectPath: rows[0].redirect_path } : null;
}

/** The session behind a cookie, on its own portal domain only; null when there is none, or the partner is suspended. */
export async function findSession(
  { db, clock }: Resources,
  portalDomain: string,
  secret: string | undefined,
): Promise<Session | null> {
  if (!secret) return null;
  const session = await db
    .selectFrom('sessions')
    .innerJoin('partners', 'partners.id', 'sessions.partner_id')
    .innerJoin('portal_domains', (join) =>
      join
        .onRef('portal_domains.partner_id', '=', 'sessions.partner_id')
        .onRef('portal_domains.id', '=', 'sessions.portal_domain_id'),
    )
    .innerJoin('customers', (join) =>
      join.onRef('customers.partner_id', '=', 'sessions.partner_id').onRef('customers.id', '=', 'sessions.customer_id'),
    )
    .select([
      'sessions.partner_id as partnerId',
      'partners.name as partnerName',
      'customers.id as customerId',
      'customers.billing_customer_id as billingCustomerId',
      'customers.name as customerName',
    ])
    .where('sessions.hash', '=', hashSecret(secret))
    .where('sessions.expires_at', '>', clock.now())
    .where('portal_domains.domain', '=', portalDomain)
    .where('partners.status', '=', 'active')
    .executeTakeFirst();
  return session ?? null;
}

export async function endSession({ db }: Resources, secret: string | undefined): Promise<void> {
  if (secret) await db.deleteFrom('sessions').where('hash', '=', hashSecret(secret)).execute();
}

/** Forgets tokens and sessions that have expired. */
export async function dropExpiredSignIns({ db, clock }: Resources): Promise<void> {
  await db.deleteFrom('sign_in_tokens').where('expires_at', '<', clock.now()).execute();
  await db.deleteFrom('sessions').where('expires_at', '<', clock.now()).execute();
}
