import { sql } from 'kysely';
import { lowestIdAt } from '../../platform/ids.ts';
import type { Resources } from '../operation/operation.ts';

/** In one statement, so that it ends in time however much there is. */
const batchSize = 1_000;

/** Forgets entries older than the retention. Ids are by time. @returns how many */
export async function dropOldAuditEntries({ db, clock }: Resources, retentionDays: number): Promise<number> {
  const oldest = lowestIdAt(new Date(clock.now().getTime() - retentionDays * 86_400_000));
  let dropped = 0;
  for (const { id: partnerId } of await db.selectFrom('partners').select('id').execute()) {
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM audit_entries WHERE partner_id = ${partnerId} AND id = ANY(ARRAY(
          SELECT id FROM audit_entries WHERE partner_id = ${partnerId} AND id < ${oldest}
          ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`.execute(db);
      dropped += Number(numAffectedRows);
      if (numAffectedRows < batchSize) break;
    }
  }
  return dropped;
}
