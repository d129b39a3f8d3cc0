import type { Turns } from '../../core/operation/claim-due.ts';
import { DeliveryLoop } from '../../core/operation/delivery-loop.ts';
import type { Resources } from '../../core/operation/operation.ts';
import type { WorkSignal } from '../../core/operation/work-signals.ts';
import type { OutboundClient } from '../../platform/http/outbound/outbound-client.ts';
import type { Signals } from '../../platform/jobs/signals.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { type ClaimedDelivery, claimWebhookDeliveries, nextDeliveryDueMs } from './claim-deliveries.ts';
import type { WebhookMetrics } from './metrics.ts';
import { type SettleTools, settleWebhookDelivery } from './settle-delivery.ts';
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
 * Sends what is due. What a worker held that died is sent again by others, with the same webhook-id.
 */
export class WebhookWorker {
  readonly #options: WebhookWorkerOptions;
  readonly #loop: DeliveryLoop<ClaimedDelivery>;

  constructor(options: WebhookWorkerOptions) {
    this.#options = options;
    const { resources, client, signals, logger, pollIntervalMs } = options;
    const lane = (troubled: boolean, places: number, everyMs?: number) => ({
      places,
      placesOfPartner: places * partOfPartner,
      everyMs,
      claim: (count: number, turns: Turns) =>
        claimWebhookDeliveries(resources, { count, troubled, leaseMs: 2 * client.deadlineMs, turns }),
    });
    this.#loop = new DeliveryLoop({
      signals,
      wokenBy: 'webhooks' satisfies WorkSignal,
      places: requestsAtOnce,
      lanes: [lane(false, requestsAtOnce), lane(true, troubledAtOnce, troubledEveryMs)],
      nextDueMs: () => nextDeliveryDueMs(resources),
      deliver: (claimed) => this.#deliver(claimed),
      stopGraceMs,
      shortestPauseMs,
      pollIntervalMs,
      onError: (error) => logger.error({ err: error }, 'Webhooks could not be looked after; it is tried again.'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #deliver(claimed: ClaimedDelivery): Promise<void> {
    const { resources, client, secrets, settling, logger, metrics } = this.#options;
    const { webhook_id: webhookId, event_id: eventId, partner_id: partnerId } = claimed;
    try {
      const attempt = await attemptDelivery({ client, secrets, clock: resources.clock }, claimed);
      if (claimed.attempts === 1 && claimed.occurred_at !== null)
        metrics.webhookDelay.observe((attempt.at.getTime() - claimed.occurred_at.getTime()) / 1_000);
      const outcome = await settleWebhookDelivery(resources, claimed, attempt, settling);
      metrics.webhookAttempts.inc({ outcome, failure: attempt.failure?.kind ?? 'none' });
      if (outcome === 'disabled')
        logger.warn({ webhookId, partnerId, failure: attempt.failure?.message }, 'A webhook was disabled.');
    } catch (error) {
      logger.error({ err: error, webhookId, eventId, partnerId }, 'A delivery could not be settled; its claim lapses.');
    }
  }
}
