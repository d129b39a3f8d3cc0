import type { Family } from '../../../common/ip-bytes.ts';
import { HANDSHAKE, PROHIBITED, REFUSED, RESET, SILENCE, UNREACHABLE, type Verdict } from '../tcp-verdicts.ts';
import type { ConnectionAttempt } from './host-scan.ts';

export interface Destination {
  /** Canonical text. */
  readonly address: string;
  readonly family: Family;
}

/** Who is told what became of a probe: exactly once, unless it is abandoned first. */
export interface ProbeOutcome {
  answered(probe: ConnectionAttempt, verdict: Verdict): void;
  /** The machine's own trouble: nothing was learnt about the port. */
  failedLocally(probe: ConnectionAttempt, code: string): void;
}

/** A way to make TCP handshakes. */
export interface Connector {
  /** May report the outcome before it returns. */
  start(probe: ConnectionAttempt, destination: Destination, port: number): void;
  /** Frees the probe's socket; nothing is reported afterwards. */
  abandon(probe: ConnectionAttempt): void;
  /** Reads the answers that have arrived. */
  poll(): void;
  /** Gives back what was kept for the next probe; to be called when none is in flight. */
  rest(): void;
  /** Ends it for good: no descriptor stays open. */
  close(): void;
}

/** What the network may answer to a SYN, as Linux reports it. ICMP "port unreachable" reads as a refusal, too: connect() can't tell. */
const VERDICT_OF_ERROR: ReadonlyMap<string | undefined, Verdict> = new Map<string, Verdict>([
  ['ECONNREFUSED', REFUSED],
  ['ECONNRESET', RESET],
  ['ETIMEDOUT', SILENCE],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['EHOSTDOWN', UNREACHABLE],
  ['ENOPROTOOPT', UNREACHABLE],
  ['EACCES', PROHIBITED],
  ['EPERM', PROHIBITED],
]);

/** Reports how an attempt that was under way ended. */
export function reportAttempt(outcome: ProbeOutcome, probe: ConnectionAttempt, errorCode: string | undefined): void {
  const verdict = errorCode === undefined ? HANDSHAKE : VERDICT_OF_ERROR.get(errorCode);
  if (verdict === undefined) outcome.failedLocally(probe, errorCode ?? 'unknown');
  else outcome.answered(probe, verdict);
}

/** Reported for a socket that was given the probed port as its own and met itself, which happens on loopback: nobody listens there. */
export const SELF_CONNECT = 'ESELFCONNECT';
