/** Linux repeats an unanswered SYN after one second (RFC 6298), so a later answer can't be told from one to the repetition. */
const KERNEL_RETRANSMIT_MS = 1000;
const MAX_TIMEOUT_MS = 3000;

/**
 * How long to wait for one host's answer, learnt from its earlier answers: Jacobson's smoothed round trip and its
 * deviation (RFC 6298, with Karn's rule), at least four round trips.
 */
export class AnswerTimeout {
  readonly #minMs: number;
  #eagerMs: number;
  #currentMs: number;
  #patientMs: number;
  #smoothedMs: number | undefined;
  #deviationMs = 0;

  constructor(initialMs: number, minMs: number) {
    this.#eagerMs = initialMs;
    this.#currentMs = initialMs;
    this.#patientMs = initialMs;
    this.#minMs = minMs;
  }

  get isLearnt(): boolean {
    return this.#smoothedMs !== undefined;
  }

  /** For all but the last try, when a late answer still counts: hardly any answer takes longer. */
  get eagerMs(): number {
    return this.#eagerMs;
  }

  get currentMs(): number {
    return this.#currentMs;
  }

  /** For the last try: bears a round trip that has doubled. */
  get patientMs(): number {
    return this.#patientMs;
  }

  learn(roundTripMs: number): void {
    if (roundTripMs >= KERNEL_RETRANSMIT_MS) return;
    if (this.#smoothedMs === undefined) {
      this.#smoothedMs = roundTripMs;
      this.#deviationMs = roundTripMs / 2;
    } else {
      this.#deviationMs += (Math.abs(roundTripMs - this.#smoothedMs) - this.#deviationMs) / 4;
      this.#smoothedMs += (roundTripMs - this.#smoothedMs) / 8;
    }
    const retransmitMs = this.#smoothedMs + 4 * this.#deviationMs;
    const wantedMs = Math.max(4 * this.#smoothedMs, retransmitMs);
    this.#eagerMs = Math.min(MAX_TIMEOUT_MS, Math.max(this.#minMs / 2, retransmitMs));
    this.#currentMs = Math.min(MAX_TIMEOUT_MS, Math.max(this.#minMs, wantedMs));
    this.#patientMs = Math.min(MAX_TIMEOUT_MS, Math.max(this.#minMs, 2 * wantedMs));
  }
}
