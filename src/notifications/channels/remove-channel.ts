import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { dropIfDone } from './create-messages.ts';
import { findChannel } from './find-channel.ts';

/**
 * Tells a destination nothing more. What a pager was made to open is still closed there when it is over.
 * @throws Problem CHANNEL_NOT_FOUND
 */
export async function removeChannel(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
): Promise<void> {
  await operation.transaction(async (tx) => {
    const { customer_id: customerId, type, name } = await findChannel(tx, id, billingCustomerId, true);
    await tx.db
      .updateTable('channel_messages')
      .set({ status: 'dropped', settled_at: tx.clock.now() })
      .where('channel_id', '=', id)
      .where('settled_at', 'is', null)
      .where('incident_id', 'is', null)
      .execute();
    await tx.db
      .updateTable('channels')
      .set(({ eb, exists, selectFrom }) => ({
        status: 'removed' as const,
        updated_at: tx.clock.now(),
        send_at: eb
          .case()
          .when(
            exists(
              selectFrom('channel_messages as m')
                .select('m.id')
                .where('m.partner_id', '=', tx.partnerId)
                .whereRef('m.channel_id', '=', 'channels.id')
                .where('m.settled_at', 'is', null),
            ),
          )
          .then(eb.ref('channels.send_at'))
          .else(null)
          .end(),
      }))
      .where('id', '=', id)
      .execute();
    await dropIfDone(tx, id);
    await recordFact(tx, { type: 'channel.removed', subjectId: id, customerId, details: { type, name } });
  });
}
