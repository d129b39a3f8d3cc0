import type { PortEvidence, PortState } from '../port-scanner.ts';

/** What is known of a port, packed into one byte. */
export const NO_VERDICT = 0;
export const SYN_ACK = 1;
export const REFUSED = 2;
export const UNREACHABLE = 3;
export const PROHIBITED = 4;
export const SILENCE = 5;

interface VerdictMeaning {
  readonly state: PortState;
  readonly evidence: PortEvidence;
}

const MEANINGS: readonly VerdictMeaning[] = [
  { state: 'open', evidence: 'syn_ack' },
  { state: 'closed', evidence: 'refused' },
  { state: 'filtered', evidence: 'unreachable' },
  { state: 'filtered', evidence: 'prohibited' },
  { state: 'filtered', evidence: 'silence' },
];

/** @throws RangeError when there is no verdict */
export function meaningOf(verdict: number): VerdictMeaning {
  const meaning = MEANINGS[verdict - 1];
  if (meaning === undefined) throw new RangeError(`Not a verdict: ${verdict}`);
  return meaning;
}
