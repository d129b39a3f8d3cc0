import { requireCustomer } from '../../accounts/customers/index.ts';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import { lockAccount } from '../../core/operation/lock-account.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { TargetFields } from '../../engines/messengers/messenger.ts';
import { maskTarget, type TargetType } from '../../engines/messengers/messengers.ts';
import { newId } from '../../platform/ids.ts';
import { type ChannelChoices, columnsOf, defaultChoices, requireTarget } from './channel-input.ts';
import { type Channel, channelsOf, maxChannels } from './channel-record.ts';
import type { ChannelTools } from './channel-tools.ts';

export interface NewChannel extends ChannelChoices {
  readonly type: TargetType;
  readonly name: string;
  readonly target: TargetFields;
}

/**
 * Has a chat or pager told of alerts from now on: of a customer's, or of all of the partner's where none is named.
 * @throws Problem CUSTOMER_NOT_FOUND, CHANNEL_LIMIT_EXCEEDED; InvalidInput
 */
export async function addChannel(
  operation: Operation,
  billingCustomerId: number | undefined,
  wanted: NewChannel,
  { vault, kinds, problemWithUrl }: ChannelTools,
): Promise<Channel> {
  const target = requireTarget(wanted.type, wanted.target, problemWithUrl);
  return operation.transaction(async (tx) => {
    await lockAccount(tx);
    const owner = billingCustomerId === undefined ? null : (await requireCustomer(tx, billingCustomerId)).id;
    const columns = await columnsOf(
      tx,
      owner,
      wanted,
      { ...defaultChoices, name: wanted.name },
      kinds.map(({ name }) => name),
    );
    const there = await channelsOf(tx, owner).execute();
    if (there.length >= maxChannels) throw new Problem('CHANNEL_LIMIT_EXCEEDED', { limit: maxChannels });
    const id = newId(tx.clock);
    const now = tx.clock.now();
    const { type, name } = wanted;
    const channel = await tx.db
      .insertInto('channels', {
        ...columns,
        id,
        customer_id: owner,
        type,
        target: vault.seal(tx.partnerId, id, target),
        shown: maskTarget(target),
        status: 'active',
        failure: null,
        failed_at: null,
        failing_since: null,
        delivered_at: null,
        tested_at: null,
        send_at: null,
        free_at: null,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordFact(tx, { type: 'channel.added', subjectId: id, customerId: owner, details: { type, name } });
    return channel;
  });
}
