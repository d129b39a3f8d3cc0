import { retryDelaySeconds } from '../../common/retry-plan.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import type { MessengerAnswer, MessengerRequest, Reading } from '../../engines/messengers/messenger.ts';
import { maskTarget, messengerOf, type Target } from '../../engines/messengers/messengers.ts';
import { english } from '../../platform/messages/languages.ts';
import type { Channel, ChannelVault } from './channel-record.ts';
import { dropIfDone } from './create-messages.ts';
import { disableChannel } from './disable-channel.ts';
import { messageWords } from './message-words.ts';
import { type ClaimedMessage, dropIncident, holdClaim, setNext, settleMessage } from './queue.ts';
import { channelRetries, givenUpSeconds } from './retry-plan.ts';

/** Sends a request to where a stranger chose: the only way out. It never throws, and ends in time. */
export type SendRequest = (request: MessengerRequest) => Promise<MessengerAnswer>;

export interface SendTools {
  readonly vault: ChannelVault;
  readonly send: SendRequest;
  /** Whether there is mail to tell administrators by. */
  readonly mailAvailable: boolean;
}

/**
 * One attempt at a message in hand, settled.
 * @returns what its answer meant; null when another worker has taken the channel over
 */
export async function sendMessage(
  resources: Resources,
  claimed: ClaimedMessage,
  tools: SendTools,
): Promise<Reading | null> {
  const { channel, message, incident } = claimed;
  const messenger = messengerOf(channel.type);
  const { sender, url, language = english, items, action } = message.content;
  const target = tools.vault.open(incident ?? channel);
  const request = messenger.render(
    target,
    {
      kind: 'news',
      sender,
      words: messageWords(language),
      url,
      items,
      at: message.created_at,
      incident: incident && action && { key: incident.id, action },
    },
    message.plainly,
  );
  const reading = messenger.read(await tools.send(request), resources.clock.now());
  const operation = Operation.bySystem(resources, channel.partner_id);
  const settled = await operation.transaction((tx) => settle(tx, claimed, target, reading, tools));
  return settled ? reading : null;
}

/** @returns whether the channel was still this worker's */
async function settle(
  tx: Operation,
  claimed: ClaimedMessage,
  target: Target,
  reading: Reading,
  tools: SendTools,
): Promise<boolean> {
  const { channel, message } = claimed;
  if (!(await holdClaim(tx, channel))) return false;
  const now = tx.clock.now();
  switch (reading.kind) {
    case 'delivered':
      await settleDelivered(tx, claimed);
      break;
    case 'moved':
      await moveChat(tx, channel, target, reading.chatId, tools.vault);
      await setNext(tx, channel, now);
      break;
    case 'plainly':
      if (message.plainly) await settleRefused(tx, claimed, reading.reason);
      else {
        await tx.db.updateTable('channel_messages').set({ plainly: true }).where('id', '=', message.id).execute();
        await setNext(tx, channel, now);
      }
      break;
    case 'ours':
      await settleRefused(tx, claimed, reading.reason);
      break;
    case 'later':
      await retryLater(tx, claimed, reading, tools);
      break;
    case 'gone':
      await giveUp(tx, claimed, reading.reason, tools);
  }
  // Until the next attempt, nobody is at it.
  if (!['delivered', 'ours'].includes(reading.kind))
    await tx.db
      .updateTable('channel_messages')
      .set({ status: 'pending' })
      .where('id', '=', message.id)
      .where('settled_at', 'is', null)
      .execute();
  return true;
}

async function settleDelivered(tx: Operation, { channel, message, incident }: ClaimedMessage): Promise<void> {
  const now = tx.clock.now();
  await settleMessage(tx, message, 'delivered', null);
  await tx.db
    .updateTable('channels')
    .set({ delivered_at: now, failure: null, failed_at: null, failing_since: null })
    .where('id', '=', channel.id)
    .execute();
  if (incident !== null && message.content.action === 'resolve') await dropIncident(tx, incident.id);
  else if (incident !== null && incident.accepted_at === null)
    await tx.db.updateTable('channel_incidents').set({ accepted_at: now }).where('id', '=', incident.id).execute();
  await goOn(tx, channel);
}

/** It would be refused again, so those behind it have their turn. */
async function settleRefused(tx: Operation, { channel, message }: ClaimedMessage, reason: string): Promise<void> {
  const now = tx.clock.now();
  await settleMessage(tx, message, 'failed', reason);
  await tx.db.updateTable('channels').set({ failure: reason, failed_at: now }).where('id', '=', channel.id).execute();
  await goOn(tx, channel);
}

/** The next message after the pause that the destination is due; what waits meanwhile is gathered. */
async function goOn(tx: Operation, channel: Channel): Promise<void> {
  const freeAt = new Date(tx.clock.now().getTime() + messengerOf(channel.type).paceMs);
  const waiting = await tx.db
    .selectFrom('channel_messages')
    .select('id')
    .where('channel_id', '=', channel.id)
    .where('settled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  await tx.db
    .updateTable('channels')
    .set({ free_at: freeAt, send_at: waiting ? freeAt : null })
    .where('id', '=', channel.id)
    .execute();
  if (channel.status === 'removed' && !waiting) await dropIfDone(tx, channel.id);
}

async function retryLater(
  tx: Operation,
  claimed: ClaimedMessage,
  { seconds, reason }: Extract<Reading, { kind: 'later' }>,
  tools: SendTools,
): Promise<void> {
  const { channel, message } = claimed;
  const now = tx.clock.now();
  const failingSince = channel.failing_since ?? now;
  if (now.getTime() - failingSince.getTime() >= givenUpSeconds * 1_000) return giveUp(tx, claimed, reason, tools);
  const wait = seconds ?? retryDelaySeconds(channelRetries, message.attempts, Math.random())!;
  await tx.db
    .updateTable('channels')
    .set({
      failure: reason,
      failed_at: now,
      failing_since: failingSince,
      send_at: new Date(now.getTime() + wait * 1_000),
    })
    .where('id', '=', channel.id)
    .execute();
}

/** The message waits until somebody has set the destination up anew. What closes something at a place that is gone is over. */
async function giveUp(
  tx: Operation,
  { channel, message, incident }: ClaimedMessage,
  reason: string,
  tools: SendTools,
): Promise<void> {
  const isElsewhere = incident !== null && !isSameTarget(tools.vault.open(incident), tools.vault.open(channel));
  if (incident !== null && (channel.status === 'removed' || isElsewhere)) {
    await settleMessage(tx, message, 'failed', reason);
    if (message.content.action === 'resolve') await dropIncident(tx, incident.id);
    return goOn(tx, channel);
  }
  await disableChannel(tx, channel, reason, tools.mailAvailable);
}

function isSameTarget(a: Target, b: Target): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

async function moveChat(
  tx: Operation,
  channel: Channel,
  target: Target,
  chatId: string,
  vault: ChannelVault,
): Promise<void> {
  if (target.type !== 'telegram') return;
  const moved = { ...target, chat_id: chatId };
  await tx.db
    .updateTable('channels')
    .set({ target: vault.seal(tx.partnerId, channel.id, moved), shown: maskTarget(moved) })
    .where('id', '=', channel.id)
    .execute();
}
