import { sql } from 'kysely';
import { byPartner } from '../../core/operation/by-partner.ts';
import type { Resources } from '../../core/operation/operation.ts';
import { withDeadlockRetries } from '../../platform/database/transaction-conflicts.ts';
import { refusalErrors } from '../../resources/endpoints/index.ts';

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
    const batch = await findConcerned(resources, networks);
    const ids = await byPartner(batch, (partnerId, theirs) =>
      withDeadlockRetries(() => withdrawOfPartner(resources, partnerId, theirs)),
    );
    withdrawn += ids.length;
    if (batch.length < batchSize) return withdrawn;
  }
}

interface Concerned {
  readonly partner_id: string;
  readonly id: string;
}

async function findConcerned({ db }: Resources, networks: readonly string[]): Promise<Concerned[]> {
  const { rows } = await sql<Concerned>`
    SELECT partner_id, id FROM endpoints
    WHERE ip_address <<= ANY(${[...networks]}::inet[]) AND (next_scan_at IS NOT NULL OR current_scan_id IS NOT NULL)
      AND partner_id NOT IN (SELECT id FROM partners WHERE sandbox_of IS NOT NULL)
    ORDER BY partner_id, id LIMIT ${batchSize}`.execute(db);
  return rows;
}

/** @returns the ids of those that were not withdrawn meanwhile */
async function withdrawOfPartner(
  { db, clock }: Resources,
  partnerId: string,
  concerned: readonly Concerned[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH endpoint AS (
      SELECT id, current_scan_id FROM endpoints
      WHERE partner_id = ${partnerId} AND id = ANY(${concerned.map(({ id }) => id)}::uuid[])
        AND (next_scan_at IS NOT NULL OR current_scan_id IS NOT NULL)
      ORDER BY id FOR NO KEY UPDATE
    ), scan AS (
      UPDATE scans s SET status = 'cancelled', error = ${refusalErrors.excluded}, finished_at = ${clock.now()}
      FROM endpoint e
      WHERE s.partner_id = ${partnerId} AND s.id = e.current_scan_id AND s.status IN ('pending', 'running')
    )
    UPDATE endpoints SET next_scan_at = NULL, current_scan_id = NULL FROM endpoint e
    WHERE endpoints.partner_id = ${partnerId} AND endpoints.id = e.id
    RETURNING e.id`.execute(db);
  return rows.map(({ id }) => id);
}
