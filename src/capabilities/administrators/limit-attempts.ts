import { Refusal } from '../../platform/http/problems.ts';
import { postgresRateLimiter } from '../../platform/http/rate-limits.ts';
import type { Operation } from '../../platform/operation.ts';

/** Attempts at a password, right or wrong, in a minute. */
export const attemptsPerMinute = { perAccount: 10, perAddress: 30 };

/**
 * Counts an attempt to sign in, whether the account has an administrator of that address or not.
 * @throws Refusal 429
 */
export async function limitSignIns(
  operation: Operation,
  attempt: { readonly email: string; readonly clientAddress: string },
): Promise<void> {
  await count(operation, `sign-in:${attempt.clientAddress}`, attemptsPerMinute.perAddress);
  await count(operation, `sign-in:${operation.partnerId} ${attempt.email}`, attemptsPerMinute.perAccount);
}

/**
 * Counts an attempt of a signed-in administrator to prove the password: whoever found an open session must not guess it there.
 * @throws Refusal 429
 */
export async function limitPasswordProofs(operation: Operation, administratorId: string): Promise<void> {
  await count(operation, `password:${administratorId}`, attemptsPerMinute.perAccount);
}

async function count(operation: Operation, bucket: string, limit: number): Promise<void> {
  const state = await postgresRateLimiter(operation.db.unscoped, operation.clock).hit(bucket, limit);
  if (state.allowed) return;
  const seconds = String(state.retryAfterSeconds);
  throw new Refusal(429, `Too many attempts. Try again in ${seconds} seconds.`, { 'Retry-After': seconds });
}
