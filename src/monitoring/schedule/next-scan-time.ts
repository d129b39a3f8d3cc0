/** Share of the interval by which a scan may come early or late. */
export const jitter = 0.02;

/**
 * An interval after the time that was due, so that the phase stays; one that is very late starts a new phase from now.
 * @param random in [0, 1), for the jitter
 */
export function nextScanTime(due: Date, now: Date, intervalSeconds: number, random: number): Date {
  const intervalMs = intervalSeconds * 1_000;
  const base = now.getTime() - due.getTime() > intervalMs * jitter ? now.getTime() : due.getTime();
  return new Date(base + intervalMs * (1 + jitter * (2 * random - 1)));
}
