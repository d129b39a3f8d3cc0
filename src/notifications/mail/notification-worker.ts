import { DeliveryLoop } from '../../core/operation/delivery-loop.ts';
import type { Resources } from '../../core/operation/operation.ts';
import type { WorkSignal } from '../../core/operation/work-signals.ts';
import type { Signals } from '../../platform/jobs/signals.ts';
import { WorkLoop, watchedQueue } from '../../platform/jobs/work-loop.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { withSpan } from '../../platform/telemetry/tracing.ts';
import type { MailSetup } from './compose-delivery.ts';
import { cutDueMails } from './cut-mails.ts';
import { cutDueReports } from './cut-reports.ts';
import { deliver } from './deliver.ts';
import { claimMails, type Delivery } from './deliveries.ts';
import { gatherAlerts } from './gather-alerts.ts';
import { type NewAlertsJobData, newAlertsQueue } from './jobs.ts';
import type { MailMetrics } from './metrics.ts';
import { nextMailDueMs } from './next-mail-due.ts';

export interface NotificationWorkerOptions {
  readonly resources: Resources;
  /** Null: no mail server is set up. New alerts are forgotten then, rather than mailed all at once when there is one. */
  readonly mail: { readonly mailer: Mailer; readonly setup: MailSetup } | null;
  readonly logger: Logger;
  readonly metrics: MailMetrics;
  readonly signals: Signals;
  /** How often new mails are looked for. Default: now and then, since somebody tells of most. */
  readonly pollIntervalMs?: number | undefined;
}

const jobsAtOnce = 50;
/** Connections to the mail server. */
const mailsAtOnce = 5;
/** Of them for the mails of one partner. */
const mailsOfPartner = 2;
/** How long a stop waits for mails that the server is just taking. */
const stopGraceMs = 10_000;

/** Turns new alerts into mails and sends them. */
export class NotificationWorker {
  readonly #options: NotificationWorkerOptions;
  #isStopping = false;
  readonly #gatherLoop: WorkLoop;
  /** Null: there is no mail server. */
  readonly #sendLoop: DeliveryLoop<Delivery> | null;

  constructor(options: NotificationWorkerOptions) {
    this.#options = options;
    const { signals, mail } = options;
    this.#gatherLoop = new WorkLoop({
      signals,
      wokenBy: [newAlertsQueue.name],
      look: async () => void (await this.#gather()),
      longestSleep: watchedQueue,
      onError: this.#onError,
    });
    this.#sendLoop = mail && this.#sendLoopOf(mail);
  }

  start(): void {
    this.#gatherLoop.start();
    this.#sendLoop?.start();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([this.#gatherLoop.stop(), this.#sendLoop?.stop()]);
  }

  readonly #onError = (error: Error): void =>
    this.#options.logger.error({ err: error }, 'Notifications could not be looked after; it is tried again.');

  #sendLoopOf(mail: NonNullable<NotificationWorkerOptions['mail']>): DeliveryLoop<Delivery> {
    const { resources, signals, logger, pollIntervalMs } = this.#options;
    return new DeliveryLoop({
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
        await cutDueMails(resources, mail.setup.kinds, (error) =>
          logger.error({ err: error }, 'A mail could not be made; it is tried again.'),
        );
        await cutDueReports(resources, (error) =>
          logger.error({ err: error }, 'A monthly report could not be made ready for mail; it is tried again.'),
        );
      },
      deliver: (delivery) => this.#deliver(delivery, mail),
      stopGraceMs,
      pollIntervalMs,
      onError: this.#onError,
    });
  }

  async #gather(): Promise<void> {
    const { resources, mail, logger } = this.#options;
    for (;;) {
      const jobs = await resources.jobs.fetch<NewAlertsJobData>(newAlertsQueue.name, jobsAtOnce);
      for (const job of jobs) {
        try {
          if (mail === null) await resources.jobs.complete(resources.db, job);
          else
            await withSpan(
              'new alerts',
              { 'breakwater.job_id': job.id },
              () => gatherAlerts(resources, job),
              job.data.trace,
            );
        } catch (error) {
          logger.warn({ err: error, jobId: job.id }, 'New alerts could not be gathered; it is tried again.');
          await resources.jobs.fail(job, (error as Error).message);
        }
      }
      // Only now: what was raised together is told together.
      if (jobs.length > 0) resources.signals?.announce('mail' satisfies WorkSignal);
      if (jobs.length < jobsAtOnce || this.#isStopping) return;
    }
  }

  async #deliver(delivery: Delivery, { mailer, setup }: NonNullable<NotificationWorkerOptions['mail']>): Promise<void> {
    const { resources, logger, metrics } = this.#options;
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
