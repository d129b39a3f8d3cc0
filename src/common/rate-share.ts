import { TokenBucket } from './token-bucket.ts';

const whole = 1_000_000;
const forever = 0;
/** How often a bucket looks whether the share is another one. */
const lookMs = 10;

/**
 * The part of a rate that this process may use; the rest is that of others. It lies in memory that threads share, and lapses by itself: who was
 * stopped for a while, or cannot renew it, goes on with nothing.
 */
export class RateShare {
  readonly memory: SharedArrayBuffer;
  readonly #cells: Int32Array;

  /** @param memory of another one, in another thread. Default: one of its own, which is the whole until it is granted less. */
  constructor(memory?: SharedArrayBuffer) {
    this.memory = memory ?? new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    this.#cells = new Int32Array(this.memory);
    if (memory === undefined) this.#cells[0] = whole;
  }

  /** From 0 to 1. */
  get part(): number {
    const lapsesAt = Atomics.load(this.#cells, 1);
    return lapsesAt !== forever && monotonicSeconds() >= lapsesAt ? 0 : Atomics.load(this.#cells, 0) / whole;
  }

  /** @param seconds from now on; after them it is nothing, unless it was granted again */
  grant(part: number, seconds: number): void {
    Atomics.store(this.#cells, 0, Math.floor(part * whole));
    Atomics.store(this.#cells, 1, monotonicSeconds() + seconds);
  }
}

/** The same in all threads, and it goes on while the process is stopped. */
function monotonicSeconds(): number {
  return process.hrtime()[0];
}

/** Paces events to the share of a rate that this process has. */
export class SharedTokenBucket extends TokenBucket {
  readonly #wholePerSecond: number;
  readonly #share: RateShare;
  #part = 1;
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(wholePerSecond: number, share: RateShare, nowMs: number) {
    super(wholePerSecond, nowMs);
    this.#wholePerSecond = wholePerSecond;
    this.#share = share;
  }

  override available(nowMs: number): number {
    if (nowMs - this.#lookedMs >= lookMs) {
      this.#lookedMs = nowMs;
      this.#use(this.#share.part, nowMs);
    }
    return this.#part === 0 ? 0 : super.available(nowMs);
  }

  #use(part: number, nowMs: number): void {
    if (part === this.#part) return;
    this.#part = part;
    if (part > 0) this.setRate(this.#wholePerSecond * part, nowMs);
  }
}
