/** How much unused rate may be saved up: long enough to bridge a busy turn of the event loop, short enough not to be felt as a burst. */
const BURST_MS = 20;

/** Paces events to a rate. Starts with one token, so that nothing begins with a burst. */
export class TokenBucket {
  #tokensPerMs = 0;
  #capacity = 1;
  #tokens = 1;
  #filledAtMs: number;

  constructor(tokensPerSecond: number, nowMs: number) {
    this.#filledAtMs = nowMs;
    this.setRate(tokensPerSecond, nowMs);
  }

  /** What was saved up at the old rate stays, as far as the new one allows. */
  setRate(tokensPerSecond: number, nowMs: number): void {
    this.#fill(nowMs);
    this.#tokensPerMs = tokensPerSecond / 1000;
    this.#capacity = Math.max(1, this.#tokensPerMs * BURST_MS);
    this.#tokens = Math.min(this.#capacity, this.#tokens);
  }

  /** Whole tokens that may be taken now; negative while more was taken than there was. */
  available(nowMs: number): number {
    this.#fill(nowMs);
    return Math.floor(this.#tokens);
  }

  take(count: number): void {
    this.#tokens -= count;
  }

  #fill(nowMs: number): void {
    if (nowMs <= this.#filledAtMs) return;
    this.#tokens += (nowMs - this.#filledAtMs) * this.#tokensPerMs;
    this.#tokens = Math.min(this.#capacity, this.#tokens);
    this.#filledAtMs = nowMs;
  }
}
