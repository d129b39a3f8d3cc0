/** How long a mail is tried before it is given up. */
export const deliverySeconds = 86_400;

const firstDelaySeconds = 60;
const longestDelaySeconds = 3_600;

/**
 * Seconds until the next attempt: a minute, doubled each time up to an hour.
 * @param attempts that have failed, from 1 on
 */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(longestDelaySeconds, firstDelaySeconds * 2 ** (attempts - 1));
}
