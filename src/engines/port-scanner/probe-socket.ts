import { Socket } from 'node:net';

import { HANDSHAKE, PROHIBITED, REFUSED, RESET, SILENCE, UNREACHABLE, type Verdict } from './connect-protocol.ts';
import type { HostScan } from './host-scan.ts';

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

export interface ProbeOutcome {
  answered(probe: ProbeSocket, verdict: Verdict): void;
  /** The machine's own trouble: nothing was learnt about the port. */
  failedLocally(probe: ProbeSocket, code: string): void;
}

/**
 * One connection attempt. Never reused.
 *
 * `emit` is overridden instead of adding listeners: at thousands of probes a second, registering listeners and passing
 * each refusal through the stream's error path costs about as much again as the attempt itself.
 */
export class ProbeSocket extends Socket {
  readonly scan: HostScan;
  readonly portIndex: number;
  readonly startedAtMs: number;
  /** Neighbours in the scan's list of probes in flight. */
  previous: ProbeSocket | undefined;
  next: ProbeSocket | undefined;
  #outcome: ProbeOutcome | undefined;

  constructor(scan: HostScan, portIndex: number, startedAtMs: number, outcome: ProbeOutcome) {
    super();
    this.scan = scan;
    this.portIndex = portIndex;
    this.startedAtMs = startedAtMs;
    this.previous = undefined;
    this.next = undefined;
    this.#outcome = outcome;
  }

  /** Frees the descriptor; nothing is reported afterwards. */
  abandon(): void {
    this.#outcome = undefined;
    this.destroy();
  }

  override emit(event: string | symbol, ...details: unknown[]): boolean {
    const outcome = this.#outcome;
    if (outcome === undefined) return false;
    if (event === 'connect') this.#connected(outcome);
    else if (event === 'connectionAttemptFailed') this.#attemptFailed(outcome, details[3] as NodeJS.ErrnoException);
    else if (event === 'error') this.#neverAttempted(outcome, details[0] as NodeJS.ErrnoException);
    return true;
  }

  #connected(outcome: ProbeOutcome): void {
    this.#outcome = undefined;
    // A socket that was given the probed port as its own can meet itself on loopback: nobody listens there.
    const metItself = this.localPort === this.remotePort && this.localAddress === this.remoteAddress;
    // A reset keeps the connection out of TIME_WAIT, here and at the target.
    this.resetAndDestroy();
    if (metItself) outcome.failedLocally(this, 'ESELFCONNECT');
    else outcome.answered(this, HANDSHAKE);
  }

  /** Node emits `connectionAttemptFailed` only for attempts that were under way, so the network said this. */
  #attemptFailed(outcome: ProbeOutcome, error: NodeJS.ErrnoException): void {
    this.abandon();
    const verdict = VERDICT_OF_ERROR.get(error.code);
    if (verdict === undefined) outcome.failedLocally(this, error.code ?? 'unknown');
    else outcome.answered(this, verdict);
  }

  /** An `error` without a failed attempt: the kernel turned the call down at once, no packet left the machine. */
  #neverAttempted(outcome: ProbeOutcome, error: NodeJS.ErrnoException): void {
    this.#outcome = undefined;
    outcome.failedLocally(this, error.code ?? 'unknown');
  }
}
