const FIRST_DELAY_MS = 10;
const MAX_DELAY_MS = 500;
/** Together they wait some three seconds: longer than a spike of descriptors, shorter than anyone's patience. */
const MAX_ROUNDS = 10;

/** Exponential back-off after local errors, which come in bursts: all failures of one burst are one round. */
export class BackOff {
  #rounds = 0;
  #resumeAtMs = 0;

  fail(nowMs: number): void {
    if (nowMs < this.#resumeAtMs) return;
    this.#resumeAtMs = nowMs + Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#rounds);
    this.#rounds += 1;
  }

  /** Something went well. */
  reset(): void {
    this.#rounds = 0;
  }

  isWaiting(nowMs: number): boolean {
    return nowMs < this.#resumeAtMs;
  }

  /** True when round after round failed and nothing succeeded in between. */
  get isHopeless(): boolean {
    return this.#rounds > MAX_ROUNDS;
  }
}
