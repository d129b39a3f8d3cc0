import { type RawBuilder, sql } from 'kysely';
import { jitter } from './next-scan-time.ts';

/** Beyond an interval and its jitter no schedule puts a scan; the rest is for clocks that are believed. */
const slackSeconds = 60;

/**
 * What stands further ahead than any schedule puts it, and when it is due instead, an interval after its last scan: a SELECT of `partner_id`,
 * `id` and `due_at`. Reckoned before anything is changed, since a sharded database does not reckon with times of the rows that it changes.
 * @param scheduled a SELECT of `partner_id`, `id`, `next_scan_at`, `last_scan_at` and `interval_seconds`
 */
export function misscheduled(scheduled: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`
    SELECT partner_id, id, greatest(${now}::timestamptz,
      CASE WHEN last_scan_at IS NOT NULL
        THEN least(last_scan_at, ${now}::timestamptz) + interval_seconds * interval '1 second' END) AS due_at
    FROM (${scheduled}) AS scheduled
    WHERE next_scan_at > ${now}::timestamptz
      + (interval_seconds * ${1 + jitter}::float8 + ${slackSeconds}) * interval '1 second'`;
}
