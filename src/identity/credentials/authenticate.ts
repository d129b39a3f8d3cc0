import { sql } from 'kysely';
import type { Authenticator, Credential, CredentialHolder, RateLimitBucket } from '../../core/api/credential.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import type { AdministratorRole } from '../../core/operation/tables/identity.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  type Ceiling,
  type CeilingRateLimiter,
  type CountedRequest,
  countedState,
  databaseClockOffset,
} from '../../platform/http/rate-limits.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { alertLinkHolds } from './alert-links.ts';
import { isWellFormedApiKey } from './api-key.ts';

/** What the keys of an account may do together, in limits of one key: more keys are not more rate (decisions §1.10). */
const accountCeilingFactor = 10;

/** Sessions have none: each is a person, and an account may have any number of customers. */
function ceilingOf(row: HolderRow, { name, limit }: RateLimitBucket): Ceiling | null {
  if (credentialOf(row).kind !== 'api_key') return null;
  return { bucket: `account:${row.partner_id}:${name}`, limit: limit * accountCeilingFactor };
}

interface HolderRow {
  partner_id: string;
  credential_id: string;
  domain: string | null;
  suspended: boolean;
  sandbox_id: string | null;
  administrator_id: string | null;
  administrator_role: AdministratorRole | null;
  customer_id: string | null;
  billing_customer_id: number | null;
  alert_id: string | null;
  own_language: string | null;
  partner_language: string | null;
}

/** How stale `last_used_at` may be: it is written at most this often per key or session. */
const lastUsedPrecision = sql`interval '1 minute'`;

/**
 * A session that was not used for so long has ended, however much of its time is left: what NIST SP 800-63B-4 wants at
 * its second assurance level. By `last_used_at`, so up to a minute early.
 */
export const sessionIdleSeconds = 3_600;

type Now = ReturnType<typeof serviceNow>;

function serviceNow(clock: Clock) {
  return sql`(clock_timestamp() + ${databaseClockOffset(clock)})`;
}

const sandboxOf = sql`CASE WHEN p.sandbox_enabled THEN (SELECT s.id FROM partners s WHERE s.sandbox_of = p.id) END`;

const keyLookup = (hash: Buffer, now: Now) => sql`
  holder AS (
    SELECT k.partner_id, k.id AS credential_id, d.domain, p.status = 'suspended' AS suspended, ${sandboxOf} AS sandbox_id,
      NULL::uuid AS administrator_id, NULL::text AS administrator_role, NULL::uuid AS customer_id, NULL::bigint AS billing_customer_id,
      NULL::uuid AS alert_id, NULL::text AS own_language, NULL::text AS partner_language, k.last_used_at
    FROM api_keys k
    JOIN partners p ON p.id = k.partner_id
    LEFT JOIN portal_domains d ON d.partner_id = k.partner_id AND d.id = k.portal_domain_id AND d.status = 'verified'
    WHERE k.hash = ${hash} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})
  ), ${touched('api_keys', now)}`;

/** Of a sign-in, or of a link in a mail, which is good for one alert. */
const sessionLookup = (hash: Buffer, now: Now) => sql`
  holder AS (
    SELECT k.partner_id, k.id AS credential_id, d.domain, p.status = 'suspended' AS suspended, ${sandboxOf} AS sandbox_id,
      k.administrator_id, a.role AS administrator_role, c.id AS customer_id, c.billing_customer_id, NULL::uuid AS alert_id,
      CASE WHEN k.administrator_id IS NULL THEN c.language ELSE a.language END AS own_language, b.language AS partner_language, k.last_used_at
    FROM sessions k
    JOIN partners p ON p.id = k.partner_id
    LEFT JOIN portal_domains d ON d.partner_id = k.partner_id AND d.id = k.portal_domain_id AND d.status = 'verified'
    LEFT JOIN customers c ON c.partner_id = k.partner_id AND c.id = coalesce(k.customer_id, k.viewed_customer_id)
    LEFT JOIN administrators a ON a.partner_id = k.partner_id AND a.id = k.administrator_id
    LEFT JOIN brandings b ON b.partner_id = k.partner_id
    WHERE k.hash = ${hash} AND k.expires_at > ${now}
      AND coalesce(k.last_used_at, k.created_at) > ${now} - ${sessionIdleSeconds} * interval '1 second'
    UNION ALL
    SELECT k.partner_id, k.id, d.domain, p.status = 'suspended', NULL::uuid, NULL::uuid, NULL::text, k.customer_id,
      c.billing_customer_id, k.alert_id, c.language, b.language, NULL::timestamptz
    FROM alert_links k
    JOIN partners p ON p.id = k.partner_id
    JOIN portal_domains d ON d.partner_id = k.partner_id AND d.id = k.portal_domain_id AND d.status = 'verified'
    JOIN customers c ON c.partner_id = k.partner_id AND c.id = k.customer_id
    LEFT JOIN brandings b ON b.partner_id = k.partner_id
    WHERE k.session_hash = ${hash} AND k.session_expires_at > ${now}
      AND ${alertLinkHolds({ partner: sql`k.partner_id`, mail: sql`k.mail_id`, alert: sql`k.alert_id` }, now)}
  ), ${touched('sessions', now)}`;

function touched(table: 'api_keys' | 'sessions', now: Now) {
  return sql`used AS (
    UPDATE ${sql.table(table)} k SET last_used_at = ${now} FROM holder
    WHERE k.partner_id = holder.partner_id AND k.id = holder.credential_id
      AND (holder.last_used_at IS NULL OR holder.last_used_at < ${now} - ${lastUsedPrecision})
  )`;
}

const holderColumns = sql`partner_id, credential_id, domain, suspended, sandbox_id, administrator_id, administrator_role, customer_id,
  billing_customer_id, alert_id, own_language, partner_language`;

/**
 * Looks the credential up and counts the request in one statement, so that a request costs one round trip before its
 * own work.
 */
export function postgresAuthenticator(db: CrossPartnerDatabase, clock: Clock): Authenticator {
  return authenticatorOf(async (lookup, secret, host, bucket) => {
    const now = serviceNow(clock);
    const { rows } = await sql<HolderRow & (CountedRequest | { own_hits: null })>`
      WITH ${lookup(hashSecret(secret), now)}, admitted AS MATERIALIZED (
        SELECT * FROM holder WHERE domain = ${host} AND NOT suspended AND ${bucket !== null}
      ), counted AS MATERIALIZED (
        SELECT c.* FROM admitted, LATERAL count_request(
          'key:' || credential_id || ${`:${bucket?.name}`}, ${bucket?.limit ?? 0}::integer,
          CASE WHEN administrator_id IS NULL AND customer_id IS NULL THEN 'account:' || partner_id || ${`:${bucket?.name}`} END,
          ${(bucket?.limit ?? 0) * accountCeilingFactor}::integer, ${databaseClockOffset(clock)}) c
      ) SELECT ${holderColumns}, own_hits, own_age, shared_hits, shared_age FROM holder LEFT JOIN counted ON true`.execute(
      db,
    );
    const row = rows[0];
    if (!row) return null;
    const rateLimit = bucket && row.own_hits !== null ? countedState(bucket.limit, ceilingOf(row, bucket), row) : null;
    return { ...holder(row), rateLimit };
  });
}

/** Looks the credential up in PostgreSQL and counts elsewhere. */
export function separateAuthenticator(
  db: CrossPartnerDatabase,
  clock: Clock,
  limiter: CeilingRateLimiter,
): Authenticator {
  return authenticatorOf(async (lookup, secret, host, bucket) => {
    const { rows } = await sql<HolderRow>`
      WITH ${lookup(hashSecret(secret), serviceNow(clock))} SELECT ${holderColumns} FROM holder`.execute(db);
    const row = rows[0];
    if (!row) return null;
    const counts = bucket !== null && row.domain === host && !row.suspended;
    const rateLimit = counts
      ? await limiter.hitBelow(`key:${row.credential_id}:${bucket.name}`, bucket.limit, ceilingOf(row, bucket))
      : null;
    return { ...holder(row), rateLimit };
  });
}

type Authenticate = (
  lookup: typeof keyLookup,
  secret: string,
  host: string,
  bucket: RateLimitBucket | null,
) => Promise<CredentialHolder | null>;

function authenticatorOf(authenticate: Authenticate): Authenticator {
  return {
    authenticateKey: async (apiKey, host, bucket) =>
      isWellFormedApiKey(apiKey) ? authenticate(keyLookup, apiKey, host, bucket) : null,
    authenticateSession: (secret, host, bucket) => authenticate(sessionLookup, secret, host, bucket),
  };
}

function holder(row: HolderRow): Omit<CredentialHolder, 'rateLimit'> {
  return {
    partnerId: row.partner_id,
    credential: credentialOf(row),
    portalDomain: row.domain,
    suspended: row.suspended,
    sandboxId: row.sandbox_id,
    languages: { own: row.own_language, partner: row.partner_language },
  };
}

function credentialOf(row: HolderRow): Credential {
  const { credential_id: sessionId, administrator_id: administratorId, customer_id: customerId } = row;
  if (customerId !== null)
    return {
      kind: 'customer',
      id: customerId,
      billingCustomerId: row.billing_customer_id!,
      sessionId,
      alertId: row.alert_id,
      viewerId: administratorId,
    };
  if (administratorId !== null)
    return { kind: 'administrator', id: administratorId, sessionId, role: row.administrator_role! };
  return { kind: 'api_key', id: row.credential_id };
}
