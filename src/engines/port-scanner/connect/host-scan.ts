import { PortPermutation } from '../port-permutation.ts';
import { HANDSHAKE, NO_VERDICT, REFUSED, SILENCE, type Verdict } from '../tcp-verdicts.ts';

/** Marks a verdict that one more probe has to confirm before it is believed. */
const PROVISIONAL = 0x10;
/** Extra rounds for ports that local trouble kept unprobed. */
const MAX_MAKE_UP_ROUNDS = 10;
/** So many ports of a host that stayed wholly silent are asked once more; the rest only if one of these answers. */
const SILENT_HOST_SAMPLE = 1000;
/** Passes beyond the wanted ones follow while so many ports that answer are likely to be left… */
const TOLERATED_LOSS = 0.1;
/** …and more than this share of those asked answered: less is the trickle of a kernel that limits its own ICMP… */
const NEWS_SHARE = 0.005;
/** …but not for ever. */
const MOST_PASSES = 8;
/** The last pass begins so long after the one before: about when the kernel would repeat a SYN, and later than most bursts of loss last. */
const LAST_PASS_DELAY_MS = 1000;

export interface HostScanOptions {
  readonly id: number;
  readonly ports: Uint16Array;
  readonly seed: number;
  readonly retries: number;
  readonly maxPacketsPerSecond: number;
}

/** One connection attempt. */
export class ConnectionAttempt {
  readonly scan: HostScan;
  readonly portIndex: number;
  readonly startedAtMs: number;
  /** Neighbours in the scan's list of probes in flight. */
  previous: ConnectionAttempt | undefined = undefined;
  next: ConnectionAttempt | undefined = undefined;

  constructor(scan: HostScan, portIndex: number, startedAtMs: number) {
    this.scan = scan;
    this.portIndex = portIndex;
    this.startedAtMs = startedAtMs;
  }
}

/**
 * The course of one scan: which port is next, what is known of each, one byte per port.
 *
 * A pass visits every port that still needs a probe, once. A handshake and a refusal are believed at once. Silence is
 * believed after the last pass; more of them than wanted follow while they show that answers get lost. A reset,
 * "unreachable" and "prohibited" are believed when a second probe says so again. Ports that local trouble kept unprobed are
 * made up for in rounds of their own, which repeat nothing else. The last of the wanted passes waits before it begins.
 */
export class HostScan {
  readonly id: number;
  readonly ports: Uint16Array;
  readonly #verdicts: Uint8Array;
  readonly #order: PortPermutation;
  readonly #passes: number;
  readonly maxPacketsPerSecond: number;
  #pass = 1;
  #passBeganAtMs: number;
  #notBeforeMs = 0;
  #end: number;
  #position = 0;
  #makingUp = false;
  #makeUpRounds = 0;
  /** Ports that were asked in this pass, that answered, and that answered in the one before. */
  #asked = 0;
  #answered = 0;
  #answeredBefore = 0;
  #isComplete = false;
  #inFlight = 0;
  #oldest: ConnectionAttempt | undefined;
  #newest: ConnectionAttempt | undefined;
  /** The last local error; it explains ports that stay without a verdict. */
  localError: string | undefined;

  constructor(options: HostScanOptions, nowMs: number) {
    this.id = options.id;
    this.ports = options.ports;
    this.#verdicts = new Uint8Array(options.ports.length);
    this.#order = new PortPermutation(options.ports.length, options.seed);
    this.#passes = options.retries + 1;
    this.maxPacketsPerSecond = options.maxPacketsPerSecond;
    this.#passBeganAtMs = nowMs;
    this.#end = options.ports.length;
  }

  /** Counted from 1. */
  get pass(): number {
    return this.#pass;
  }

  get isLastPass(): boolean {
    return this.#pass >= this.#passes;
  }

  /** The longest-running probe. */
  get oldestProbe(): ConnectionAttempt | undefined {
    return this.#oldest;
  }

  get isRoundOver(): boolean {
    return this.#position === this.#end && this.#inFlight === 0;
  }

  /** Index of the next port to probe in this round; -1 when there is none, or none yet. */
  takeNextIndex(nowMs: number): number {
    if (nowMs < this.#notBeforeMs) return -1;
    while (this.#position < this.#end) {
      const index = this.#order.at(this.#position);
      this.#position += 1;
      const verdict = this.#verdicts[index] ?? NO_VERDICT;
      if (verdict === NO_VERDICT || (verdict & PROVISIONAL && !this.#makingUp)) {
        this.#verdicts[index] = NO_VERDICT;
        this.#asked += 1;
        return index;
      }
    }
    return -1;
  }

  started(probe: ConnectionAttempt): void {
    this.#inFlight += 1;
    probe.previous = this.#newest;
    if (this.#newest === undefined) this.#oldest = probe;
    else this.#newest.next = probe;
    this.#newest = probe;
  }

  ended(probe: ConnectionAttempt): void {
    this.#inFlight -= 1;
    if (probe.previous === undefined) this.#oldest = probe.next;
    else probe.previous.next = probe.next;
    if (probe.next === undefined) this.#newest = probe.previous;
    else probe.next.previous = probe.previous;
    probe.previous = undefined;
    probe.next = undefined;
  }

  record(index: number, verdict: Verdict): void {
    const isAnswer = verdict === HANDSHAKE || verdict === REFUSED;
    const isProvisional = !isAnswer && this.#passes > 1 && (verdict === SILENCE || this.#pass === 1);
    if (isAnswer) this.#answered += 1;
    this.#verdicts[index] = isProvisional ? verdict | PROVISIONAL : verdict;
  }

  /**
   * Begins the next round if one is due; false when the scan is at its end.
   * Of a host that never answered a sample is asked once more: at the initial timeout the first pass already held the
   * kernel's own repetition.
   */
  beginNextRound(hostAnswered: boolean, nowMs: number): boolean {
    if (this.#end < this.#order.length && hostAnswered) {
      this.#end = this.#order.length;
      return true;
    }
    const { unprobed, provisional } = this.#openEnds();
    if (unprobed > 0) return this.#beginMakeUpRound();
    const isLast = this.isLastPass && !this.#losesAnswers;
    if (provisional === 0 || isLast || (this.#pass === 2 && !hostAnswered)) {
      this.#isComplete = true;
      return false;
    }
    this.#beginNextPass(hostAnswered, nowMs);
    return true;
  }

  /**
   * Ports that answer only when they are asked again were not silent: what was silent once more may not be either. Passes
   * that each lose the same share of answers find a geometric series of them, whose rest is what is still to be found.
   */
  get #losesAnswers(): boolean {
    if (this.#pass === 1 || this.#pass === MOST_PASSES || this.#answered < NEWS_SHARE * this.#asked) return false;
    const decline = this.#answered / this.#answeredBefore;
    return decline >= 1 || this.#answered * decline > TOLERATED_LOSS * (1 - decline);
  }

  #beginMakeUpRound(): boolean {
    if (this.#makeUpRounds === MAX_MAKE_UP_ROUNDS) return false;
    this.#makeUpRounds += 1;
    this.#makingUp = true;
    this.#position = 0;
    return true;
  }

  #beginNextPass(hostAnswered: boolean, nowMs: number): void {
    this.#pass += 1;
    this.#asked = 0;
    this.#answeredBefore = this.#answered;
    this.#answered = 0;
    this.#makingUp = false;
    this.#position = 0;
    this.#end = hostAnswered ? this.#order.length : Math.min(SILENT_HOST_SAMPLE, this.#order.length);
    if (this.#pass === this.#passes) this.#notBeforeMs = this.#passBeganAtMs + LAST_PASS_DELAY_MS;
    this.#passBeganAtMs = Math.max(nowMs, this.#notBeforeMs);
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
