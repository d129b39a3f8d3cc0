import type { Clock } from '../../src/platform/clock.ts';

/** The machine's clock, set ahead (or back) by a test. */
export class MovableClock implements Clock {
  offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  advanceSeconds(seconds: number): void {
    this.offsetMs += seconds * 1_000;
  }
}
