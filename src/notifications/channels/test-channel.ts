import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { messengerOf } from '../../engines/messengers/messengers.ts';
import { authorOf } from './author.ts';
import type { ChannelTools } from './channel-tools.ts';
import { findChannel } from './find-channel.ts';
import { messageWords } from './message-words.ts';

/** Least time between two tests of a channel: destinations block whoever asks too often. */
export const testPauseSeconds = 10;

export interface TestResult {
  /** Whether the destination took it. */
  readonly accepted: boolean;
  /** Why not; null: it did. */
  readonly failure: string | null;
}

/**
 * Sends a message that says that it is a test, at once and whatever waits. It changes nothing of the channel.
 * @throws Problem CHANNEL_NOT_FOUND, CHANNEL_TESTED_RECENTLY
 */
export async function testChannel(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
  { vault, send, port }: ChannelTools,
): Promise<TestResult> {
  const { channel, author } = await operation.transaction(async (tx) => {
    const found = await findChannel(tx, id, billingCustomerId, true);
    const now = tx.clock.now();
    const sinceMs = now.getTime() - (found.tested_at?.getTime() ?? Number.NEGATIVE_INFINITY);
    if (sinceMs < testPauseSeconds * 1_000)
      throw new Problem('CHANNEL_TESTED_RECENTLY', {
        retry_after_seconds: Math.ceil(testPauseSeconds - sinceMs / 1_000),
      });
    await tx.db.updateTable('channels').set({ tested_at: now }).where('id', '=', id).execute();
    await recordFact(tx, { type: 'channel.tested', subjectId: id, customerId: found.customer_id });
    return { channel: found, author: await authorOf(tx, found, port) };
  });
  const messenger = messengerOf(channel.type);
  const now = operation.clock.now();
  const message = {
    kind: 'test' as const,
    sender: author.name,
    words: messageWords(author.language),
    items: [],
    url: author.url,
    at: now,
    incident: null,
  };
  const reading = messenger.read(await send(messenger.render(vault.open(channel), message, false)), now);
  if (reading.kind === 'delivered') return { accepted: true, failure: null };
  if (reading.kind === 'moved')
    return { accepted: false, failure: `The chat has another id by now: ${reading.chatId}. Give it as chat_id.` };
  return { accepted: false, failure: reading.reason };
}
