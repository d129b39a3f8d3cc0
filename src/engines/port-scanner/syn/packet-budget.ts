/** How much unused rate may be saved up: enough to bridge a busy turn, too little to be felt as a burst. */
const BURST_MS = 20;

/** A token bucket whose rate may change. Time is passed in. */
export class PacketBudget {
  #packetsPerSecond: number;
  #tokens = 1;
  #filledAtMs: number;

  /** @param packetsPerSecond May be Infinity. */
  constructor(packetsPerSecond: number, nowMs: number) {
    this.#packetsPerSecond = packetsPerSecond;
    this.#filledAtMs = nowMs;
  }

  get packetsPerSecond(): number {
    return this.#packetsPerSecond;
  }

  setRate(packetsPerSecond: number, nowMs: number): void {
    this.available(nowMs);
    this.#packetsPerSecond = packetsPerSecond;
    this.#tokens = Math.min(this.#tokens, this.#capacity);
  }

  /** Whole packets that may be sent now. */
  available(nowMs: number): number {
    if (this.#packetsPerSecond === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    const earned = ((nowMs - this.#filledAtMs) * this.#packetsPerSecond) / 1000;
    this.#tokens = Math.min(this.#capacity, this.#tokens + earned);
    this.#filledAtMs = nowMs;
    return Math.floor(this.#tokens);
  }

  take(count: number): void {
    if (this.#packetsPerSecond !== Number.POSITIVE_INFINITY) this.#tokens -= count;
  }

  get #capacity(): number {
    return Math.max(1, (this.#packetsPerSecond * BURST_MS) / 1000);
  }
}
