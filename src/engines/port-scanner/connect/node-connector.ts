import { Socket } from 'node:net';

import { type Connector, type Destination, type ProbeOutcome, reportAttempt, SELF_CONNECT } from './connector.ts';
import type { ConnectionAttempt } from './host-scan.ts';

/** Connects with Node's own sockets: works everywhere, at three times the cost of native ones. */
export class NodeConnector implements Connector {
  readonly #outcome: ProbeOutcome;
  readonly #sockets = new Map<ConnectionAttempt, ProbeSocket>();

  constructor(outcome: ProbeOutcome) {
    this.#outcome = outcome;
  }

  start(probe: ConnectionAttempt, { address, family }: Destination, port: number): void {
    const socket = new ProbeSocket((errorCode, wasUnderWay) => {
      this.#sockets.delete(probe);
      if (wasUnderWay) reportAttempt(this.#outcome, probe, errorCode);
      else this.#outcome.failedLocally(probe, errorCode ?? 'unknown');
    });
    this.#sockets.set(probe, socket);
    socket.connect({ host: address, port, family, autoSelectFamily: false });
  }

  abandon(probe: ConnectionAttempt): void {
    this.#sockets.get(probe)?.abandon();
    this.#sockets.delete(probe);
  }

  /** Nothing to do: the event loop reads the answers. */
  poll(): void {}

  /** Nothing to do: sockets are never kept. */
  rest(): void {}

  close(): void {
    for (const probe of [...this.#sockets.keys()]) this.abandon(probe);
  }
}

/** @param wasUnderWay False when the kernel turned the call down at once: no packet left the machine. */
type OnEnd = (errorCode: string | undefined, wasUnderWay: boolean) => void;

/**
 * One connection attempt. Never reused.
 *
 * `emit` is overridden instead of adding listeners: at thousands of probes a second, registering listeners and passing
 * each refusal through the stream's error path costs about as much again as the attempt itself.
 */
class ProbeSocket extends Socket {
  #onEnd: OnEnd | undefined;

  constructor(onEnd: OnEnd) {
    super();
    this.#onEnd = onEnd;
  }

  /** Frees the descriptor; nothing is reported afterwards. */
  abandon(): void {
    this.#onEnd = undefined;
    this.destroy();
  }

  override emit(event: string | symbol, ...details: unknown[]): boolean {
    const onEnd = this.#onEnd;
    if (onEnd === undefined) return false;
    if (event === 'connect') this.#connected(onEnd);
    else if (event === 'connectionAttemptFailed') {
      // Node emits it only for attempts that were under way, so the network said this.
      this.abandon();
      onEnd((details[3] as NodeJS.ErrnoException).code, true);
    } else if (event === 'error') {
      this.#onEnd = undefined;
      onEnd((details[0] as NodeJS.ErrnoException).code, false);
    }
    return true;
  }

  #connected(onEnd: OnEnd): void {
    this.#onEnd = undefined;
    const metItself = this.localPort === this.remotePort && this.localAddress === this.remoteAddress;
    // A reset keeps the connection out of TIME_WAIT, here and at the target.
    this.resetAndDestroy();
    onEnd(metItself ? SELF_CONNECT : undefined, !metItself);
  }
}
