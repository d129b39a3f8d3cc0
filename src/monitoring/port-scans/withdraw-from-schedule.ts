import { sql } from 'kysely';
import { type Resources, withDeadlockRetries } from '../../core/operation/operation.ts';
import { excluded } from '../../resources/endpoints/index.ts';

const batchSize = 5_000;

/**
 * Takes the endpoints of networks off the schedule, whoever they belong to, and cancels their scans: a worker that runs one
 * notices within a second. Nothing is resolved and nothing raised. Sandboxes go on: none of their packets leave.
 * @param networks CIDRs
 * @returns the number of endpoints that were scheduled or being scanned
 */
export async function withdrawFromSchedule(resources: Resources, networks: readonly string[]): Promise<number> {
  if (networks.length === 0) return 0;
  for (let withdrawn = 0; ; ) {
    const batch = await withDeadlockRetries(() => withdrawBatch(resources, networks));
    withdrawn += batch;
    if (batch < batchSize) return withdrawn;
  }
}

async function withdrawBatch({ db, clock }: Resources, networks: readonly string[]): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    WITH endpoint AS (
      SELECT partner_id, id, current_scan_id FROM endpoints
      WHERE ip_address <<= ANY(${[...networks]}::inet[]) AND (next_scan_at IS NOT NULL OR current_scan_id IS NOT NULL)
        AND partner_id NOT IN (SELECT id FROM partners WHERE sandbox_of IS NOT NULL)
      ORDER BY partner_id, id LIMIT ${batchSize} FOR NO KEY UPDATE
    ), scan AS (
      UPDATE scans s SET status = 'cancelled', error = ${excluded.error}, finished_at = ${clock.now()}
      FROM endpoint e
      WHERE s.partner_id = e.partner_id AND s.id = e.current_scan_id AND s.status IN ('pending', 'running')
    )
    UPDATE endpoints SET next_scan_at = NULL, current_scan_id = NULL FROM endpoint e
    WHERE endpoints.partner_id = e.partner_id AND endpoints.id = e.id
    RETURNING e.id`.execute(db);
  return rows.length;
}
