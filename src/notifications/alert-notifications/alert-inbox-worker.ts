import type { Resources } from '../../core/operation/operation.ts';
import type { WorkSignal } from '../../core/operation/work-signals.ts';
import type { Signals } from '../../platform/jobs/signals.ts';
import { sleepAtMost, toldOfWork, WorkLoop } from '../../platform/jobs/work-loop.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { type AlertListener, nextAlertChangeMs, noteAlertChanges } from './alert-inbox.ts';
import { adoptOlderChanges, newAlertsQueue } from './older-inboxes.ts';

export interface AlertInboxWorkerOptions {
  readonly resources: Resources;
  readonly listeners: readonly AlertListener[];
  readonly signals: Signals;
  readonly logger: Logger;
  /** How often it is looked for changes that nobody told of. Default: now and then. */
  readonly pollIntervalMs?: number | undefined;
}

/** What is ready and could not be noted is looked at again after this time… */
const failurePauseMs = 1_000;
/** …and what is still there otherwise after this one: another worker may be at it. */
const againMs = 50;

/** Lays changed alerts before those who are told of them. */
export class AlertInboxWorker {
  readonly #options: AlertInboxWorkerOptions;
  readonly #loops: readonly WorkLoop[];

  constructor(options: AlertInboxWorkerOptions) {
    this.#options = options;
    const { resources, signals, pollIntervalMs } = options;
    const usual = { signals, longestSleep: sleepAtMost(toldOfWork, pollIntervalMs), onError: this.#onError };
    this.#loops = [
      new WorkLoop({ ...usual, wokenBy: ['alerts' satisfies WorkSignal], look: () => this.#note() }),
      new WorkLoop({
        ...usual,
        wokenBy: [newAlertsQueue.name],
        look: async () => ((await adoptOlderChanges(resources)) ? 0 : undefined),
      }),
    ];
  }

  start(): void {
    for (const loop of this.#loops) loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
  }

  /** @returns in how many milliseconds there is more to do; undefined: nobody knows */
  async #note(): Promise<number | undefined> {
    const { resources, listeners } = this.#options;
    const readyMs = await nextAlertChangeMs(resources);
    if (readyMs === undefined || readyMs > 0) return readyMs;
    let pauseMs = againMs;
    await noteAlertChanges(resources, listeners, (error) => {
      pauseMs = failurePauseMs;
      this.#onError(error);
    });
    const nextMs = await nextAlertChangeMs(resources);
    return nextMs === undefined ? undefined : Math.max(pauseMs, nextMs);
  }

  readonly #onError = (error: Error): void =>
    this.#options.logger.error({ err: error }, 'Changed alerts could not be noted; it is tried again.');
}
