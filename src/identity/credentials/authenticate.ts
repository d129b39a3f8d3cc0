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
  type RateLimitState,
} from '../../platform/http/rate-limits.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { Together } from '../../platform/together.ts';
import { alertLinkHolds } from './alert-links.ts';
import { isWellFormedApiKey } from './api-key.ts';
import { demandsSecondFactor, hasSecondFactor } from './second-factors.ts';

/** What the keys of an account may do together, in limits of one key: more keys are not more rate (decisions §1.10). */
export const accountCeilingFactor = 10;

/** Sessions have none: each is a person, and an account may have any number of customers. */
function ceilingOf(row: KnownHolder<HolderRow>, { name, limit }: RateLimitBucket): Ceiling | null {
  if (credentialOf(row).kind !== 'api_key') return null;
  return { bucket: `account:${row.world_id}:${name}`, limit: limit * accountCeilingFactor };
}

interface HolderRow {
  /** Of its request, from 1. */
  place: number;
  /** The account. */
  partner_id: string;
  /** Where the credential is: the account, or its sandbox. */
  world_id: string;
  credential_id: string;
  domain: string | null;
  suspended: boolean;
  sandbox_id: string | null;
  administrator_id: string | null;
  administrator_role: AdministratorRole | null;
  customer_id: string | null;
  alert_id: string | null;
  mail_id: string | null;
  own_language: string | null;
  partner_language: string | null;
  lacks_second_factor: boolean;
  /** Null: it is no session of a person. */
  has_proved: boolean | null;
}

/** How stale `last_used_at` may be: it is written at most this often per key or session. */
const lastUsedPrecision = sql`interval '1 minute'`;

/**
 * A session that was not used for so long has ended, however much of its time is left: what NIST SP 800-63B-4 wants at
 * its second assurance level. By `last_used_at`, so up to a minute early.
 */
export const sessionIdleSeconds = 3_600;

/** For how long it counts that an administrator has shown password or code: what outlives a session is asked for within it. */
const proofSeconds = 600;

type Now = ReturnType<typeof serviceNow>;

/** The time of the statement, not of the row: a sharded database computes it once, and refuses to change rows by a time that runs on. */
function serviceNow(clock: Clock) {
  return sql`(statement_timestamp() + ${databaseClockOffset(clock)})`;
}

const sandboxOf = sql`CASE WHEN p.sandbox_enabled THEN (SELECT s.id FROM partners s WHERE s.sandbox_of = p.id) END`;

/**
 * Which partner `p` is the account of the partner `world`: itself, or whose sandbox it is while sandbox mode is on. The sign-ins of a
 * sandbox's customers are the sandbox's, on a portal domain of the account.
 */
export const isAccountOfWorld = sql<boolean>`p.id = coalesce(world.sandbox_of, world.id) AND (world.sandbox_of IS NULL OR p.sandbox_enabled)`;

const keyLookup = (now: Now) => sql`
  holder AS MATERIALIZED (
    SELECT asked.*, k.partner_id, CASE k.world WHEN 'sandbox' THEN (SELECT s.id FROM partners s WHERE s.sandbox_of = p.id) ELSE p.id END AS world_id,
      k.id AS credential_id, d.domain, p.status = 'suspended' AS suspended, ${sandboxOf} AS sandbox_id, NULL::uuid AS administrator_id, NULL::text AS administrator_role, NULL::uuid AS customer_id,
      NULL::uuid AS alert_id, NULL::uuid AS mail_id, NULL::text AS own_language, NULL::text AS partner_language,
      false AS lacks_second_factor, NULL::boolean AS has_proved, k.last_used_at
    FROM asked
    JOIN api_keys k ON k.hash = asked.hash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})
    JOIN partners p ON p.id = k.partner_id
    LEFT JOIN portal_domains d ON d.partner_id = k.partner_id AND d.id = k.portal_domain_id AND d.status = 'verified'
  ), ${touched('api_keys', 'partner_id', now)}`;

/** Of a sign-in, which a sandbox's customer can have while sandbox mode is on, or of a link in a mail, which is good for one alert. */
const sessionLookup = (now: Now) => sql`
  holder AS MATERIALIZED (
    SELECT asked.*, p.id AS partner_id, k.partner_id AS world_id, k.id AS credential_id, d.domain, p.status = 'suspended' AS suspended,
      ${sandboxOf} AS sandbox_id, k.administrator_id, a.role AS administrator_role, coalesce(k.customer_id, k.viewed_customer_id) AS customer_id,
      NULL::uuid AS alert_id, NULL::uuid AS mail_id, a.language AS own_language, b.language AS partner_language,
      a.id IS NOT NULL AND ${demandsSecondFactor('p')} AND NOT ${hasSecondFactor('a')} AS lacks_second_factor,
      coalesce(k.proved_at, k.created_at) > ${now} - ${proofSeconds} * interval '1 second' AS has_proved, k.last_used_at
    FROM asked
    JOIN sessions k ON k.hash = asked.hash AND k.expires_at > ${now}
      AND coalesce(k.last_used_at, k.created_at) > ${now} - ${sessionIdleSeconds} * interval '1 second'
    JOIN partners world ON world.id = k.partner_id
    JOIN partners p ON ${isAccountOfWorld}
    LEFT JOIN portal_domains d ON d.partner_id = p.id AND d.id = coalesce(k.portal_domain_id, k.account_portal_domain_id)
      AND d.status = 'verified'
    LEFT JOIN administrators a ON a.partner_id = k.partner_id AND a.id = k.administrator_id
    LEFT JOIN brandings b ON b.partner_id = p.id
    UNION ALL
    SELECT asked.*, k.partner_id, k.partner_id, k.id, d.domain, p.status = 'suspended', NULL::uuid, NULL::uuid, NULL::text, k.customer_id,
      k.alert_id, k.mail_id, NULL::text, b.language, false, NULL::boolean, NULL::timestamptz
    FROM asked
    JOIN alert_links k ON k.session_hash = asked.hash AND k.session_expires_at > ${now}
    JOIN partners p ON p.id = k.partner_id
    JOIN portal_domains d ON d.partner_id = k.partner_id AND d.id = k.portal_domain_id AND d.status = 'verified'
    LEFT JOIN brandings b ON b.partner_id = k.partner_id
  ), ${touched('sessions', 'world_id', now)}`;

/**
 * Whoever notes the use of a credential just now is not waited for: two statements would wait for each other's.
 * @param owner of the holder, whose row it is: keys are the account's, sessions those of their world
 */
function touched(table: 'api_keys' | 'sessions', owner: 'partner_id' | 'world_id', now: Now) {
  return sql`used AS (
    UPDATE ${sql.table(table)} SET last_used_at = ${now} FROM (
      SELECT k.partner_id, k.id FROM ${sql.table(table)} k JOIN holder ON k.partner_id = ${sql.ref(`holder.${owner}`)} AND k.id = holder.credential_id
      WHERE holder.last_used_at IS NULL OR holder.last_used_at < ${now} - ${lastUsedPrecision} FOR NO KEY UPDATE OF k SKIP LOCKED
    ) AS stale
    WHERE ${sql.table(table)}.partner_id = stale.partner_id AND ${sql.table(table)}.id = stale.id
  )`;
}

const holderColumns = sql`place, partner_id, world_id, credential_id, domain, suspended, sandbox_id, administrator_id, administrator_role, customer_id,
  alert_id, mail_id, own_language, partner_language, lacks_second_factor, has_proved`;

/** A credential that somebody came with. */
interface Asked {
  readonly secret: string;
  readonly host: string;
  readonly bucket: RateLimitBucket | null;
}

function asked(requests: readonly Asked[]) {
  return sql`asked AS MATERIALIZED (
    SELECT * FROM unnest(
      ${requests.map(({ secret }) => hashSecret(secret))}::bytea[], ${requests.map(({ host }) => host)}::text[],
      ${requests.map(({ bucket }) => bucket?.name ?? null)}::text[], ${requests.map(({ bucket }) => bucket?.limit ?? null)}::integer[]
    ) WITH ORDINALITY AS asked (hash, host, bucket, most, place)
  )`;
}

type Look = (lookup: typeof keyLookup, requests: readonly Asked[]) => Promise<readonly (CredentialHolder | null)[]>;

/**
 * Looks credentials up and counts their requests in one statement, so that a request costs one round trip before its own work, and those
 * that come at the same time cost one together.
 */
export function postgresAuthenticator(db: CrossPartnerDatabase, clock: Clock): Authenticator {
  return authenticatorOf(async (lookup, requests) => {
    const now = serviceNow(clock);
    const { rows } = await sql<HolderRow & (CountedRequest | { own_hits: null })>`
      WITH ${asked(requests)}, ${lookup(now)}, admitted AS MATERIALIZED (
        SELECT array_agg(place ORDER BY place) AS places, array_agg('key:' || credential_id || ':' || bucket ORDER BY place) AS own_buckets,
          array_agg(most ORDER BY place) AS own_limits,
          array_agg(CASE WHEN administrator_id IS NULL AND customer_id IS NULL THEN 'account:' || world_id || ':' || bucket END
            ORDER BY place) AS shared_buckets,
          array_agg(most * ${sql.lit(accountCeilingFactor)} ORDER BY place) AS shared_limits
        FROM holder WHERE domain = host AND NOT suspended AND bucket IS NOT NULL
      ), counted AS MATERIALIZED (
        SELECT admitted.places[c.n] AS place, c.own_hits, c.own_age, c.shared_hits, c.shared_age FROM admitted,
          LATERAL count_requests(own_buckets, own_limits, shared_buckets, shared_limits, ${databaseClockOffset(clock)}) c
        WHERE places IS NOT NULL
      ) SELECT ${holderColumns}, own_hits, own_age, shared_hits, shared_age FROM holder LEFT JOIN counted USING (place)`.execute(
      db,
    );
    return inOrder(requests, await withCustomers(db, now, rows), ({ bucket }, row) =>
      bucket && row.own_hits !== null ? countedState(bucket.limit, ceilingOf(row, bucket), row) : null,
    );
  });
}

/** Looks credentials up in PostgreSQL and counts elsewhere. */
export function separateAuthenticator(
  db: CrossPartnerDatabase,
  clock: Clock,
  limiter: CeilingRateLimiter,
): Authenticator {
  return authenticatorOf(async (lookup, requests) => {
    const now = serviceNow(clock);
    const { rows } = await sql<HolderRow>`
      WITH ${asked(requests)}, ${lookup(now)} SELECT ${holderColumns} FROM holder`.execute(db);
    return inOrder(requests, await withCustomers(db, now, rows), ({ bucket, host }, row) =>
      bucket !== null && row.domain === host && !row.suspended
        ? limiter.hitBelow(`key:${row.credential_id}:${bucket.name}`, bucket.limit, ceilingOf(row, bucket))
        : null,
    );
  });
}

interface HolderCustomer {
  readonly id: string;
  readonly billing_customer_id: number;
  readonly language: string | null;
}

type KnownHolder<Row> = Row & { readonly customer: HolderCustomer | null };

/**
 * Adds the customers of sessions, and leaves out sessions of links that hold no more. In statements of their own: a session is found by
 * its secret, whosever it is, and a customer where their partner's data is.
 */
async function withCustomers<Row extends HolderRow>(
  db: CrossPartnerDatabase,
  now: Now,
  rows: readonly Row[],
): Promise<KnownHolder<Row>[]> {
  const found = await Promise.all(
    [...Map.groupBy(rows, (row) => row.world_id)].map(async ([worldId, theirs]) => {
      const ids = new Set(theirs.flatMap((row) => row.customer_id ?? []));
      const [customers, holding] = await Promise.all([
        customersOf(db, worldId, [...ids]),
        Promise.all(theirs.map((row) => stillHolds(db, now, row))),
      ]);
      return theirs.flatMap((row, index): KnownHolder<Row>[] => {
        const customer = row.customer_id === null ? null : customers.get(row.customer_id);
        return customer === undefined || !holding[index] ? [] : [{ ...row, customer }];
      });
    }),
  );
  return found.flat();
}

async function customersOf(
  db: CrossPartnerDatabase,
  partnerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HolderCustomer>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<HolderCustomer>`
    SELECT id, billing_customer_id, language FROM customers WHERE partner_id = ${partnerId} AND id = ANY(${ids}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map((customer) => [customer.id, customer]));
}

/** Whatever is no link in a mail does. */
async function stillHolds(db: CrossPartnerDatabase, now: Now, row: HolderRow): Promise<boolean> {
  if (row.mail_id === null) return true;
  const link = { partner: row.partner_id, mail: row.mail_id, alert: row.alert_id! };
  const { rows } = await sql<{ holds: boolean }>`SELECT ${alertLinkHolds(link, now)} AS holds`.execute(db);
  return rows[0]!.holds;
}

/** What was found of each request; null: nobody. */
function inOrder<Row extends KnownHolder<HolderRow>>(
  requests: readonly Asked[],
  rows: readonly Row[],
  rateLimitOf: (request: Asked, row: Row) => RateLimitState | null | Promise<RateLimitState | null>,
): Promise<readonly (CredentialHolder | null)[]> {
  const found = new Map(rows.map((row) => [row.place, row]));
  return Promise.all(
    requests.map(async (request, index) => {
      const row = found.get(index + 1);
      return row ? { ...holder(row), rateLimit: await rateLimitOf(request, row) } : null;
    }),
  );
}

function authenticatorOf(look: Look): Authenticator {
  const keys = new Together<Asked, CredentialHolder | null>((requests) => look(keyLookup, requests));
  const sessions = new Together<Asked, CredentialHolder | null>((requests) => look(sessionLookup, requests));
  return {
    authenticateKey: async (secret, host, bucket) =>
      isWellFormedApiKey(secret) ? keys.ask({ secret, host, bucket }) : null,
    authenticateSession: (secret, host, bucket) => sessions.ask({ secret, host, bucket }),
  };
}

function holder(row: KnownHolder<HolderRow>): Omit<CredentialHolder, 'rateLimit'> {
  return {
    partnerId: row.partner_id,
    worldId: row.world_id,
    credential: credentialOf(row),
    portalDomain: row.domain,
    suspended: row.suspended,
    lacksSecondFactor: row.lacks_second_factor,
    sandboxId: row.sandbox_id,
    languages: {
      own: row.administrator_id === null ? (row.customer?.language ?? null) : row.own_language,
      partner: row.partner_language,
    },
  };
}

function credentialOf(row: KnownHolder<HolderRow>): Credential {
  const { credential_id: sessionId, administrator_id: administratorId, customer } = row;
  if (customer !== null)
    return {
      kind: 'customer',
      id: customer.id,
      billingCustomerId: customer.billing_customer_id,
      sessionId,
      alertId: row.alert_id,
      viewerId: administratorId,
    };
  if (administratorId !== null)
    return {
      kind: 'administrator',
      id: administratorId,
      sessionId,
      role: row.administrator_role!,
      hasProved: row.has_proved!,
    };
  return { kind: 'api_key', id: row.credential_id };
}
