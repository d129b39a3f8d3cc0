import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import type { Channel, ChannelAlert } from './channel-record.ts';

/** How long the first message about a customer waits for servers that nobody has looked at yet. */
const longestHoldSeconds = 900;
const lookAgainSeconds = 15;

/**
 * What is found of a customer of whom the channel has heard nothing, while servers of it are about to be scanned for the first time,
 * waits for them: it is one message, whatever is in it.
 * @returns the rows that do not wait
 */
export async function withoutFirstScans(
  tx: Operation,
  channel: Channel,
  due: readonly ChannelAlert[],
): Promise<readonly ChannelAlert[]> {
  if (channel.status === 'removed' || due.length === 0) return due;
  const now = tx.clock.now();
  const customers = [...new Set(due.map(({ customer_id }) => customer_id))];
  const { rows: held } = await tx.db.execute<{ customer_id: string }>(sql`
    SELECT c.id AS customer_id FROM customers c
    WHERE c.partner_id = ${tx.partnerId} AND c.id = ANY(${customers}::uuid[])
      AND NOT EXISTS (SELECT 1 FROM channel_alerts a
        WHERE a.partner_id = c.partner_id AND a.channel_id = ${channel.id} AND a.customer_id = c.id
          AND (a.told IS NOT NULL OR a.opened_at < ${now}::timestamptz - ${longestHoldSeconds} * interval '1 second'))
      AND EXISTS (SELECT 1 FROM endpoints e
        WHERE e.partner_id = c.partner_id AND e.customer_id = c.id AND e.status = 'active' AND e.last_scan_id IS NULL
          AND (e.next_scan_at IS NOT NULL OR e.current_scan_id IS NOT NULL))`);
  if (held.length === 0) return due;
  const waiting = new Set(held.map(({ customer_id }) => customer_id));
  await tx.db
    .updateTable('channel_alerts')
    .set({ due_at: new Date(now.getTime() + lookAgainSeconds * 1_000) })
    .where('channel_id', '=', channel.id)
    .where(inIds('customer_id', [...waiting]))
    .where('due_at', '<=', now)
    .execute();
  return due.filter(({ customer_id }) => !waiting.has(customer_id));
}
