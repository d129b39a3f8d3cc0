import type { Clock } from '../../src/platform/clock.ts';

/** The machine's clock, set ahead (or back) by a test; or one that stands still until a test moves it. */
export class MovableClock implements Clock {
  #offsetMs = 0;
  #standsAtMs: number | undefined;
  readonly #listeners: (() => void)[] = [];

  get offsetMs(): number {
    return this.#standsAtMs === undefined ? this.#offsetMs : this.#standsAtMs - Date.now();
  }

  set offsetMs(offsetMs: number) {
    this.#offsetMs = offsetMs;
    this.#moved();
  }

  now(): Date {
    return new Date(this.#standsAtMs ?? Date.now() + this.#offsetMs);
  }

  /** From now on it is this time, until a test moves it. */
  standAt(time: Date): void {
    this.#standsAtMs = time.getTime();
    this.#moved();
  }

  advanceSeconds(seconds: number): void {
    this.#offsetMs += seconds * 1_000;
    if (this.#standsAtMs !== undefined) this.#standsAtMs += seconds * 1_000;
    this.#moved();
  }

  onMoved(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #moved(): void {
    for (const listener of this.#listeners) listener();
  }
}
