import { setTimeout as sleep } from 'node:timers/promises';
import { Tally } from '../../common/tally.ts';
import type { Resources } from '../../core/operation/operation.ts';
import type { WorkSignal } from '../../core/operation/work-signals.ts';
import type { OutboundClient } from '../../platform/http/outbound/outbound-client.ts';
import type { Signals } from '../../platform/jobs/signals.ts';
import { sleepAtMost, WorkLoop } from '../../platform/jobs/work-loop.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { type ClaimedDelivery, claimDeliveries, nextDeliveryDueMs } from './claim-deliveries.ts';
import type { WebhookMetrics } from './metrics.ts';
import { type SettleTools, settleDelivery } from './settle-delivery.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface WebhookWorkerOptions {
  readonly resources: Resources;
  readonly client: Pick<OutboundClient, 'request' | 'deadlineMs'>;
  readonly secrets: WebhookSecrets;
  readonly settling: SettleTools;
  readonly logger: Logger;
  readonly metrics: WebhookMetrics;
  readonly signals: Signals;
  /** How often deliveries are looked for that nobody told of. Default: now and then. */
  readonly pollIntervalMs?: number | undefined;
}

const longestSleep = { heardMs: 30_000, deafMs: 1_000 };
/** What is due and has no place yet is looked at again after this time, or when there is one. */
const againMs = 1_000;
const requestsAtOnce = 200;
/** Of them for webhooks that have had no success for a while: however many are dead, the others have theirs. */
const troubledAtOnce = 80;
/** A partner's part of either: however slow its receivers are, the others have theirs. */
const partOfPartner = 1 / 4;
/** Between two looks, so that a burst costs a few of them rather than one for each answer. */
const shortestPauseMs = 20;
/** Between two looks at webhooks that have had no success for a while. */
const troubledEveryMs = 200;
/** How long a stop waits for answers. What is not answered then is sent again. */
const stopGraceMs = 5_000;

/**
 * Sends what is due. Any number of workers share the work: a delivery is claimed by one, and a worker that dies leaves what it held
 * to the others, which send it again with the same webhook-id.
 */
export class WebhookWorker {
  readonly #options: WebhookWorkerOptions;
  readonly #stop = new AbortController();
  readonly #sending = new Set<Promise<void>>();
  /** How many of each partner, to webhooks that are well and to those that have had no success for a while. */
  readonly #sendingOf = new Tally();
  readonly #troubledOf = new Tally();
  #troubledLookedMs = Number.NEGATIVE_INFINITY;
  /** While there is a lot to send it is not asked first whether there is anything. */
  #hasClaimed = false;
  readonly #loop: WorkLoop;

  constructor(options: WebhookWorkerOptions) {
    this.#options = options;
    const { signals, logger, pollIntervalMs } = options;
    this.#loop = new WorkLoop({
      signals,
      wokenBy: ['webhooks' satisfies WorkSignal],
      look: () => this.#look(),
      longestSleep: sleepAtMost(longestSleep, pollIntervalMs),
      shortestPauseMs,
      onError: (error) => logger.error({ err: error }, 'Webhooks could not be looked after; it is tried again.'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop.stop();
    await Promise.race([Promise.allSettled(this.#sending), sleep(stopGraceMs, undefined, { ref: false })]);
  }

  /** @returns in how many milliseconds there is more to do; undefined: nobody knows */
  async #look(): Promise<number | undefined> {
    if (!this.#hasClaimed) {
      const dueMs = await nextDeliveryDueMs(this.#options.resources);
      if (dueMs === undefined || dueMs > 0) return dueMs;
    }
    let claimed = await this.#claim(false);
    if (performance.now() - this.#troubledLookedMs >= troubledEveryMs) {
      this.#troubledLookedMs = performance.now();
      claimed += await this.#claim(true);
    }
    this.#hasClaimed = claimed > 0;
    return againMs;
  }

  /** @returns how many deliveries */
  async #claim(troubled: boolean): Promise<number> {
    const { resources, client } = this.#options;
    const free = requestsAtOnce - this.#sending.size;
    const count = troubled ? Math.min(free, troubledAtOnce - this.#troubledOf.total) : free;
    if (count <= 0 || this.#stop.signal.aborted) return 0;
    const leaseMs = 2 * client.deadlineMs;
    const [tally, places] = troubled ? [this.#troubledOf, troubledAtOnce] : [this.#sendingOf, requestsAtOnce];
    const turns = { busy: tally.counts, most: places * partOfPartner };
    const deliveries = await claimDeliveries(resources, { count, troubled, leaseMs, turns });
    for (const claimed of deliveries) {
      tally.add(claimed.partner_id);
      const done = this.#deliver(claimed).finally(() => {
        this.#sending.delete(done);
        tally.remove(claimed.partner_id);
        // There is a place for the next one of the same webhook.
        this.#loop.wake();
      });
      this.#sending.add(done);
    }
    return deliveries.length;
  }

  async #deliver(claimed: ClaimedDelivery): Promise<void> {
    const { resources, client, secrets, settling, logger, metrics } = this.#options;
    const { webhook_id: webhookId, event_id: eventId, partner_id: partnerId } = claimed;
    try {
      const attempt = await attemptDelivery({ client, secrets, clock: resources.clock }, claimed);
      if (claimed.attempts === 1 && claimed.occurred_at !== null)
        metrics.webhookDelay.observe((attempt.at.getTime() - claimed.occurred_at.getTime()) / 1_000);
      const outcome = await settleDelivery(resources, claimed, attempt, settling);
      metrics.webhookAttempts.inc({ outcome, failure: attempt.failure?.kind ?? 'none' });
      if (outcome === 'disabled')
        logger.warn({ webhookId, partnerId, failure: attempt.failure?.message }, 'A webhook was disabled.');
    } catch (error) {
      logger.error({ err: error, webhookId, eventId, partnerId }, 'A delivery could not be settled; its claim lapses.');
    }
  }
}
