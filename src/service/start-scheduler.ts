import type { WorkSignal } from '../core/operation/work-signals.ts';
import type { Signals } from '../platform/jobs/signals.ts';
import { sleepAtMost, WorkLoop } from '../platform/jobs/work-loop.ts';
import type { Lifetime } from './lifetime.ts';
import type { ServiceOptions } from './service-options.ts';

/** What queues jobs of what is due. */
export interface Scheduling {
  /** Most that becomes due earlier is announced. */
  readonly wokenBy: WorkSignal;
  /** Between two looks while something is due, and where nobody announces anything, in milliseconds. */
  readonly tickMs: number;
  /** In how many milliseconds something is due; undefined: nothing is. */
  readonly nextDueMs: () => Promise<number | undefined>;
  readonly dispatch: () => Promise<unknown>;
  /** For the log, when it failed. */
  readonly trouble: string;
}

const heardMs = 30_000;

/** Starts to queue what is due, which sleeps until something is. */
export function startScheduler(
  { logger, pollIntervalMs }: ServiceOptions,
  { parts }: Lifetime,
  signals: Signals,
  { wokenBy, tickMs, nextDueMs, dispatch, trouble }: Scheduling,
): void {
  const scheduler = new WorkLoop({
    signals,
    wokenBy: [wokenBy],
    look: async () => {
      const dueMs = await nextDueMs();
      if (dueMs === undefined || dueMs > 0) return dueMs;
      await dispatch();
      return tickMs;
    },
    longestSleep: sleepAtMost({ heardMs, deafMs: tickMs }, pollIntervalMs),
    shortestPauseMs: tickMs,
    onError: (error) => logger.error({ err: error }, trouble),
  });
  parts.defer(() => scheduler.stop());
  scheduler.start();
}
