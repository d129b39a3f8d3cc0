import type { PortEvidence, PortState } from './port-scanner.ts';

/** What is known of a TCP port, packed into the lower four bits of a byte. */

/** Not probed yet, in flight, or kept unprobed by local trouble. */
export const NO_VERDICT = 0;
export const HANDSHAKE = 1;
export const SYN_ACK = 2;
export const REFUSED = 3;
export const RESET = 4;
export const SILENCE = 5;
export const UNREACHABLE = 6;
export const PROHIBITED = 7;

export type Verdict =
  | typeof HANDSHAKE
  | typeof SYN_ACK
  | typeof REFUSED
  | typeof RESET
  | typeof SILENCE
  | typeof UNREACHABLE
  | typeof PROHIBITED;

export interface VerdictMeaning {
  readonly state: PortState;
  readonly evidence: PortEvidence;
  /** Sent by the target itself, not by its absence or by something on the way. */
  readonly fromTarget: boolean;
}

const MEANINGS: ReadonlyMap<number, VerdictMeaning> = new Map<Verdict, VerdictMeaning>([
  [HANDSHAKE, { state: 'open', evidence: 'handshake', fromTarget: true }],
  [SYN_ACK, { state: 'open', evidence: 'syn_ack', fromTarget: true }],
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
