import { DeliveryLoop } from '../../core/operation/delivery-loop.ts';
import type { Resources } from '../../core/operation/operation.ts';
import type { WorkSignal } from '../../core/operation/work-signals.ts';
import type { Signals } from '../../platform/jobs/signals.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { withSpan } from '../../platform/telemetry/tracing.ts';
import type { MailSetup } from './compose-delivery.ts';
import { createDueMails } from './create-mails.ts';
import { createDueReports } from './create-reports.ts';
import { createDueSummaries } from './create-weekly-summaries.ts';
import { deliver } from './deliver.ts';
import { claimMails, type Delivery } from './deliveries.ts';
import type { MailMetrics } from './metrics.ts';
import { nextMailDueMs } from './next-mail-due.ts';

export interface NotificationWorkerOptions {
  readonly resources: Resources;
  readonly mailer: Mailer;
  readonly setup: MailSetup;
  readonly logger: Logger;
  readonly metrics: MailMetrics;
  readonly signals: Signals;
  /** How often new mails are looked for. Default: now and then, since somebody tells of most. */
  readonly pollIntervalMs?: number | undefined;
}

/** Connections to the mail server. */
const mailsAtOnce = 5;
/** Of them for the mails of one partner: one is left to others, who wait for none of its. */
const mailsOfPartner = 4;
/** How long a stop waits for mails that the server is just taking. */
const stopGraceMs = 10_000;

/** Makes mails of what waits for addresses, and sends them. */
export class NotificationWorker {
  readonly #options: NotificationWorkerOptions;
  readonly #loop: DeliveryLoop<Delivery>;

  constructor(options: NotificationWorkerOptions) {
    this.#options = options;
    const { resources, setup, signals, logger, pollIntervalMs } = options;
    this.#loop = new DeliveryLoop({
      signals,
      wokenBy: 'mail' satisfies WorkSignal,
      places: mailsAtOnce,
      lanes: [
        {
          places: mailsAtOnce,
          placesOfPartner: mailsOfPartner,
          claim: (count, turns) => claimMails(resources, count, turns),
        },
      ],
      nextDueMs: () => nextMailDueMs(resources),
      async prepare() {
        await createDueMails(resources, setup.kinds, (error) =>
          logger.error({ err: error }, 'A mail could not be made; it is tried again.'),
        );
        await createDueReports(resources, (error) =>
          logger.error({ err: error }, 'A monthly report could not be made ready for mail; it is tried again.'),
        );
        await createDueSummaries(resources, (error) =>
          logger.error({ err: error }, 'A weekly summary could not be made ready for mail; it is tried again.'),
        );
      },
      deliver: (delivery) => this.#deliver(delivery),
      stopGraceMs,
      pollIntervalMs,
      onError: (error) => logger.error({ err: error }, 'Mails could not be looked after; it is tried again.'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { resources, mailer, setup, logger, metrics } = this.#options;
    const mailOf = { mailId: delivery.id, partnerId: delivery.partner_id };
    try {
      const span = { 'breakwater.mail_id': delivery.id, 'breakwater.mail_kind': delivery.kind };
      const outcome = await withSpan('mail', span, () => deliver(resources, delivery, mailer, setup), delivery.trace);
      if (outcome === null) return;
      metrics.mails.inc({ kind: delivery.kind, outcome: outcome.kind });
      if (outcome.kind === 'retry') metrics.mailFailures.inc({ kind: delivery.kind, reason: outcome.reason });
      if (outcome.kind === 'retry')
        logger.warn({ ...mailOf, failure: outcome.failure }, 'A mail is tried again later.');
      if (outcome.kind === 'expired' || outcome.kind === 'presumed_sent')
        logger.warn({ ...mailOf, outcome: outcome.kind, failure: delivery.failure }, 'A mail was given up.');
    } catch (error) {
      logger.error({ err: error, ...mailOf }, 'A mail could not be settled; its claim will lapse.');
    }
  }
}
