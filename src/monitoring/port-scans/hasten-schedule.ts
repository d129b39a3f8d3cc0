import { sql } from 'kysely';
import { intervalInForce, type ScanIntervals } from '../../accounts/scan-terms/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';

/**
 * Brings the next scans of customers' servers nearer where the plans in force now have a shorter interval than when they were
 * scheduled: to one such interval from now. So a change of plans takes effect, and no sequence of changes has an address scanned more
 * often than the shortest of its intervals allows. One that is due earlier keeps its time. Endpoints are locked by id.
 */
export async function hastenSchedule(
  tx: Operation,
  customerIds: readonly string[],
  intervals: ScanIntervals,
): Promise<void> {
  if (customerIds.length === 0) return;
  const now = tx.clock.now();
  await tx.db.execute(sql`
    WITH late AS (
      SELECT e.id, due.at FROM endpoints e
      CROSS JOIN LATERAL (
        SELECT ${now}::timestamptz + ${intervalInForce(intervals, sql`${tx.partnerId}`)} * interval '1 second' AS at) AS due
      WHERE e.partner_id = ${tx.partnerId} AND ${inIds('e.customer_id', customerIds)} AND e.status <> 'terminated'
        AND (e.next_scan_at > due.at OR e.scan_not_before > due.at)
      ORDER BY e.id FOR NO KEY UPDATE OF e
    )
    UPDATE endpoints SET next_scan_at = least(next_scan_at, CASE WHEN next_scan_at IS NOT NULL THEN late.at END),
      scan_not_before = least(scan_not_before, CASE WHEN scan_not_before IS NOT NULL THEN late.at END)
    FROM late WHERE endpoints.partner_id = ${tx.partnerId} AND endpoints.id = late.id`);
  tx.announce('endpoint-due');
}
