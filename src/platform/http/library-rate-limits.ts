import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import {
  type CeilingRateLimiter,
  countedState,
  type RateLimiter,
  type RateLimitState,
  rateLimitState,
  windowSeconds,
} from './rate-limits.ts';

/** Counts within this process: for what must be answered when everything else is down. */
export function memoryRateLimiter(): RateLimiter {
  return libraryRateLimiter(new RateLimiterMemory(libraryOptions), async () => {});
}

export interface RedisRateLimiter extends CeilingRateLimiter {
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
 * Counts in Redis or Valkey, for installations with many API nodes. While Redis is away requests are counted by
 * `fallback`: none fails for it, and none waits for it but those under way when it goes. It is tried once a second
 * whether it is back.
 *
 * Each of the two keeps its own windows, so that a bucket passes at most twice its limit in the minute of a switch (and
 * once more if Redis comes back without its data within it).
 */
export async function redisRateLimiter(
  url: string,
  fallback: CeilingRateLimiter,
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
  const counter = redisCounter(client);
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
  const counted = async (count: (limiter: CeilingRateLimiter) => Promise<RateLimitState>) => {
    if (state === 'available') {
      try {
        return await inTime(count(counter));
      } catch (error) {
        change(error as Error);
      }
    }
    return count(fallback);
  };
  return {
    get available() {
      return state === 'available';
    },
    hit: (bucket, limit) => counted((limiter) => limiter.hit(bucket, limit)),
    hitBelow: (bucket, limit, ceiling) => counted((limiter) => limiter.hitBelow(bucket, limit, ceiling)),
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

function redisCounter(client: Redis): CeilingRateLimiter {
  const limiter = new RateLimiterRedis({ ...libraryOptions, storeClient: client, keyPrefix });
  return {
    ...libraryRateLimiter(limiter, async () => client.disconnect()),
    hitBelow: async (bucket, limit, ceiling) => {
      const buckets = ceiling === null ? [bucket] : [bucket, ceiling.bucket];
      const keys = buckets.map((name) => `${keyPrefix}:${name}`);
      const limits = ceiling === null ? [limit] : [limit, ceiling.limit];
      const counted = await client.eval(countScript, keys.length, ...keys, ...limits, windowSeconds * 1_000);
      const [ownHits, ownLeftMs, sharedHits, sharedLeftMs] = counted as number[];
      return countedState(limit, ceiling, {
        own_hits: ownHits!,
        own_age: windowSeconds - ownLeftMs! / 1_000,
        shared_hits: sharedHits ?? null,
        shared_age: sharedLeftMs === undefined ? null : windowSeconds - sharedLeftMs / 1_000,
      });
    },
  };
}

const keyPrefix = 'breakwater';

/**
 * What count_request does in PostgreSQL. KEYS: the bucket and, if it has one, its ceiling; ARGV: the limit of each and
 * the length of a window in ms. It answers hits and what is left of the window in ms, for the bucket and the ceiling.
 */
const countScript = `
local windowMs = tonumber(ARGV[#KEYS + 1])
local answer = {}
for i = 1, #KEYS do
  local hits = tonumber(redis.call('GET', KEYS[i]) or '0') + 1
  local left = redis.call('PTTL', KEYS[i])
  answer[2 * i - 1] = hits
  answer[2 * i] = left < 0 and windowMs or left
  if hits > tonumber(ARGV[i]) then return answer end
end
for i = 1, #KEYS do
  if redis.call('INCR', KEYS[i]) == 1 then redis.call('PEXPIRE', KEYS[i], windowMs) end
end
return answer`;

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
