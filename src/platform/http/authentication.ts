import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { CrossPartnerDatabase } from '../database/database.ts';
import { hashSecret, isWellFormedApiKey } from '../secrets.ts';
import { countingClauses, type RateLimiter, type RateLimitState, rateLimitState } from './rate-limits.ts';

/** The account behind a key, whatever may then be refused. */
export interface KeyHolder {
  readonly partnerId: string;
  readonly keyId: string;
  /** The one portal domain that the key is bound to. */
  readonly portalDomain: string;
  readonly suspended: boolean;
  /** The partner that is the account's sandbox; null while sandbox mode is off. */
  readonly sandboxId: string | null;
  /** Null when the request was not counted: the key does not fit the domain, the account is suspended, or the group has no limit. */
  readonly rateLimit: RateLimitState | null;
}

export interface RateLimitBucket {
  readonly name: 'strict' | 'default';
  readonly limit: number;
}

export interface Authenticator {
  /** @returns null when the key resolves to no account: unknown, revoked, expired or mistyped */
  authenticate(apiKey: string, host: string, bucket: RateLimitBucket | null): Promise<KeyHolder | null>;
}

interface KeyRow {
  partner_id: string;
  key_id: string;
  domain: string;
  suspended: boolean;
  sandbox_id: string | null;
}

/** How stale `last_used_at` may be: it is written at most this often per key. */
const lastUsedPrecision = sql`interval '1 minute'`;

const keyLookup = (hash: Buffer, now: ReturnType<typeof sql>) => sql`
  holder AS (
    SELECT k.partner_id, k.id AS key_id, d.domain, p.status = 'suspended' AS suspended,
      CASE WHEN p.sandbox_enabled THEN (SELECT s.id FROM partners s WHERE s.sandbox_of = p.id) END AS sandbox_id, k.last_used_at
    FROM api_keys k
    JOIN partners p ON p.id = k.partner_id
    JOIN portal_domains d ON d.partner_id = k.partner_id AND d.id = k.portal_domain_id
    WHERE k.hash = ${hash} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})
  ), used AS (
    UPDATE api_keys k SET last_used_at = ${now} FROM holder
    WHERE k.partner_id = holder.partner_id AND k.id = holder.key_id
      AND (holder.last_used_at IS NULL OR holder.last_used_at < ${now} - ${lastUsedPrecision})
  )`;

/** Looks the key up and counts the request in one statement, so that a request costs one round trip before its own work. */
export function postgresAuthenticator(db: CrossPartnerDatabase, clock: Clock): Authenticator {
  return {
    async authenticate(apiKey, host, bucket) {
      if (!isWellFormedApiKey(apiKey)) return null;
      const { now, onConflict } = countingClauses(clock);
      const { rows } = await sql<KeyRow & { hits: number | null; age_seconds: number | null }>`
        WITH ${keyLookup(hashSecret(apiKey), now)}, counted AS (
          INSERT INTO rate_limit_windows AS w (bucket, started_at, hits)
          SELECT 'key:' || key_id || ${`:${bucket?.name}`}, ${now}, 1 FROM holder
          WHERE domain = ${host} AND NOT suspended AND ${bucket !== null} ${onConflict}
        ) SELECT partner_id, key_id, domain, suspended, sandbox_id, hits, age_seconds FROM holder LEFT JOIN counted ON true`.execute(
        db,
      );
      const row = rows[0];
      if (!row) return null;
      const rateLimit = bucket && row.hits !== null ? rateLimitState(bucket.limit, row.hits, row.age_seconds!) : null;
      return { ...holder(row), rateLimit };
    },
  };
}

/** Looks the key up in PostgreSQL and counts elsewhere. */
export function separateAuthenticator(db: CrossPartnerDatabase, clock: Clock, limiter: RateLimiter): Authenticator {
  return {
    async authenticate(apiKey, host, bucket) {
      if (!isWellFormedApiKey(apiKey)) return null;
      const { now } = countingClauses(clock);
      const { rows } = await sql<KeyRow>`
        WITH ${keyLookup(hashSecret(apiKey), now)} SELECT partner_id, key_id, domain, suspended, sandbox_id FROM holder`.execute(
        db,
      );
      const row = rows[0];
      if (!row) return null;
      const counts = bucket !== null && row.domain === host && !row.suspended;
      return {
        ...holder(row),
        rateLimit: counts ? await limiter.hit(`key:${row.key_id}:${bucket.name}`, bucket.limit) : null,
      };
    },
  };
}

function holder(row: KeyRow): Omit<KeyHolder, 'rateLimit'> {
  return {
    partnerId: row.partner_id,
    keyId: row.key_id,
    portalDomain: row.domain,
    suspended: row.suspended,
    sandboxId: row.sandbox_id,
  };
}
