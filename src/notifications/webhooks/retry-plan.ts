import { type RetryPlan, retryDelaySeconds } from '../../common/retry-plan.ts';

const minute = 60;
const hour = 3_600;

/** Decisions §10.5. */
const plan: RetryPlan = {
  delays: [5, 5 * minute, hour / 2, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  goesOn: false,
};
/** What a receiver that has too much to do is left in peace for, whatever the plan says. */
const overloadSeconds = minute;
const overloaded = new Set([429, 502, 503, 504]);
/** What a receiver may ask for. */
const longestWish = 24 * hour;

/** What an attempt was answered with, as far as it bears on the next one. */
export interface FailedAnswer {
  readonly status: number | null;
  /** The header Retry-After; null: none. */
  readonly retryAfter: string | null;
}

/**
 * Seconds until the next attempt; null: there is none.
 * @param failures in a row, from 1 on
 * @param random from 0 to 1
 */
export function nextAttemptSeconds(
  failures: number,
  { status, retryAfter }: FailedAnswer,
  now: Date,
  random: number,
): number | null {
  const planned = retryDelaySeconds(plan, failures, random);
  if (planned === null) return null;
  const least = status !== null && overloaded.has(status) ? overloadSeconds : 0;
  return Math.max(planned, least, wishedSeconds(retryAfter, now));
}

/** Retry-After is a number of seconds, or a date of HTTP. */
function wishedSeconds(header: string | null, now: Date): number {
  if (header === null) return 0;
  const text = header.trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1_000;
  return Number.isNaN(seconds) ? 0 : Math.min(longestWish, Math.max(0, seconds));
}
