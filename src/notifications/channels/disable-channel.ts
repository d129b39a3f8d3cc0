import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { notifyAdministrators } from '../mail/index.ts';
import type { Channel } from './channel-record.ts';

/**
 * Sends nothing more to a destination that wants no more, and tells the administrators. What waits for it is kept until somebody sets
 * it up anew. The caller holds the channel.
 */
export async function disableChannel(
  tx: Operation,
  { id, name, type, customer_id: customerId }: Channel,
  failure: string,
  mailAvailable: boolean,
): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .updateTable('channels')
    .set({ status: 'disabled', failure, failed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
  await recordFact(tx, { type: 'channel.disabled', subjectId: id, customerId, details: { name, type, failure } });
  if (!mailAvailable) return;
  await notifyAdministrators(tx, { event: 'channel_disabled', name, type, failure });
}
