import { HANDSHAKE, NO_VERDICT, REFUSED, SILENCE, type Verdict } from './connect-protocol.ts';
import { PortPermutation } from './port-permutation.ts';
import type { ProbeSocket } from './probe-socket.ts';

/** Marks a verdict that one more probe has to confirm before it is believed. */
const PROVISIONAL = 0x10;
/** Extra rounds for ports that local trouble kept unprobed. */
const MAX_MAKE_UP_ROUNDS = 10;

export interface HostScanOptions {
  readonly id: number;
  readonly ports: Uint16Array;
  readonly seed: number;
  readonly retries: number;
}

/**
 * The course of one scan: which port is next, what is known of each, one byte per port.
 *
 * A pass visits every port that still needs a probe, once. A handshake and a refusal are believed at once. Silence is
 * believed after the last pass; a reset, "unreachable" and "prohibited" when a second probe says so again. Ports that
 * local trouble kept unprobed are made up for in rounds of their own, which repeat nothing else.
 */
export class HostScan {
  readonly id: number;
  readonly ports: Uint16Array;
  readonly #verdicts: Uint8Array;
  readonly #order: PortPermutation;
  readonly #passes: number;
  #pass = 1;
  #position = 0;
  #makingUp = false;
  #makeUpRounds = 0;
  #isComplete = false;
  #inFlight = 0;
  #oldest: ProbeSocket | undefined;
  #newest: ProbeSocket | undefined;
  /** The last local error; it explains ports that stay without a verdict. */
  localError: string | undefined;

  constructor(options: HostScanOptions) {
    this.id = options.id;
    this.ports = options.ports;
    this.#verdicts = new Uint8Array(options.ports.length);
    this.#order = new PortPermutation(options.ports.length, options.seed);
    this.#passes = options.retries + 1;
  }

  get isLastPass(): boolean {
    return this.#pass === this.#passes;
  }

  /** The longest-running probe. */
  get oldestProbe(): ProbeSocket | undefined {
    return this.#oldest;
  }

  get isRoundOver(): boolean {
    return this.#position === this.#order.length && this.#inFlight === 0;
  }

  /** Index of the next port to probe in this round, or -1. */
  takeNextIndex(): number {
    while (this.#position < this.#order.length) {
      const index = this.#order.at(this.#position);
      this.#position += 1;
      const verdict = this.#verdicts[index] ?? NO_VERDICT;
      if (verdict === NO_VERDICT || (verdict & PROVISIONAL && !this.#makingUp)) {
        this.#verdicts[index] = NO_VERDICT;
        return index;
      }
    }
    return -1;
  }

  started(probe: ProbeSocket): void {
    this.#inFlight += 1;
    probe.previous = this.#newest;
    if (this.#newest === undefined) this.#oldest = probe;
    else this.#newest.next = probe;
    this.#newest = probe;
  }

  ended(probe: ProbeSocket): void {
    this.#inFlight -= 1;
    if (probe.previous === undefined) this.#oldest = probe.next;
    else probe.previous.next = probe.next;
    if (probe.next === undefined) this.#newest = probe.previous;
    else probe.next.previous = probe.previous;
    probe.previous = undefined;
    probe.next = undefined;
  }

  record(index: number, verdict: Verdict): void {
    this.#verdicts[index] = this.#needsConfirmation(verdict) ? verdict | PROVISIONAL : verdict;
  }

  #needsConfirmation(verdict: Verdict): boolean {
    if (verdict === HANDSHAKE || verdict === REFUSED || this.isLastPass) return false;
    return verdict === SILENCE || this.#pass === 1;
  }

  /**
   * Begins the next round if one is due; false when the scan is at its end.
   * A host that never answered gets two passes only: at the initial timeout each already holds the kernel's own repetition.
   */
  beginNextRound(hostAnswered: boolean): boolean {
    const { unprobed, provisional } = this.#openEnds();
    if (unprobed > 0) {
      if (this.#makeUpRounds === MAX_MAKE_UP_ROUNDS) return false;
      this.#makeUpRounds += 1;
      this.#makingUp = true;
    } else {
      if (provisional === 0 || this.isLastPass || (this.#pass === 2 && !hostAnswered)) {
        this.#isComplete = true;
        return false;
      }
      this.#pass += 1;
      this.#makingUp = false;
    }
    this.#position = 0;
    return true;
  }

  /** One verdict per port. What awaited confirmation counts only when the scan came to its regular end. */
  verdicts(): Uint8Array<ArrayBuffer> {
    return this.#verdicts.map((verdict) => {
      if (!(verdict & PROVISIONAL)) return verdict;
      return this.#isComplete ? verdict & ~PROVISIONAL : NO_VERDICT;
    });
  }

  #openEnds(): { unprobed: number; provisional: number } {
    let unprobed = 0;
    let provisional = 0;
    for (const verdict of this.#verdicts) {
      if (verdict === NO_VERDICT) unprobed += 1;
      else if (verdict & PROVISIONAL) provisional += 1;
    }
    return { unprobed, provisional };
  }
}
