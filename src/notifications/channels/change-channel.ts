import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { TargetFields } from '../../engines/messengers/messenger.ts';
import { maskTarget } from '../../engines/messengers/messengers.ts';
import { type ChannelChoices, columnsOf, requireTarget } from './channel-input.ts';
import type { Channel } from './channel-record.ts';
import type { ChannelTools } from './channel-tools.ts';
import { findChannel } from './find-channel.ts';

export interface ChannelChange extends ChannelChoices {
  /** Undefined: it goes where it went. */
  readonly target?: TargetFields | undefined;
  readonly enabled?: boolean | undefined;
}

/**
 * Changes a channel. Another destination, or being enabled, starts it anew: what waited goes there, what a pager was made to open
 * elsewhere is closed there.
 * @throws Problem CHANNEL_NOT_FOUND; InvalidInput
 */
export async function changeChannel(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
  change: ChannelChange,
  { vault, kinds, problemWithUrl }: ChannelTools,
): Promise<Channel> {
  return operation.transaction(async (tx) => {
    const before = await findChannel(tx, id, billingCustomerId, true);
    const target = change.target && requireTarget(before.type, change.target, problemWithUrl);
    const columns = await columnsOf(
      tx,
      before.customer_id,
      change,
      before,
      kinds.map(({ name }) => name),
    );
    const enabled = change.enabled ?? (target === undefined ? undefined : before.status !== 'paused');
    const status = enabled === undefined ? before.status : enabled ? 'active' : 'paused';
    const startsAnew = status === 'active' && (target !== undefined || before.status !== 'active');
    const now = tx.clock.now();
    const changed = await tx.db
      .updateTable('channels')
      .set({
        ...columns,
        status,
        updated_at: now,
        ...(target === undefined ? {} : { target: vault.seal(tx.partnerId, id, target), shown: maskTarget(target) }),
        ...(startsAnew ? { failure: null, failed_at: null, failing_since: null } : {}),
        // A worker that is at it keeps its claim.
        ...(startsAnew && before.status === 'disabled' && before.send_at !== null ? { send_at: now } : {}),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const details = { ...columns, status, target_changed: target !== undefined };
    await recordFact(tx, { type: 'channel.changed', subjectId: id, customerId: before.customer_id, details });
    return changed;
  });
}
