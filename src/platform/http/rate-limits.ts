import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../clock.ts';
import type { CrossPartnerDatabase } from '../database/database.ts';
import { deleteOlder } from '../database/delete-older.ts';
import type { Resources } from '../operation.ts';

const windowSeconds = 60;

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

/** Deletes what no window needs any more. */
export async function forgetRateLimitWindows({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<void> {
  await deleteOlder(
    db,
    'rate_limit_windows',
    'started_at',
    new Date(clock.now().getTime() - 10 * windowSeconds * 1_000),
  );
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

export interface RedisRateLimiter extends RateLimiter {
  /** False while requests are counted in its place. */
  readonly available: boolean;
}

/** Redis is away when it takes twice this long to answer. */
const redisAnswerMs = 500;
/** What is not answered by then is forgotten, and what waits for it with it. */
const redisGiveUpMs = 5_000;
/** How long a start waits for the first connection. */
const redisFirstAnswerMs = 1_000;
const redisProbeIntervalMs = 1_000;

/**
 * Counts in Redis or Valkey, for installations with many API nodes. While Redis is away requests are counted by `fallback`:
 * none fails for it, and none waits for it but those under way when it goes. It is tried once a second whether it is back.
 *
 * Each of the two keeps its own windows, so that a bucket passes at most twice its limit in the minute of a switch (and
 * once more if Redis comes back without its data within it).
 */
export async function redisRateLimiter(
  url: string,
  fallback: RateLimiter,
  onChange: (trouble: Error | null) => void,
): Promise<RedisRateLimiter> {
  const client = new Redis(url, {
    connectionName: 'breakwater',
    lazyConnect: true,
    connectTimeout: redisFirstAnswerMs,
    commandTimeout: redisGiveUpMs,
    // What cannot be asked now is counted elsewhere now, not asked later.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => redisProbeIntervalMs,
  });
  const counter = libraryRateLimiter(
    new RateLimiterRedis({ ...libraryOptions, storeClient: client, keyPrefix: 'breakwater' }),
    async () => client.disconnect(),
  );
  let state: 'unknown' | 'available' | 'away' | 'closed' = 'unknown';
  const change = (trouble: Error | null) => {
    const next = trouble === null ? 'available' : 'away';
    if (state === next || state === 'closed') return;
    state = next;
    onChange(trouble);
  };
  // Told once, whatever each attempt to connect again meets.
  client.on('error', change);
  client.on('close', () => change(new Error('The connection was closed.')));
  const probe = async () => {
    if (state !== 'available') await inTime(client.ping()).then(() => change(null), change);
  };
  const noAnswer = sleep(redisFirstAnswerMs, undefined, { ref: false }).then(() => {
    if (state === 'unknown') change(new Error('It does not answer.'));
  });
  await Promise.race([client.connect().then(probe, change), noAnswer]);
  const probing = setInterval(probe, redisProbeIntervalMs).unref();
  return {
    get available() {
      return state === 'available';
    },
    async hit(bucket, limit) {
      if (state === 'available') {
        try {
          return await inTime(counter.hit(bucket, limit));
        } catch (error) {
          change(error as Error);
        }
      }
      return fallback.hit(bucket, limit);
    },
    async close() {
      state = 'closed';
      clearInterval(probing);
      await counter.close();
    },
  };
}

/**
 * Waits twice, since a process that was busy itself finds its timers over before it reads the answers that have come.
 * @throws when there is no answer in that time
 */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new Error('It does not answer.'));
    timer = setTimeout(() => {
      timer = setTimeout(giveUp, redisAnswerMs);
    }, redisAnswerMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
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
