import type { Timing } from '../timing.ts';

/** Time that passes only where the code under test waits, and where the test says. */
export class ManualTiming implements Timing {
  #nowMs = Date.UTC(2026, 2, 1);
  /** Every wait, in order. */
  readonly sleepsMs: number[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  random(): number {
    return 0.5;
  }

  async sleep(durationMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.sleepsMs.push(durationMs);
    this.advanceMs(durationMs);
  }

  advanceMs(durationMs: number): void {
    this.#nowMs += durationMs;
  }
}
