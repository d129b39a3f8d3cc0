/**
 * Spares a service that does not answer, and us the waiting: after `failures` failures in a row nobody asks it for `openMs`.
 * Then one caller in every `openMs` may try (half-open) until one succeeds.
 */
export class CircuitBreaker {
  readonly #failures: number;
  readonly #openMs: number;
  #failed = 0;
  /** While open: when the next caller may try. */
  #retryAtMs = 0;

  constructor(settings: { readonly failures: number; readonly openMs: number }) {
    this.#failures = settings.failures;
    this.#openMs = settings.openMs;
  }

  /** 0: ask, and report how it went. Otherwise the milliseconds until somebody may try again. */
  enter(nowMs: number): number {
    if (this.#failed < this.#failures) return 0;
    if (nowMs < this.#retryAtMs) return this.#retryAtMs - nowMs;
    // Until this caller reports, the others wait; if it never does, the next one may try after the same while.
    this.#retryAtMs = nowMs + this.#openMs;
    return 0;
  }

  succeeded(): void {
    this.#failed = 0;
  }

  failed(nowMs: number): void {
    this.#failed += 1;
    this.#retryAtMs = nowMs + this.#openMs;
  }
}
