import { addressBytes, type Family } from '../../../common/ip-bytes.ts';
import { type Connector, type Destination, type ProbeOutcome, reportAttempt, SELF_CONNECT } from './connector.ts';
import type { ConnectionAttempt } from './host-scan.ts';
import { EINPROGRESS, errorCode, type ReadyDescriptor, type SystemCalls } from './system-calls.ts';

const AF_INET = 2;
const AF_INET6 = 10;
const PORT_AT = 2;

/** Sockets that are bound to nothing and connected to nowhere, by family. */
type SparePool = Record<Family, number[]>;

/**
 * Connects by calling the kernel directly. A socket whose attempt has failed or was given up is disconnected and used
 * again: that costs half of what closing it and making another one does. After a handshake it is closed with a reset.
 */
export class NativeConnector implements Connector {
  readonly #calls: SystemCalls;
  readonly #outcome: ProbeOutcome;
  readonly #maxSockets: number;
  readonly #epoll: number;
  readonly #inFlight = new Map<number, { readonly probe: ConnectionAttempt; readonly destination: Destination }>();
  readonly #descriptorOf = new Map<ConnectionAttempt, number>();
  readonly #spare: SparePool = { 4: [], 6: [] };
  readonly #socketAddress: Record<Family, Buffer> = { 4: Buffer.alloc(16), 6: Buffer.alloc(28) };
  #writtenAddress = '';

  /** @param epoll A descriptor of its own to wait with; it is closed with the connector. */
  constructor(calls: SystemCalls, epoll: number, outcome: ProbeOutcome, maxSockets: number) {
    this.#calls = calls;
    this.#outcome = outcome;
    this.#maxSockets = maxSockets;
    this.#epoll = epoll;
    this.#socketAddress[4].writeUInt16LE(AF_INET);
    this.#socketAddress[6].writeUInt16LE(AF_INET6);
  }

  start(probe: ConnectionAttempt, destination: Destination, port: number): void {
    const descriptor = this.#spare[destination.family].pop() ?? this.#create(destination.family);
    const result = descriptor < 0 ? descriptor : this.#calls.connect(descriptor, this.#addressOf(destination, port));
    if (result === 0 || result === -EINPROGRESS) {
      this.#inFlight.set(descriptor, { probe, destination });
      this.#descriptorOf.set(probe, descriptor);
    } else {
      // No descriptor, or turned down at once: no packet left the machine.
      if (descriptor >= 0) this.#spareOrClose(descriptor, destination.family);
      this.#outcome.failedLocally(probe, errorCode(-result));
    }
  }

  abandon(probe: ConnectionAttempt): void {
    const descriptor = this.#descriptorOf.get(probe);
    if (descriptor === undefined) return;
    const family = this.#inFlight.get(descriptor)?.destination.family ?? 4;
    this.#forget(probe, descriptor);
    this.#spareOrClose(descriptor, family);
  }

  poll(): void {
    this.#calls.readReady(this.#epoll, (ready) => this.#read(ready));
  }

  rest(): void {
    for (const family of [4, 6] as const) {
      for (const descriptor of this.#spare[family].splice(0)) this.#calls.close(descriptor);
    }
  }

  close(): void {
    for (const probe of [...this.#descriptorOf.keys()]) this.abandon(probe);
    this.rest();
    this.#calls.close(this.#epoll);
  }

  #read({ descriptor, writable, hungUp }: ReadyDescriptor): void {
    const attempt = this.#inFlight.get(descriptor);
    // News of a socket that has been disconnected since.
    if (attempt === undefined) return;
    const { probe, destination } = attempt;
    const error = this.#calls.takeError(descriptor);
    // A socket whose last attempt was rejected by ICMP can say so still when the next one has succeeded.
    if (error === 0 && (!writable || (hungUp && !this.#calls.isConnected(descriptor)))) return;
    this.#forget(probe, descriptor);
    if (error === 0) {
      const metItself = this.#meetsItself(descriptor, destination, probe);
      this.#calls.resetAndClose(descriptor);
      if (metItself) this.#outcome.failedLocally(probe, SELF_CONNECT);
      else reportAttempt(this.#outcome, probe, undefined);
    } else {
      this.#spareOrClose(descriptor, destination.family);
      reportAttempt(this.#outcome, probe, errorCode(error));
    }
  }

  #meetsItself(descriptor: number, destination: Destination, probe: ConnectionAttempt): boolean {
    const remote = this.#addressOf(destination, probe.scan.ports[probe.portIndex] ?? 0);
    // The family, the port and the address; what follows them in an IPv6 one is its scope.
    const bytes = destination.family === 4 ? 8 : 24;
    return this.#calls.localAddress(descriptor).subarray(0, bytes).equals(remote.subarray(0, bytes));
  }

  #create(family: Family): number {
    const others = this.#spare[family === 4 ? 6 : 4];
    const superfluous = this.#inFlight.size + others.length >= this.#maxSockets ? others.pop() : undefined;
    if (superfluous !== undefined) this.#calls.close(superfluous);
    const descriptor = this.#calls.streamSocket(family === 4 ? AF_INET : AF_INET6);
    if (descriptor < 0) return descriptor;
    const watched = this.#calls.watch(this.#epoll, descriptor);
    if (watched < 0) this.#calls.close(descriptor);
    return watched < 0 ? watched : descriptor;
  }

  #spareOrClose(descriptor: number, family: Family): void {
    if (this.#calls.disconnect(descriptor) === 0) this.#spare[family].push(descriptor);
    else this.#calls.close(descriptor);
  }

  #forget(probe: ConnectionAttempt, descriptor: number): void {
    this.#inFlight.delete(descriptor);
    this.#descriptorOf.delete(probe);
  }

  /** The one buffer that is used for all; valid until the next call. */
  #addressOf({ address, family }: Destination, port: number): Buffer {
    const socketAddress = this.#socketAddress[family];
    if (address !== this.#writtenAddress) {
      socketAddress.set(addressBytes(address), family === 4 ? 4 : 8);
      this.#writtenAddress = address;
    }
    socketAddress.writeUInt16BE(port, PORT_AT);
    return socketAddress;
  }
}
