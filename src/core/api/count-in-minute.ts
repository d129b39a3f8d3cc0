import { postgresRateLimiter } from '../../platform/http/rate-limits.ts';
import type { Operation } from '../operation/operation.ts';
import { tooMany } from './problems.ts';

/**
 * Counts one more in `bucket`, over all processes. Not for within a transaction, which would take the count back when it fails.
 * @param most how many a minute has room for
 * @param what they are, in the sentence that refuses one more
 * @throws Refusal 429
 */
export async function countInMinute(
  { db, clock }: Operation,
  bucket: string,
  most: number,
  what: string,
): Promise<void> {
  const state = await postgresRateLimiter(db.connection, clock).hit(bucket, most);
  if (!state.allowed) throw tooMany(what, state.retryAfterSeconds);
}
