import { sql } from 'kysely';
import type { Resources } from '../../core/operation/operation.ts';

/**
 * In how many milliseconds there is a message to make, of whatever partner; 0 or less: there is; undefined: not as
 * far as is known. A channel that has a message waiting is made none.
 */
export async function nextMessageDueMs({ db, clock }: Resources): Promise<number | undefined> {
  const { rows } = await sql<{ due_at: Date }>`
    SELECT a.due_at FROM channel_alerts a JOIN channels c ON c.partner_id = a.partner_id AND c.id = a.channel_id
    WHERE a.due_at IS NOT NULL AND c.send_at IS NULL AND c.status IN ('active', 'removed')
    ORDER BY a.due_at LIMIT 1`.execute(db);
  return rows[0] && rows[0].due_at.getTime() - clock.now().getTime();
}

/** In how many milliseconds a message is to be sent; 0 or less: there is one; undefined: none waits. */
export async function nextSendDueMs({ db, clock }: Resources): Promise<number | undefined> {
  const row = await db
    .selectFrom('channels')
    .select('send_at')
    .where('send_at', 'is not', null)
    .where('status', 'in', ['active', 'removed'])
    .orderBy('send_at')
    .limit(1)
    .executeTakeFirst();
  return row && row.send_at!.getTime() - clock.now().getTime();
}
