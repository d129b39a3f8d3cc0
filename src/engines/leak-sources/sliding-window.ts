/** At most `requests` in any `perMs` milliseconds. */
export interface RateLimit {
  readonly requests: number;
  readonly perMs: number;
}

/**
 * Says when the next request may start, so that no limit is ever exceeded in any window of its length, wherever the window
 * begins. First come, first served. Pure bookkeeping: whoever asks does the waiting.
 */
export class SlidingWindow {
  #limits: readonly RateLimit[];
  /** When the latest requests started or will start, ascending; as many as the largest limit looks back. */
  #starts: number[] = [];
  #pausedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(limits: readonly RateLimit[]) {
    this.#limits = limits;
  }

  /** From now on; requests that were let through before count under the new limits. */
  setLimits(limits: readonly RateLimit[]): void {
    this.#limits = limits;
  }

  /** Nothing starts before then: the other side asked for it. */
  pauseUntil(timeMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, timeMs);
  }

  isPaused(nowMs: number): boolean {
    return nowMs < this.#pausedUntilMs;
  }

  /** When a request that is asked for now may start: `nowMs` or later. */
  nextStartMs(nowMs: number): number {
    let startMs = Math.max(nowMs, this.#pausedUntilMs, this.#starts.at(-1) ?? nowMs);
    for (const { requests, perMs } of this.#limits) {
      const earlier = this.#starts.at(-requests);
      if (earlier !== undefined) startMs = Math.max(startMs, earlier + perMs);
    }
    return startMs;
  }

  /** Books the next start and returns it. What is booked counts, whether the request is made or not. */
  book(nowMs: number): number {
    const startMs = this.nextStartMs(nowMs);
    this.#starts.push(startMs);
    const lookBack = Math.max(1, ...this.#limits.map(({ requests }) => requests));
    if (this.#starts.length > 2 * lookBack) this.#starts = this.#starts.slice(-lookBack);
    return startMs;
  }
}
