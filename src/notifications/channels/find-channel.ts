import { findCustomerId } from '../../accounts/customers/index.ts';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { Channel } from './channel-record.ts';

/**
 * A channel; the partner may name any of its own or its customers', and whoever names a customer one of that customer's.
 * @throws Problem CHANNEL_NOT_FOUND, or ACCESS_DENIED when a customer is named that does not own it
 */
export async function findChannel(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
  locked = false,
): Promise<Channel> {
  const query = operation.db
    .selectFrom('channels')
    .selectAll('channels')
    .where('id', '=', id)
    .where('status', '<>', 'removed');
  const channel = await (locked ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!channel) throw new Problem('CHANNEL_NOT_FOUND');
  if (billingCustomerId === undefined) return channel;
  const customerId = await findCustomerId(operation, billingCustomerId);
  if (channel.customer_id !== customerId) throw new Problem('ACCESS_DENIED');
  return channel;
}
