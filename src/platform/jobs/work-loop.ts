import { setTimeout as sleep } from 'node:timers/promises';
import type { Signals } from './signals.ts';

/** How long a loop sleeps at most. */
export interface LongestSleep {
  /** While signals of other processes arrive. */
  readonly heardMs: number;
  /** While they do not: everything is found by looking. */
  readonly deafMs: number;
}

export interface WorkLoopOptions {
  readonly signals: Signals;
  /** The names of what it is woken by. */
  readonly wokenBy: readonly string[];
  /**
   * Looks for what there is to do, and does it.
   * @returns in how many milliseconds there is more, as far as is known; undefined: it is not known
   */
  readonly look: () => Promise<number | undefined>;
  readonly longestSleep: LongestSleep;
  /** From one look to the next, in milliseconds at least, however often it is woken: a burst of signals costs a few looks. Default: 10. */
  readonly shortestPauseMs?: number | undefined;
  readonly onError: (error: Error) => void;
}

/** Of a loop whose work somebody tells of: it looks by itself for what was not told. */
export const toldOfWork: LongestSleep = { heardMs: 30_000, deafMs: 1_000 };

/** Of a loop that takes jobs: whoever watches the queue wakes it. */
export const watchedQueue: LongestSleep = { heardMs: 600_000, deafMs: 600_000 };

/** @param pollIntervalMs takes the place of both, where it is given */
export function sleepAtMost(usual: LongestSleep, pollIntervalMs: number | undefined): LongestSleep {
  return pollIntervalMs === undefined ? usual : { heardMs: pollIntervalMs, deafMs: pollIntervalMs };
}

/** After a look that failed. */
const failurePauseMs = 1_000;
const usualPauseMs = 10;
/** Of the longest sleep: so much earlier some wake, so that processes that were woken together do not stay together. */
const jitter = 0.2;

/**
 * Looks for work when it is told of some, when what it knows of becomes due, and now and then all the same. A look that fails is
 * reported and repeated.
 */
export class WorkLoop {
  readonly #options: WorkLoopOptions;
  readonly #stopping = new AbortController();
  #woken = Promise.withResolvers<void>();
  #running: Promise<void> | null = null;
  #lookedMs = 0;

  constructor(options: WorkLoopOptions) {
    this.#options = options;
    for (const signal of options.wokenBy) options.signals.on(signal, this.wake);
    options.signals.onMissed(this.wake);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Something may have come up. */
  readonly wake = (): void => {
    this.#woken.resolve();
  };

  /** Lets the look under way end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { look, onError } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      // Whoever wakes it from here on is not forgotten.
      this.#woken = Promise.withResolvers();
      let dueMs: number | undefined;
      try {
        dueMs = await look();
      } catch (error) {
        if (!signal.aborted) onError(error as Error);
        dueMs = failurePauseMs;
      }
      this.#lookedMs = performance.now();
      await this.#sleep(dueMs);
    }
  }

  async #sleep(dueMs = Number.POSITIVE_INFINITY): Promise<void> {
    const { signals, longestSleep, shortestPauseMs = usualPauseMs } = this.#options;
    const longest = signals.areHeard ? longestSleep.heardMs * (1 - jitter * Math.random()) : longestSleep.deafMs;
    const over = new AbortController();
    const pause = sleep(Math.max(0, Math.min(longest, dueMs)), undefined, { signal: over.signal }).catch(() => {});
    await Promise.race([this.#woken.promise, pause]);
    over.abort();
    const restMs = this.#lookedMs + shortestPauseMs - performance.now();
    if (restMs > 0) await sleep(restMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}
