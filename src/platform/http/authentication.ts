import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { CrossPartnerDatabase } from '../database/database.ts';
import { hashSecret, isWellFormedApiKey } from '../secrets.ts';
import { countingClauses, type RateLimiter, type RateLimitState, rateLimitState } from './rate-limits.ts';

/** By what a caller is known. A session's customer or administrator is fixed: it can never name another. */
export type Credential =
  | { readonly kind: 'api_key'; readonly id: string }
  | { readonly kind: 'administrator'; readonly id: string; readonly sessionId: string }
  | {
      readonly kind: 'customer';
      readonly id: string;
      readonly billingCustomerId: number;
      readonly sessionId: string;
    };

/** The account behind a key or a session, whatever may then be refused. */
export interface CredentialHolder {
  readonly partnerId: string;
  readonly credential: Credential;
  /** The one portal domain that the credential is bound to; null while it does not serve. */
  readonly portalDomain: string | null;
  readonly suspended: boolean;
  /** The partner that is the account's sandbox; null while sandbox mode is off. */
  readonly sandboxId: string | null;
  /** Null when the request was not counted: the credential does not fit the domain, the account is suspended, or the group has no limit. */
  readonly rateLimit: RateLimitState | null;
}

export interface RateLimitBucket {
  readonly name: 'strict' | 'default';
  readonly limit: number;
}

export interface Authenticator {
  /** @returns null when the key resolves to no account: unknown, revoked, expired or mistyped */
  authenticateKey(apiKey: string, host: string, bucket: RateLimitBucket | null): Promise<CredentialHolder | null>;
  /** @returns null when there is no such session: unknown, signed out or expired */
  authenticateSession(secret: string, host: string, bucket: RateLimitBucket | null): Promise<CredentialHolder | null>;
}

interface HolderRow {
  partner_id: string;
  credential_id: string;
  domain: string | null;
  suspended: boolean;
  sandbox_id: string | null;
  administrator_id: string | null;
  customer_id: string | null;
  billing_customer_id: number | null;
}

/** How stale `last_used_at` may be: it is written at most this often per key or session. */
const lastUsedPrecision = sql`interval '1 minute'`;

type Now = ReturnType<typeof countingClauses>['now'];

const sandboxOf = sql`CASE WHEN p.sandbox_enabled THEN (SELECT s.id FROM partners s WHERE s.sandbox_of = p.id) END`;

const keyLookup = (hash: Buffer, now: Now) => sql`
  holder AS (
    SELECT k.partner_id, k.id AS credential_id, d.domain, p.status = 'suspended' AS suspended, ${sandboxOf} AS sandbox_id,
      NULL::uuid AS administrator_id, NULL::uuid AS customer_id, NULL::bigint AS billing_customer_id, k.last_used_at
    FROM api_keys k
    JOIN partners p ON p.id = k.partner_id
    LEFT JOIN portal_domains d ON d.partner_id = k.partner_id AND d.id = k.portal_domain_id AND d.status = 'verified'
    WHERE k.hash = ${hash} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})
  ), ${touched('api_keys', now)}`;

const sessionLookup = (hash: Buffer, now: Now) => sql`
  holder AS (
    SELECT k.partner_id, k.id AS credential_id, d.domain, p.status = 'suspended' AS suspended, ${sandboxOf} AS sandbox_id,
      k.administrator_id, k.customer_id, c.billing_customer_id, k.last_used_at
    FROM sessions k
    JOIN partners p ON p.id = k.partner_id
    LEFT JOIN portal_domains d ON d.partner_id = k.partner_id AND d.id = k.portal_domain_id AND d.status = 'verified'
    LEFT JOIN customers c ON c.partner_id = k.partner_id AND c.id = k.customer_id
    WHERE k.hash = ${hash} AND k.expires_at > ${now}
  ), ${touched('sessions', now)}`;

function touched(table: 'api_keys' | 'sessions', now: Now) {
  return sql`used AS (
    UPDATE ${sql.table(table)} k SET last_used_at = ${now} FROM holder
    WHERE k.partner_id = holder.partner_id AND k.id = holder.credential_id
      AND (holder.last_used_at IS NULL OR holder.last_used_at < ${now} - ${lastUsedPrecision})
  )`;
}

const holderColumns = sql`partner_id, credential_id, domain, suspended, sandbox_id, administrator_id, customer_id, billing_customer_id`;

/** Looks the credential up and counts the request in one statement, so that a request costs one round trip before its own work. */
export function postgresAuthenticator(db: CrossPartnerDatabase, clock: Clock): Authenticator {
  return authenticatorOf(async (lookup, secret, host, bucket) => {
    const { now, onConflict } = countingClauses(clock);
    const { rows } = await sql<HolderRow & { hits: number | null; age_seconds: number | null }>`
      WITH ${lookup(hashSecret(secret), now)}, counted AS (
        INSERT INTO rate_limit_windows AS w (bucket, started_at, hits)
        SELECT 'key:' || credential_id || ${`:${bucket?.name}`}, ${now}, 1 FROM holder
        WHERE domain = ${host} AND NOT suspended AND ${bucket !== null} ${onConflict}
      ) SELECT ${holderColumns}, hits, age_seconds FROM holder LEFT JOIN counted ON true`.execute(db);
    const row = rows[0];
    if (!row) return null;
    const rateLimit = bucket && row.hits !== null ? rateLimitState(bucket.limit, row.hits, row.age_seconds!) : null;
    return { ...holder(row), rateLimit };
  });
}

/** Looks the credential up in PostgreSQL and counts elsewhere. */
export function separateAuthenticator(db: CrossPartnerDatabase, clock: Clock, limiter: RateLimiter): Authenticator {
  return authenticatorOf(async (lookup, secret, host, bucket) => {
    const { now } = countingClauses(clock);
    const { rows } = await sql<HolderRow>`
      WITH ${lookup(hashSecret(secret), now)} SELECT ${holderColumns} FROM holder`.execute(db);
    const row = rows[0];
    if (!row) return null;
    const counts = bucket !== null && row.domain === host && !row.suspended;
    const rateLimit = counts ? await limiter.hit(`key:${row.credential_id}:${bucket.name}`, bucket.limit) : null;
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
  };
}

function credentialOf(row: HolderRow): Credential {
  const sessionId = row.credential_id;
  if (row.administrator_id !== null) return { kind: 'administrator', id: row.administrator_id, sessionId };
  if (row.customer_id === null) return { kind: 'api_key', id: row.credential_id };
  return { kind: 'customer', id: row.customer_id, billingCustomerId: row.billing_customer_id!, sessionId };
}
