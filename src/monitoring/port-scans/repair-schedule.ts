import { sql } from 'kysely';
import { intervalInForce, type ScanIntervals } from '../../accounts/scan-terms/index.ts';
import type { Resources } from '../../core/operation/operation.ts';
import { misscheduled } from '../schedule/index.ts';

/**
 * Brings back what a wrong clock put further ahead than any schedule does: the database's own, which everything goes by, or that of a
 * node of an older release. They become due an interval after their last scan, and the scheduler's pace keeps a herd from being released.
 * @returns how many
 */
export async function repairSchedule({ db, clock }: Resources, intervals: ScanIntervals): Promise<number> {
  const now = clock.now();
  const scheduled = sql`
    SELECT e.partner_id, e.id, e.next_scan_at, e.last_scan_at, ${intervalInForce(intervals)} AS interval_seconds
    FROM endpoints e WHERE e.next_scan_at > ${now} AND e.current_scan_id IS NULL`;
  const { numAffectedRows = 0n } = await sql`
    WITH misscheduled AS (${misscheduled(scheduled, now)})
    UPDATE endpoints e SET
      next_scan_at = misscheduled.due_at,
      scan_not_before = CASE WHEN e.scan_not_before > misscheduled.due_at THEN misscheduled.due_at ELSE e.scan_not_before END,
      manual_scan_at = CASE WHEN e.manual_scan_at > ${now} THEN ${now} ELSE e.manual_scan_at END
    FROM misscheduled WHERE e.partner_id = misscheduled.partner_id AND e.id = misscheduled.id`.execute(db);
  return Number(numAffectedRows);
}
