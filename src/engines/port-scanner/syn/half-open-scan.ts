import { LIMITED_ABOVE_LOSS, lostBefore, paceOfAnswers } from '../answers-borne.ts';
import { PortIndex } from '../port-index.ts';
import { PortPermutation } from '../port-permutation.ts';
import { NO_VERDICT, PROHIBITED, REFUSED, SILENCE, SYN_ACK, UNREACHABLE } from '../tcp-verdicts.ts';
import { PassLosses } from './pass-losses.ts';
import { PASS_LANES } from './probe-link.ts';
import type { IcmpEvidence } from './received-packet.ts';
import type { SegmentAnswer } from './syn-segment.ts';

export interface HalfOpenScanOptions {
  readonly id: number;
  readonly ports: Uint16Array;
  /** Among the ports: a reset of these has to be said twice. */
  readonly knownOpen: Uint16Array;
  /** Decides the probe order. */
  readonly seed: number;
  /** Fewest probes to a port that was open before its silence is believed. */
  readonly passes: number;
}

/** How long the answers to a target's probes take. */
export interface Patience {
  /** Hardly any takes longer. To ask again early costs little… */
  readonly eagerMs: number;
  /** …and to stop listening early could cost an answer. */
  readonly timeoutMs: number;
  /** The latest answer of which it is known when its probe was sent: earlier probes were answered before it, or never. */
  readonly heard: { readonly sentAtMs: number; readonly atMs: number } | undefined;
}

/** No silence is believed after fewer. */
const FEWEST_PASSES = 2;
/** No port is probed more often, however much is lost. */
const MOST_PASSES = 10;
/** A target that never answered anything: nothing can be said of its ports, so nothing is gained by asking again and again. */
const PASSES_OF_SILENT_TARGET = 2;
/** The second takes so long at least: one that comes and goes is met while it is there, which a pass of a moment may miss. */
const SILENT_PASS_MS = 1000;
/** Unless there are so few ports that a host is found, or missed, by one or two of them. */
const FEW_PORTS = 50;
const PASSES_OF_SILENT_TARGET_AT_FEW = 4;
/** Passes go on until an open port could only be missed with this probability… */
const ACCEPTED_RISK = 1e-6;
/** …or, from so many on, with this one: of sixty open ports at most one is missed in 300 scans. */
const MANY_PASSES = 4;
const RISK_AFTER_MANY_PASSES = 5e-5;
/** When they run out before that, silence is still believed up to this one. */
const HIGHEST_RISK = 1e-3;
/** So long at most is asked at the pace at which answers came, where they are limited: what has not answered then is left without a verdict. */
const SLOW_BUDGET_MS = 300_000;
/** After a pass that nobody may have heard, and for ports whose silence would be news, the next one comes when a burst of losses must be over. */
const BURST_MS = 500;
/** Packets overtake each other by no more than this, most of the time. */
const REORDERING_MS = 10;
/** A target repeats a SYN-ACK that was lost after one second (RFC 6298): waited for when passes alone could not do it. */
const SYN_ACK_RETRANSMIT_MS = 1100;

const VERDICT_BITS = 0x0f;
const KNOWN_OPEN = 0x10;
/** The last answer has to be repeated in a later pass. */
const PROVISIONAL = 0x20;
/** The machine refused to send a probe to this port. */
const NOT_SENT = 0x40;

/**
 * The course of one half-open scan: which port is next, what is known of each. Two bytes per port.
 *
 * A pass visits every port that still needs a probe, once. A SYN-ACK is believed at once and for good; a reset at once,
 * or when a second pass says so again if the port was open before; "unreachable" and "prohibited" likewise, but any answer
 * of the target itself overrules them. Silence is believed after the last pass. There are as many passes as measured losses
 * demand, and for ports that were open before, whose silence would be news, never fewer than was asked for. Duplicates and
 * late answers change nothing: an answer counts for the pass that its probe belonged to.
 */
export class HalfOpenScan {
  readonly id: number;
  readonly ports: PortIndex;
  readonly losses = new PassLosses();
  readonly #states: Uint8Array;
  /** The pass of a provisional answer. */
  readonly #provisionalSince: Uint8Array;
  readonly #order: PortPermutation;
  readonly #fewestPasses: number;
  readonly #unsent: number[] = [];
  #unsettled: number;
  #pass = 1;
  /** True while a target that answered nothing is asked again. */
  #isSpread = false;
  /** True when all but the ports that were open have been probed often enough. */
  #isExtraPass = false;
  readonly #beganAtMs: number;
  #passBeganAtMs: number;
  /** Ports that were open before and need a probe yet. */
  #unsettledOpen = 0;
  #position = 0;
  /** First answers that this pass brought, and the one before; without one before: all there are. */
  #heardInPass = 0;
  #heardBefore = Number.POSITIVE_INFINITY;
  /** Where answers are limited: from one probe of this pass to the next. */
  #gapMs = 0;
  #endsAtMs = Number.POSITIVE_INFINITY;
  #isOutOfTime = false;
  #lastSentAtMs: number;
  /** The last local error; it explains ports that stay without a verdict. */
  localError: string | undefined;

  constructor(options: HalfOpenScanOptions, nowMs: number) {
    const { id, ports, knownOpen, seed, passes } = options;
    this.id = id;
    this.ports = new PortIndex(ports);
    this.#states = new Uint8Array(ports.length);
    this.#provisionalSince = new Uint8Array(ports.length);
    this.#order = new PortPermutation(ports.length, seed);
    this.#fewestPasses = passes;
    this.#unsettled = ports.length;
    this.#beganAtMs = nowMs;
    this.#passBeganAtMs = nowMs;
    this.#lastSentAtMs = nowMs;
    this.losses.beginPass();
    for (const port of knownOpen) {
      const index = this.ports.of(port);
      if (index < 0 || this.#wasOpen(index)) continue;
      this.#states[index] = KNOWN_OPEN;
      this.#unsettledOpen += 1;
    }
  }

  /** The lane that this pass probes from. */
  get lane(): number {
    return (this.#pass - 1) % PASS_LANES;
  }

  /** The next port to probe in this pass, or -1. */
  takeNextPort(nowMs: number): number {
    if (this.#gapMs > 0 && nowMs < this.#lastSentAtMs + this.#gapMs) return -1;
    if (this.#isSpread && this.#position > this.#order.length * ((nowMs - this.#passBeganAtMs) / SILENT_PASS_MS))
      return -1;
    const index = this.#unsent.pop() ?? this.#nextUnsettled();
    if (index < 0) return -1;
    this.#lastSentAtMs = nowMs;
    return this.ports.ports[index] ?? -1;
  }

  #nextUnsettled(): number {
    while (this.#position < this.#order.length) {
      const index = this.#order.at(this.#position);
      this.#position += 1;
      if (this.#needsProbe(index) && (!this.#isExtraPass || this.#wasOpen(index))) return index;
    }
    return -1;
  }

  /** The port's probe was not sent and will be taken again, in this pass. */
  putBack(port: number, code: string): void {
    this.localError = code;
    this.#unsent.push(this.ports.of(port));
  }

  /** The port's probe was not sent, and trying again is of no use: it stays uncovered unless it answers. */
  forbid(port: number, code: string): void {
    this.localError = code;
    const index = this.ports.of(port);
    this.#states[index] = (this.#states[index] ?? 0) | NOT_SENT;
  }

  /** @returns whether this is news */
  tcpAnswer(port: number, lane: number, answer: SegmentAnswer): boolean {
    const index = this.ports.of(port);
    if (index < 0) return false;
    const state = this.#states[index] ?? 0;
    const verdict = state & VERDICT_BITS;
    if (verdict === SYN_ACK) return false;
    const pass = this.#passOfLane(lane);
    if (verdict === NO_VERDICT && pass === this.#pass) this.#heardInPass += 1;
    if (verdict !== REFUSED) this.losses.firstAnswer(answer, pass);
    if (answer === 'syn_ack') this.#settle(index, SYN_ACK);
    else if (state & KNOWN_OPEN) this.#needTwice(index, REFUSED, pass);
    else if (verdict !== REFUSED) this.#settle(index, REFUSED);
    return verdict === NO_VERDICT;
  }

  icmpAnswer(port: number, lane: number, evidence: IcmpEvidence): void {
    const index = this.ports.of(port);
    const verdict = (this.#states[index] ?? 0) & VERDICT_BITS;
    if (index < 0 || verdict === SYN_ACK || verdict === REFUSED) return;
    this.#needTwice(index, evidence === 'prohibited' ? PROHIBITED : UNREACHABLE, this.#passOfLane(lane));
  }

  #settle(index: number, verdict: number): void {
    if (this.#needsProbe(index)) {
      this.#unsettled -= 1;
      if (this.#wasOpen(index)) this.#unsettledOpen -= 1;
    }
    this.#states[index] = ((this.#states[index] ?? 0) & KNOWN_OPEN) | verdict;
  }

  #needTwice(index: number, verdict: number, pass: number): void {
    const state = this.#states[index] ?? 0;
    if (!this.#needsProbe(index)) return;
    if ((state & VERDICT_BITS) === verdict && pass > (this.#provisionalSince[index] ?? 0)) {
      this.#settle(index, verdict);
    } else if ((state & VERDICT_BITS) !== verdict) {
      this.#states[index] = (state & KNOWN_OPEN) | PROVISIONAL | verdict;
      this.#provisionalSince[index] = pass;
    }
  }

  #needsProbe(index: number): boolean {
    const state = this.#states[index] ?? 0;
    return (state & VERDICT_BITS) === NO_VERDICT || (state & PROVISIONAL) !== 0;
  }

  /** The latest pass that probed from this lane. */
  #passOfLane(lane: number): number {
    const back = (this.#pass - 1 - lane + PASS_LANES) % PASS_LANES;
    return Math.max(1, this.#pass - back);
  }

  /**
   * Goes on to the next pass when it is due.
   * @returns true when the scan is at its end
   */
  advance(nowMs: number, patience: Patience, targetAnswered: boolean): boolean {
    if (this.#unsettled === 0) return true;
    this.#isOutOfTime = nowMs >= this.#endsAtMs;
    if (this.#isOutOfTime) return true;
    if (this.isSending || !this.#isUnanswered(nowMs, patience)) return false;
    if (this.#hasEnoughPasses(targetAnswered)) {
      const mayRelyOnPasses = this.losses.riskOfMissing <= ACCEPTED_RISK || !this.losses.hasLosses;
      return nowMs >= this.#lastSentAtMs + (mayRelyOnPasses ? patience.timeoutMs : SYN_ACK_RETRANSMIT_MS);
    }
    const isSpaced = !this.losses.wasPassHeard || this.#unsettledOpen > 0 || this.#isRiskLow;
    if (this.#pass > 1 && isSpaced && nowMs < this.#passBeganAtMs + BURST_MS) return false;
    this.#isSpread = !targetAnswered && this.#order.length > FEW_PORTS;
    this.#isExtraPass = this.#isRiskAccepted;
    this.#gapMs = this.#gapToKeep(nowMs);
    this.#heardBefore = this.#heardInPass;
    this.#heardInPass = 0;
    this.#pass += 1;
    this.#passBeganAtMs = nowMs;
    this.#lastSentAtMs = nowMs;
    this.#position = 0;
    this.losses.beginPass();
    return false;
  }

  /** What is missing is asked for at the pace at which answers came, where most of them were lost. */
  #gapToKeep(nowMs: number): number {
    // Lost resets hide no open port where SYN-ACKs get through.
    if (this.losses.areResetsLimited) return 0;
    if (lostBefore(this.#heardInPass, this.#heardBefore) <= LIMITED_ABOVE_LOSS) return this.#gapMs;
    this.#endsAtMs = Math.min(this.#endsAtMs, nowMs + SLOW_BUDGET_MS);
    return 1000 / paceOfAnswers(this.#heardInPass, nowMs - this.#passBeganAtMs);
  }

  /** Whether hardly any answer to this pass can still be on its way. */
  #isUnanswered(nowMs: number, { eagerMs, heard }: Patience): boolean {
    const isOvertaken = heard !== undefined && heard.sentAtMs >= this.#lastSentAtMs;
    return nowMs >= (isOvertaken ? heard.atMs + REORDERING_MS : this.#lastSentAtMs + eagerMs);
  }

  /** Whether probes of this pass are still to be sent. */
  get isSending(): boolean {
    return this.#position < this.#order.length || this.#unsent.length > 0;
  }

  #hasEnoughPasses(targetAnswered: boolean): boolean {
    if (!targetAnswered) return this.#pass >= this.#passesIfSilent;
    if (this.#pass >= MOST_PASSES) return true;
    return this.#isRiskAccepted && (this.#pass >= this.#fewestPasses || this.#unsettledOpen === 0);
  }

  get #passesIfSilent(): number {
    return this.#order.length <= FEW_PORTS ? PASSES_OF_SILENT_TARGET_AT_FEW : PASSES_OF_SILENT_TARGET;
  }

  get #isRiskAccepted(): boolean {
    return this.#isRiskLow && this.#isPassLateEnough;
  }

  get #isRiskLow(): boolean {
    const accepted = this.#pass < MANY_PASSES ? ACCEPTED_RISK : RISK_AFTER_MANY_PASSES;
    return this.#pass >= FEWEST_PASSES && this.losses.riskOfMissing <= accepted;
  }

  /** Losses come in bursts: where there are any, one pass has to come when that of the first must be over. */
  get #isPassLateEnough(): boolean {
    return !this.losses.hasLosses || this.#passBeganAtMs - this.#beganAtMs >= BURST_MS;
  }

  #wasOpen(index: number): boolean {
    return ((this.#states[index] ?? 0) & KNOWN_OPEN) !== 0;
  }

  /**
   * One verdict per port.
   * @param isComplete False when the scan was given up: then silence is no verdict.
   */
  verdicts(isComplete: boolean, targetAnswered: boolean): Uint8Array<ArrayBuffer> {
    const isSilenceBelieved =
      isComplete && !this.#isOutOfTime && (!targetAnswered || this.losses.riskOfMissing <= HIGHEST_RISK);
    return this.#states.map((state) => {
      const verdict = state & VERDICT_BITS;
      // One reset of a port that was open, and then nothing: not enough to call it closed.
      const isAnswered = verdict !== NO_VERDICT && !(verdict === REFUSED && state & PROVISIONAL);
      if (isAnswered) return verdict;
      return isSilenceBelieved && !(state & NOT_SENT) ? SILENCE : NO_VERDICT;
    });
  }
}
