/** How much unused rate may be saved up: long enough to bridge a busy turn of the event loop, short enough not to be felt as a burst. */
const BURST_MS = 20;

/**
 * Paces events to a rate, which may change. Starts with one token, so that nothing begins with a burst. Time is passed in.
 * Makes no objects: it is asked and taken from for every packet.
 */
export class TokenBucket {
  #perSecond = 0;
  #tokensPerMs = 0;
  #capacity = 1;
  #tokens = 1;
  #filledAtMs: number;

  /** @param perSecond may be Infinity */
  constructor(perSecond: number, nowMs: number) {
    this.#filledAtMs = nowMs;
    this.setRate(perSecond, nowMs);
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** What was saved up at the old rate stays, as far as the new one allows. */
  setRate(perSecond: number, nowMs: number): void {
    this.#fill(nowMs);
    this.#perSecond = perSecond;
    this.#tokensPerMs = perSecond / 1000;
    this.#capacity = Math.max(1, this.#tokensPerMs * BURST_MS);
    this.#tokens = Math.min(this.#capacity, this.#tokens);
  }

  /** Whole tokens that may be taken now; negative while more was taken than there was. */
  available(nowMs: number): number {
    if (this.#perSecond === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    this.#fill(nowMs);
    return Math.floor(this.#tokens);
  }

  /** More than there is may be taken: what was sent beyond the rate is waited for afterwards. */
  take(count: number): void {
    if (this.#perSecond !== Number.POSITIVE_INFINITY) this.#tokens -= count;
  }

  /** Time that seems to run backwards takes nothing back. */
  #fill(nowMs: number): void {
    if (nowMs <= this.#filledAtMs) return;
    this.#tokens = Math.min(this.#capacity, this.#tokens + (nowMs - this.#filledAtMs) * this.#tokensPerMs);
    this.#filledAtMs = nowMs;
  }
}
