import type { SourceAnswer } from './ask-sources.ts';

export interface SourceRetry {
  readonly sources: readonly string[];
  readonly delayMs: number;
}

type Answer = Pick<SourceAnswer, 'source' | 'outcome' | 'failure' | 'retryAfterMs'>;

/** Doubled with each attempt in a row that failed. */
const firstDelayMs = 15 * 60_000;
const longestDelayMs = 6 * 3_600_000;
const longestWishMs = 24 * 3_600_000;

/** What trying again cannot mend: somebody has to change a key, a plan or a verification first. */
const hopeless = new Set<Answer['failure']>(['not_authorised', 'domain_not_verified']);

/**
 * When failed sources are asked again before the next scan is due: soon at first, later and later while they keep failing, and
 * never before the time that one of them asked for.
 * @param failedAttempts times in a row that this was planned before
 * @returns null when there is nothing to be asked again
 */
export function retryPlan(answers: readonly Answer[], failedAttempts: number): SourceRetry | null {
  const failed = answers.filter(({ outcome, failure }) => outcome === 'failed' && !hopeless.has(failure));
  if (failed.length === 0) return null;
  const backOffMs = Math.min(firstDelayMs * 2 ** Math.min(failedAttempts, 10), longestDelayMs);
  const wishes = failed.map(({ retryAfterMs }) => Math.min(retryAfterMs ?? 0, longestWishMs));
  return { sources: failed.map(({ source }) => source), delayMs: Math.max(backOffMs, ...wishes) };
}
