import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { deleteOlder } from '../database/delete-older.ts';

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

/** A limit on what several buckets count together. */
export interface Ceiling {
  readonly bucket: string;
  readonly limit: number;
}

/** Counts below a ceiling, too. */
export interface CeilingRateLimiter extends RateLimiter {
  /** Counts one request in `bucket` and under its ceiling at once, unless either is full: then in neither. */
  hitBelow(bucket: string, limit: number, ceiling: Ceiling | null): Promise<RateLimitState>;
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

/** What was found in a bucket and, unless that is full or there is none, under its ceiling. */
export interface CountedRequest {
  readonly own_hits: number;
  readonly own_age: number;
  readonly shared_hits: number | null;
  readonly shared_age: number | null;
}

/** The table whose rows count_request writes. */
interface RateLimitTables {
  rate_limit_windows: { started_at: Date };
}

/** Deletes what no window needs any more. */
export async function forgetRateLimitWindows<Tables extends RateLimitTables>({
  db,
  clock,
}: {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
}): Promise<void> {
  const oldest = new Date(clock.now().getTime() - 10 * windowSeconds * 1_000);
  await deleteOlder(db, 'rate_limit_windows', 'started_at', oldest);
}

/** The state of the bucket, as far as its ceiling leaves room. */
export function countedState(limit: number, ceiling: Ceiling | null, counted: CountedRequest): RateLimitState {
  const own = rateLimitState(limit, counted.own_hits, counted.own_age);
  if (!own.allowed || ceiling === null || counted.shared_hits === null) return own;
  const shared = rateLimitState(ceiling.limit, counted.shared_hits, counted.shared_age!);
  if (!shared.allowed) return { ...shared, limit };
  return { ...own, remaining: Math.min(own.remaining, shared.remaining) };
}

/** The database's clock, so that API nodes agree, as far ahead as the service's. */
export function databaseClockOffset(clock: Clock) {
  return sql`${clock.offsetMs} * interval '1 millisecond'`;
}

/** Counts on the database's clock, so a step of a node's clock neither locks out nor lifts the limit for long. */
export function postgresRateLimiter(db: QueryExecutorProvider, clock: Clock): CeilingRateLimiter {
  const hitBelow: CeilingRateLimiter['hitBelow'] = async (bucket, limit, ceiling) => {
    const { rows } = await sql<CountedRequest>`
      SELECT * FROM count_request(${bucket}::text, ${limit}::integer, ${ceiling?.bucket ?? null}::text,
        ${ceiling?.limit ?? null}::integer, ${databaseClockOffset(clock)})`.execute(db);
    return countedState(limit, ceiling, rows[0]!);
  };
  return { hit: (bucket, limit) => hitBelow(bucket, limit, null), hitBelow, close: async () => {} };
}
