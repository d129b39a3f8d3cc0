import { DeliveryLoop } from '../../core/operation/delivery-loop.ts';
import type { Resources } from '../../core/operation/operation.ts';
import type { WorkSignal } from '../../core/operation/work-signals.ts';
import type { Signals } from '../../platform/jobs/signals.ts';
import { sleepAtMost, toldOfWork, WorkLoop } from '../../platform/jobs/work-loop.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import type { Channel } from './channel-record.ts';
import { createDueMessages, type MessageTools } from './create-messages.ts';
import type { ChannelMetrics } from './metrics.ts';
import { nextMessageDueMs, nextSendDueMs } from './next-due.ts';
import { claimChannels, takeMessage } from './queue.ts';
import { type SendTools, sendMessage } from './send-message.ts';

export interface ChannelWorkerOptions {
  readonly resources: Resources;
  readonly tools: MessageTools & SendTools;
  readonly logger: Logger;
  readonly metrics: ChannelMetrics;
  readonly signals: Signals;
  /** How often it is looked for what is to be told. Default: now and then, since somebody tells of most. */
  readonly pollIntervalMs?: number | undefined;
}

/** What is due and could not be made a message is looked at again after this time. */
const againMs = 1_000;
/** Destinations that are told something at once: a slow one holds up its own messages. */
const channelsAtOnce = 50;
/** Of them for the destinations of one partner and its customers. */
const channelsOfPartner = 12;
/** How long a stop waits for answers. */
const stopGraceMs = 10_000;

/** Makes messages of what waits for channels, and sends them. A channel is claimed by one worker, and its messages go out one after the other. */
export class ChannelWorker {
  readonly #options: ChannelWorkerOptions;
  readonly #messageLoop: WorkLoop;
  readonly #sendLoop: DeliveryLoop<Channel>;

  constructor(options: ChannelWorkerOptions) {
    this.#options = options;
    const { resources, signals, logger, pollIntervalMs } = options;
    const wokenBy: WorkSignal = 'channels';
    const onError = (error: Error) =>
      logger.error({ err: error }, 'Channels could not be looked after; it is tried again.');
    this.#messageLoop = new WorkLoop({
      signals,
      wokenBy: [wokenBy],
      look: () => this.#createMessages(),
      longestSleep: sleepAtMost(toldOfWork, pollIntervalMs),
      onError,
    });
    this.#sendLoop = new DeliveryLoop({
      signals,
      wokenBy,
      places: channelsAtOnce,
      lanes: [
        {
          places: channelsAtOnce,
          placesOfPartner: channelsOfPartner,
          claim: (count, turns) => claimChannels(resources, count, turns),
        },
      ],
      nextDueMs: () => nextSendDueMs(resources),
      deliver: (channel) => this.#tell(channel),
      // More can be made of what was gathered meanwhile.
      onSettled: () => this.#messageLoop.wake(),
      stopGraceMs,
      pollIntervalMs,
      onError,
    });
  }

  start(): void {
    this.#messageLoop.start();
    this.#sendLoop.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#messageLoop.stop(), this.#sendLoop.stop()]);
  }

  /** @returns in how many milliseconds there is more to do; undefined: nobody knows */
  async #createMessages(): Promise<number | undefined> {
    const { resources, tools, logger } = this.#options;
    const dueMs = await nextMessageDueMs(resources);
    if (dueMs === undefined || dueMs > 0) return dueMs;
    await createDueMessages(resources, tools, (error) =>
      logger.error({ err: error }, 'A message for a channel could not be made; it is tried again.'),
    );
    this.#sendLoop.wake();
    const nextMs = await nextMessageDueMs(resources);
    return nextMs === undefined ? undefined : Math.max(againMs, nextMs);
  }

  async #tell(channel: Channel): Promise<void> {
    const { resources, tools, logger, metrics } = this.#options;
    const of = { channelId: channel.id, partnerId: channel.partner_id, type: channel.type };
    try {
      const claimed = await takeMessage(resources, channel);
      const reading = claimed && (await sendMessage(resources, claimed, tools));
      if (reading === null) return;
      metrics.channelMessages.inc({ type: channel.type, outcome: reading.kind });
      if (reading.kind === 'ours')
        logger.error({ ...of, failure: reading.reason }, 'A channel did not understand a message; it is left out.');
      else if (reading.kind === 'later' || reading.kind === 'gone')
        logger.warn({ ...of, outcome: reading.kind, failure: reading.reason }, 'A channel did not take a message.');
    } catch (error) {
      logger.error({ err: error, ...of }, 'A message to a channel could not be settled; its claim will lapse.');
    }
  }
}
