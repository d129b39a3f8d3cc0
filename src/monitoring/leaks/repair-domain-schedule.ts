import { sql } from 'kysely';
import type { Resources } from '../../core/operation/operation.ts';
import { misscheduled } from '../schedule/index.ts';
import { domainIntervals } from './dispatch-due-domain-scans.ts';

/** As for endpoints: brings back what a wrong clock put further ahead than any schedule does. @returns how many */
export async function repairDomainSchedule({ db, clock }: Resources, defaultIntervalSeconds: number): Promise<number> {
  const now = clock.now();
  const scheduled = sql`
    SELECT d.partner_id, d.id, d.next_scan_at, d.last_scan_at,
      coalesce(p.scan_interval_seconds, ${defaultIntervalSeconds}::integer) AS interval_seconds
    FROM monitored_domains d ${domainIntervals}
    WHERE d.next_scan_at > ${now} AND d.current_scan_id IS NULL`;
  const { numAffectedRows = 0n } = await sql`
    WITH misscheduled AS (${misscheduled(scheduled, now)})
    UPDATE monitored_domains d SET next_scan_at = misscheduled.due_at
    FROM misscheduled WHERE d.partner_id = misscheduled.partner_id AND d.id = misscheduled.id`.execute(db);
  return Number(numAffectedRows);
}
