/** Longest wait that is believed: a service that names a time years ahead is not switched off for good. */
const maxWaitMs = 24 * 60 * 60 * 1000;

/**
 * Milliseconds that a Retry-After header asks to wait, given in seconds or as a date (RFC 9110, section 10.2.3).
 * @returns null when there is none or it is neither; at most a day
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxWaitMs);
  // Only the dates of RFC 9110, which begin with the day of the week: Date.parse would take almost any number for a year.
  const timeMs = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(timeMs) ? null : Math.min(Math.max(timeMs - nowMs, 0), maxWaitMs);
}
