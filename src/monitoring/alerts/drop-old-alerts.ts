import { sql } from 'kysely';
import type { Resources } from '../../core/operation/operation.ts';
import { lowestIdAt } from '../../platform/ids.ts';

/** In one statement, so that it ends in time however much there is. */
const batchSize = 500;

/**
 * Forgets alerts that ended longer ago than the retention, with what was noted of them. By partner and id, which is by creation: no
 * index of their own is needed for it, and what lives is not read.
 * @returns how many
 */
export async function dropOldAlerts({ db, clock }: Resources, retentionDays: number): Promise<number> {
  const before = new Date(clock.now().getTime() - retentionDays * 86_400_000);
  let dropped = 0;
  for (const { id: partnerId } of await db.selectFrom('partners').select('id').execute()) {
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM alerts WHERE partner_id = ${partnerId} AND id = ANY(ARRAY(
          SELECT id FROM alerts
          WHERE partner_id = ${partnerId} AND id < ${lowestIdAt(before)} AND ended_at < ${before}
          ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`.execute(db);
      dropped += Number(numAffectedRows);
      if (numAffectedRows < batchSize) break;
    }
  }
  return dropped;
}
