/** What the scanner and its threads say to each other, and how a verdict is packed into one byte. */

import type { PortEvidence, PortState } from '../port-scanner.ts';
import type { ThreadOrder } from '../thread-client.ts';
import type { RateRange } from './adaptive-rate.ts';

/** No verdict: not probed yet, in flight, or kept unprobed by local trouble. */
export const NO_VERDICT = 0;
export const HANDSHAKE = 1;
export const REFUSED = 2;
export const RESET = 3;
export const SILENCE = 4;
export const UNREACHABLE = 5;
export const PROHIBITED = 6;

export type Verdict =
  | typeof HANDSHAKE
  | typeof REFUSED
  | typeof RESET
  | typeof SILENCE
  | typeof UNREACHABLE
  | typeof PROHIBITED;

interface VerdictMeaning {
  readonly state: PortState;
  readonly evidence: PortEvidence;
  /** Sent by the target itself, not by its absence or by something on the way. */
  readonly fromTarget: boolean;
}

const MEANINGS: ReadonlyMap<number, VerdictMeaning> = new Map<Verdict, VerdictMeaning>([
  [HANDSHAKE, { state: 'open', evidence: 'handshake', fromTarget: true }],
  [REFUSED, { state: 'closed', evidence: 'refused', fromTarget: true }],
  [RESET, { state: 'closed', evidence: 'reset', fromTarget: true }],
  [SILENCE, { state: 'filtered', evidence: 'silence', fromTarget: false }],
  [UNREACHABLE, { state: 'filtered', evidence: 'unreachable', fromTarget: false }],
  [PROHIBITED, { state: 'filtered', evidence: 'prohibited', fromTarget: false }],
]);

/** Undefined for a port without a verdict. */
export function meaningOf(verdict: number): VerdictMeaning | undefined {
  return MEANINGS.get(verdict);
}

/** Limits of one scan thread; the scanner has already divided its own among its threads. */
export interface ScanThreadLimits {
  readonly sockets: 'native' | 'node';
  readonly maxSockets: number;
  readonly maxSocketsPerHost: number;
  readonly connectsPerSecondPerHost: RateRange;
  readonly connectsPerSecondPerNetwork: number;
  readonly connectsPerSecond: number;
  readonly initialTimeoutMs: number;
  readonly minTimeoutMs: number;
  /** Further passes over the ports that did not answer clearly. */
  readonly retries: number;
}

export interface ScanCommand {
  readonly type: 'scan';
  readonly id: number;
  readonly address: string;
  /** Ascending and unique. */
  readonly ports: Uint16Array;
  /** Decides the probe order. */
  readonly seed: number;
  /** Ceiling for the address while this scan runs. */
  readonly maxPacketsPerSecond: number;
}

export type ThreadCommand = ScanCommand | ThreadOrder;

export interface ScanReport {
  readonly id: number;
  /** One verdict per port, in the order of the command's ports. */
  readonly verdicts: Uint8Array;
  /** The local error that left ports without a verdict, e.g. `ENETUNREACH`. */
  readonly localError: string | undefined;
}
