import { type RawBuilder, sql } from 'kysely';

/**
 * `next_scan_at` of an endpoint that comes back to the schedule: when it would have been due without the break, or now. So no
 * sequence of pauses, terminations and returns has it scanned more often than its interval allows (decisions §2.13).
 */
export function dueAgain(now: Date): RawBuilder<Date> {
  return sql<Date>`greatest(scan_not_before, ${now}::timestamptz)`;
}
