import { sql } from 'kysely';
import type { Resources } from '../../core/operation/operation.ts';
import { jitter } from '../schedule/index.ts';
import { domainIntervals } from './dispatch-due-domain-scans.ts';

/** Beyond an interval and its jitter no schedule puts a scan; the rest is for clocks that are believed. */
const slackSeconds = 60;

/** As for endpoints: brings back what a wrong clock put further ahead than any schedule does. @returns how many */
export async function repairDomainSchedule({ db, clock }: Resources, defaultIntervalSeconds: number): Promise<number> {
  const now = clock.now();
  const { numAffectedRows = 0n } = await sql`
    WITH astray AS (
      SELECT d.partner_id, d.id, greatest(${now}::timestamptz,
        CASE WHEN d.last_scan_at IS NOT NULL
          THEN least(d.last_scan_at, ${now}::timestamptz) + d.interval_seconds * interval '1 second' END) AS due_at
      FROM (
        SELECT d.partner_id, d.id, d.next_scan_at, d.last_scan_at,
          coalesce(p.scan_interval_seconds, ${defaultIntervalSeconds}::integer) AS interval_seconds
        FROM monitored_domains d ${domainIntervals}
        WHERE d.next_scan_at > ${now} AND d.current_scan_id IS NULL) AS d
      WHERE d.next_scan_at > ${now}::timestamptz
        + (d.interval_seconds * ${1 + jitter}::float8 + ${slackSeconds}) * interval '1 second')
    UPDATE monitored_domains d SET next_scan_at = astray.due_at
    FROM astray WHERE d.partner_id = astray.partner_id AND d.id = astray.id`.execute(db);
  return Number(numAffectedRows);
}
