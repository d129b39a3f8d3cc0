/** A destination that takes nothing for so long is disabled. */
export const givenUpSeconds = 5 * 86_400;

const firstDelaySeconds = 10;
const longestDelaySeconds = 3_600;

/**
 * Seconds until the next attempt, where the destination asks for none: ten, tripled each time up to an hour.
 * @param attempts that have failed, from 1 on
 */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(longestDelaySeconds, firstDelaySeconds * 3 ** Math.min(attempts - 1, 10));
}
