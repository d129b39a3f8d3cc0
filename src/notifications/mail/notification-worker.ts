import { setTimeout as sleep } from 'node:timers/promises';
import { Tally } from '../../common/tally.ts';
import type { Resources } from '../../core/operation/operation.ts';
import type { WorkSignal } from '../../core/operation/work-signals.ts';
import type { Signals } from '../../platform/jobs/signals.ts';
import { sleepAtMost, WorkLoop, watchedQueue } from '../../platform/jobs/work-loop.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { withSpan } from '../../platform/telemetry/tracing.ts';
import type { MailSetup } from './compose-delivery.ts';
import { cutDueMails } from './cut-mails.ts';
import { cutDueReports } from './cut-reports.ts';
import { deliver } from './deliver.ts';
import { claimDeliveries, type Delivery } from './deliveries.ts';
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

const longestSleep = { heardMs: 30_000, deafMs: 1_000 };
/** What is due and could not be taken in hand is looked at again after this time. */
const againMs = 1_000;
const jobsAtOnce = 50;
/** Connections to the mail server. */
const mailsAtOnce = 5;
/** Of them for the mails of one partner. */
const mailsOfPartner = 2;
/** How long a stop waits for mails that the server is just taking. */
const stopGraceMs = 10_000;

/**
 * Turns new alerts into mails and sends them. Any number of workers share the work: each mail is claimed by one, and a worker
 * that dies leaves its mails to others.
 */
export class NotificationWorker {
  readonly #options: NotificationWorkerOptions;
  readonly #stop = new AbortController();
  readonly #sending = new Set<Promise<void>>();
  /** How many of each partner. */
  readonly #sendingOf = new Tally();
  readonly #gatherLoop: WorkLoop;
  readonly #sendLoop: WorkLoop;

  constructor(options: NotificationWorkerOptions) {
    this.#options = options;
    const { signals, logger, pollIntervalMs } = options;
    const onError = (error: Error) =>
      logger.error({ err: error }, 'Notifications could not be looked after; it is tried again.');
    this.#gatherLoop = new WorkLoop({
      signals,
      wokenBy: [newAlertsQueue.name],
      look: async () => void (await this.#gather()),
      longestSleep: watchedQueue,
      onError,
    });
    this.#sendLoop = new WorkLoop({
      signals,
      wokenBy: ['mail' satisfies WorkSignal],
      look: () => this.#send(),
      longestSleep: sleepAtMost(longestSleep, pollIntervalMs),
      onError,
    });
  }

  start(): void {
    this.#gatherLoop.start();
    this.#sendLoop.start();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all([this.#gatherLoop.stop(), this.#sendLoop.stop()]);
    await Promise.race([Promise.allSettled(this.#sending), sleep(stopGraceMs, undefined, { ref: false })]);
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
      if (jobs.length < jobsAtOnce || this.#stop.signal.aborted) return;
    }
  }

  /** @returns in how many milliseconds there is more to do; undefined: nobody knows */
  async #send(): Promise<number | undefined> {
    const { resources, mail } = this.#options;
    if (mail === null) return undefined;
    const dueMs = await nextMailDueMs(resources);
    if (dueMs === undefined || dueMs > 0) return dueMs;
    await this.#sendDue(mail);
    return againMs;
  }

  async #sendDue(mail: NonNullable<NotificationWorkerOptions['mail']>): Promise<void> {
    const { resources, logger } = this.#options;
    await cutDueMails(resources, mail.setup.kinds, (error) =>
      logger.error({ err: error }, 'A mail could not be made; it is tried again.'),
    );
    await cutDueReports(resources, (error) =>
      logger.error({ err: error }, 'A monthly report could not be made ready for mail; it is tried again.'),
    );
    for (;;) {
      const free = mailsAtOnce - this.#sending.size;
      if (this.#stop.signal.aborted) return;
      const turns = { busy: this.#sendingOf.counts, most: mailsOfPartner };
      const deliveries = free > 0 ? await claimDeliveries(resources, free, turns) : [];
      for (const delivery of deliveries) {
        this.#sendingOf.add(delivery.partner_id);
        const done = this.#deliver(delivery, mail).finally(() => {
          this.#sending.delete(done);
          this.#sendingOf.remove(delivery.partner_id);
          // The next attempt, or the next mail to the address, may be due before anything else.
          this.#sendLoop.wake();
        });
        this.#sending.add(done);
      }
      // More may be cut meanwhile: one that the server is slow to take holds up no other.
      if (deliveries.length < free) return;
      await Promise.race(this.#sending);
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
