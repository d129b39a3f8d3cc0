/** When something is tried again that did not work. */
export interface RetryPlan {
  /** Seconds from each failure to the next attempt. */
  readonly delays: readonly number[];
  /** Whether the last delay comes again and again; else there is no attempt behind it. */
  readonly goesOn: boolean;
}

/** Of a delay, in either direction, so that what failed together does not come back together. */
const jitter = 0.2;

/**
 * Seconds until the next attempt; null: there is none.
 * @param failures in a row, from 1 on
 * @param random from 0 to 1
 */
export function retryDelaySeconds({ delays, goesOn }: RetryPlan, failures: number, random: number): number | null {
  const planned = delays[failures - 1] ?? (goesOn ? delays.at(-1)! : null);
  return planned === null ? null : planned * (1 - jitter + 2 * jitter * random);
}
