import { type Selectable, sql } from 'kysely';
import { claimDue, type Turns } from '../../core/operation/claim-due.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import type { ChannelMessagesTable } from '../../core/operation/tables/notifications.ts';
import { messengerOf, targetTypes } from '../../engines/messengers/messengers.ts';
import type { Channel, Incident } from './channel-record.ts';

export type QueuedMessage = Selectable<ChannelMessagesTable>;

/** A channel whose oldest message a worker holds; `claims` says by which claim. */
export interface ClaimedMessage {
  readonly channel: Channel;
  readonly message: QueuedMessage;
  /** What it opens or closes. */
  readonly incident: Incident | null;
}

/** A worker that was silent for this long has died: one attempt takes less. */
const claimSeconds = 60;

/** Claims channels with messages that are due, of each partner the longest waiting first; each is one worker's until its claim lapses. */
export async function claimChannels({ db, clock }: Resources, count: number, turns?: Turns): Promise<Channel[]> {
  const now = clock.now();
  const lapsesAt = new Date(now.getTime() + claimSeconds * 1_000);
  return claimDue(db, {
    table: 'channels',
    time: 'send_at',
    now,
    count,
    turns,
    set: sql`claims = claims + 1, send_at = ${lapsesAt}`,
    columns: sql<Channel>`channels.*`,
    // What only newer programs know, during an upgrade, is theirs to send.
    only: sql<boolean>`status IN ('active', 'removed') AND type = ANY(${targetTypes}::text[])`,
  });
}

/**
 * Takes the oldest message of a claimed channel in hand: no other goes out before it is settled. Of one that a worker died at nobody
 * knows whether it arrived. Where it would be shown twice it is taken for delivered, and the next one has its turn.
 * @returns null when there is none, or another worker has taken the channel over
 */
export async function takeMessage(resources: Resources, channel: Channel): Promise<ClaimedMessage | null> {
  const operation = Operation.bySystem(resources, channel.partner_id);
  return operation.transaction(async (tx) => {
    if (!(await holdClaim(tx, channel))) return null;
    for (;;) {
      const message = await tx.db
        .selectFrom('channel_messages')
        .selectAll('channel_messages')
        .where('channel_id', '=', channel.id)
        .where('settled_at', 'is', null)
        .orderBy('position')
        .limit(1)
        .executeTakeFirst();
      if (!message) {
        await setNext(tx, channel, null);
        return null;
      }
      const incident = await incidentOf(tx, message);
      const isUncertain = message.status === 'sending' && !messengerOf(channel.type).knowsRepeats;
      const isVain = message.content.action === 'resolve' && !incident?.accepted_at;
      if (isUncertain) await settleMessage(tx, message, 'presumed_delivered', null);
      // Of what was never opened there is nothing to close.
      else if (isVain) await dropResolve(tx, message);
      else {
        await tx.db
          .updateTable('channel_messages')
          .set({ status: 'sending', attempts: message.attempts + 1 })
          .where('id', '=', message.id)
          .execute();
        return { channel, message: { ...message, attempts: message.attempts + 1 }, incident };
      }
    }
  });
}

/** Locks the channel. @returns whether it is still this worker's */
export async function holdClaim(tx: Operation, { id, claims }: Channel): Promise<boolean> {
  const row = await tx.db
    .selectFrom('channels')
    .select('claims')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.claims === claims;
}

/** @param at when the next message goes out; null: none waits */
export async function setNext(tx: Operation, { id }: Channel, at: Date | null): Promise<void> {
  await tx.db.updateTable('channels').set({ send_at: at }).where('id', '=', id).execute();
}

export async function settleMessage(
  tx: Operation,
  { id }: QueuedMessage,
  status: 'delivered' | 'presumed_delivered' | 'failed' | 'dropped',
  failure: string | null,
): Promise<void> {
  await tx.db
    .updateTable('channel_messages')
    .set({ status, failure, settled_at: tx.clock.now() })
    .where('id', '=', id)
    .execute();
}

async function dropResolve(tx: Operation, message: QueuedMessage): Promise<void> {
  await settleMessage(tx, message, 'dropped', null);
  await dropIncident(tx, message.incident_id!);
}

export async function dropIncident(tx: Operation, id: string): Promise<void> {
  await tx.db.deleteFrom('channel_incidents').where('id', '=', id).execute();
}

async function incidentOf(tx: Operation, { incident_id }: QueuedMessage): Promise<Incident | null> {
  if (incident_id === null) return null;
  const row = await tx.db
    .selectFrom('channel_incidents')
    .selectAll('channel_incidents')
    .where('id', '=', incident_id)
    .executeTakeFirst();
  return row ?? null;
}
