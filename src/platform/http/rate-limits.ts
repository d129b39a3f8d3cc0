import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../clock.ts';
import type { CrossPartnerDatabase } from '../database/database.ts';

export const windowSeconds = 60;

/** What one request found in its window. */
export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  readonly allowed: boolean;
  /** Whole seconds after which the next request passes, 1..60. */
  readonly retryAfterSeconds: number;
}

/** Fixed windows of 60 s from their first request, counted atomically and shared by all API nodes (decisions §1.10). */
export interface RateLimiter {
  /** Counts one request in `bucket`. */
  hit(bucket: string, limit: number): Promise<RateLimitState>;
  close(): Promise<void>;
}

/** State from the number of requests in the window, this one included, and the window's age. */
export function rateLimitState(limit: number, hits: number, ageSeconds: number): RateLimitState {
  return {
    limit,
    remaining: Math.max(0, limit - hits),
    allowed: hits <= limit,
    retryAfterSeconds: Math.min(windowSeconds, Math.max(1, Math.ceil(windowSeconds - ageSeconds))),
  };
}

/**
 * The counting statement, on the database's clock so that API nodes agree. A window that seems to begin in the future means
 * that the clock was set back: it starts anew, so a step of the clock neither locks out nor lifts the limit for long.
 */
export function countingClauses(clock: Clock) {
  const now = sql`(clock_timestamp() + ${clock.offsetMs} * interval '1 millisecond')`;
  const expired = sql`(w.started_at <= ${now} - ${windowSeconds} * interval '1 second' OR w.started_at > ${now})`;
  return {
    now,
    onConflict: sql`ON CONFLICT (bucket) DO UPDATE SET
      hits = CASE WHEN ${expired} THEN 1 ELSE w.hits + 1 END,
      started_at = CASE WHEN ${expired} THEN ${now} ELSE w.started_at END
      RETURNING w.hits, extract(epoch FROM ${now} - w.started_at)::float8 AS age_seconds`,
  };
}

export function postgresRateLimiter(db: CrossPartnerDatabase, clock: Clock): RateLimiter {
  return {
    async hit(bucket, limit) {
      const { now, onConflict } = countingClauses(clock);
      const { rows } = await sql<{ hits: number; age_seconds: number }>`
        INSERT INTO rate_limit_windows AS w (bucket, started_at, hits) VALUES (${bucket}, ${now}, 1) ${onConflict}`.execute(
        db,
      );
      return rateLimitState(limit, rows[0]!.hits, rows[0]!.age_seconds);
    },
    close: async () => {},
  };
}

/** Counts within this process: for what must be answered when everything else is down. */
export function memoryRateLimiter(): RateLimiter {
  return libraryRateLimiter(new RateLimiterMemory(libraryOptions), async () => {});
}

/** Counts in Redis or Valkey, for installations with many API nodes. */
export function redisRateLimiter(url: string, onError: (error: Error) => void): RateLimiter {
  const client = new Redis(url, { maxRetriesPerRequest: 1, connectionName: 'breakwater' });
  client.on('error', onError);
  const limiter = new RateLimiterRedis({ ...libraryOptions, storeClient: client, keyPrefix: 'breakwater' });
  return libraryRateLimiter(limiter, async () => {
    await client.quit();
  });
}

// The limit differs by bucket and is compared here, so the library only counts.
const libraryOptions = { points: Number.MAX_SAFE_INTEGER, duration: windowSeconds };

function libraryRateLimiter(
  limiter: { consume(key: string): Promise<RateLimiterRes> },
  close: () => Promise<void>,
): RateLimiter {
  return {
    async hit(bucket, limit) {
      const { consumedPoints, msBeforeNext } = await limiter.consume(bucket);
      return rateLimitState(limit, consumedPoints, windowSeconds - msBeforeNext / 1_000);
    },
    close,
  };
}
