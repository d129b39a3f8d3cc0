/** How much unused rate may be saved up: long enough to bridge a busy turn of the event loop, short enough not to be felt as a burst. */
const BURST_MS = 20;

/** Paces events to a rate. Starts with one token, so that nothing begins with a burst. */
export class TokenBucket {
  readonly #tokensPerMs: number;
  readonly #capacity: number;
  #tokens = 1;
  #filledAtMs: number;

  constructor(tokensPerSecond: number, nowMs: number) {
    this.#tokensPerMs = tokensPerSecond / 1000;
    this.#capacity = Math.max(1, this.#tokensPerMs * BURST_MS);
    this.#filledAtMs = nowMs;
  }

  /** Whole tokens that may be taken now. */
  available(nowMs: number): number {
    this.#tokens = Math.min(this.#capacity, this.#tokens + (nowMs - this.#filledAtMs) * this.#tokensPerMs);
    this.#filledAtMs = nowMs;
    return Math.floor(this.#tokens);
  }

  take(count: number): void {
    this.#tokens -= count;
  }
}
