import { setTimeout as wait } from 'node:timers/promises';

/** Time and chance as the sources see them: passed in, so that tests can move the one and fix the other. */
export interface Timing {
  nowMs(): number;
  /** Rejects with the signal's reason when it aborts first. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
  /** 0 ≤ x < 1; spreads retries, so that many clients do not come back at the same moment. */
  random(): number;
}

/** The machine's timers, and the time of `clock`. */
export function timingOf(clock: { now(): Date }): Timing {
  return {
    nowMs: () => clock.now().getTime(),
    random: Math.random,
    async sleep(durationMs, signal) {
      await wait(durationMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    },
  };
}
