import { getSystemErrorName } from 'node:util';

/** Linux, the same on x64 and arm64. */
const SOCK_STREAM = 1;
const SOCK_NONBLOCK = 0o4000;
const SOCK_CLOEXEC = 0o2000000;
const SOL_SOCKET = 1;
const SO_ERROR = 4;
const SO_LINGER = 13;
const EPOLL_CLOEXEC = 0o2000000;
const EPOLL_CTL_ADD = 1;
const EPOLLOUT = 0x4;
const EPOLLERR = 0x8;
const EPOLLHUP = 0x10;
const EPOLLET = 0x8000_0000;
const EVENTS_PER_READ = 512;
const SOCKADDR_IN6_BYTES = 28;

/** struct epoll_event is packed on x64 only. */
const EPOLL_EVENT = {
  x64: { bytes: 12, descriptorAt: 4 },
  arm64: { bytes: 16, descriptorAt: 8 },
} as const;

export const EINPROGRESS = 115;

/** What happened to a watched descriptor. */
export interface ReadyDescriptor {
  readonly descriptor: number;
  /** False: only an error or the end of a connection is to report. */
  readonly writable: boolean;
  readonly hungUp: boolean;
}

type ForeignFunction = (...args: unknown[]) => number;

/**
 * The few system calls of a non-blocking connect. Nothing here throws: results are the calls' own, a descriptor or 0, and
 * negative error numbers.
 */
export class SystemCalls {
  readonly #errno: () => number;
  readonly #socket: ForeignFunction;
  readonly #connect: ForeignFunction;
  readonly #close: ForeignFunction;
  readonly #getsockopt: ForeignFunction;
  readonly #setsockopt: ForeignFunction;
  readonly #getsockname: ForeignFunction;
  readonly #getpeername: ForeignFunction;
  readonly #epollCreate: ForeignFunction;
  readonly #epollControl: ForeignFunction;
  readonly #epollWait: ForeignFunction;
  readonly #event: { readonly bytes: number; readonly descriptorAt: number };
  readonly #interest: Buffer;
  readonly #events: Buffer;
  readonly #integer = Buffer.alloc(4);
  readonly #length = Buffer.alloc(4);
  readonly #peer = Buffer.alloc(SOCKADDR_IN6_BYTES);
  /** An address of the family AF_UNSPEC (0). */
  readonly #nowhere = Buffer.alloc(16);
  readonly #resetAtClose = Buffer.from(Int32Array.of(1, 0).buffer);

  /** @throws when the C library can't be loaded or lacks a function */
  constructor(koffi: typeof import('koffi').default, architecture: keyof typeof EPOLL_EVENT) {
    const library = koffi.load('libc.so.6');
    const load = (prototype: string): ForeignFunction => library.func(prototype) as ForeignFunction;
    this.#errno = () => koffi.errno();
    this.#socket = load('int socket(int, int, int)');
    this.#connect = load('int connect(int, void *, uint32_t)');
    this.#close = load('int close(int)');
    this.#getsockopt = load('int getsockopt(int, int, int, void *, void *)');
    this.#setsockopt = load('int setsockopt(int, int, int, void *, uint32_t)');
    this.#getsockname = load('int getsockname(int, void *, void *)');
    this.#getpeername = load('int getpeername(int, void *, void *)');
    this.#epollCreate = load('int epoll_create1(int)');
    this.#epollControl = load('int epoll_ctl(int, int, int, void *)');
    this.#epollWait = load('int epoll_wait(int, void *, int, int)');
    this.#event = EPOLL_EVENT[architecture];
    this.#interest = Buffer.alloc(this.#event.bytes);
    this.#events = Buffer.alloc(this.#event.bytes * EVENTS_PER_READ);
  }

  streamSocket(family: number): number {
    return this.#result(this.#socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  }

  connect(descriptor: number, socketAddress: Buffer): number {
    return this.#result(this.#connect(descriptor, socketAddress, socketAddress.length));
  }

  /**
   * Gives up whatever the socket is doing, so that it can connect somewhere else; a half-open attempt ends without a
   * packet. The source port is released, the next attempt gets a new one. The ECONNRESET that this leaves behind is
   * cleared by the next connect.
   */
  disconnect(descriptor: number): number {
    return this.#result(this.#connect(descriptor, this.#nowhere, this.#nowhere.length));
  }

  /** The socket's pending error as a positive number, 0 for none; reading clears it. */
  takeError(descriptor: number): number {
    this.#length.writeUInt32LE(4);
    const result = this.#getsockopt(descriptor, SOL_SOCKET, SO_ERROR, this.#integer, this.#length);
    return result < 0 ? this.#errno() : this.#integer.readInt32LE();
  }

  /** The socket's own address, as long as an IPv6 one. */
  localAddress(descriptor: number): Buffer {
    const address = Buffer.alloc(SOCKADDR_IN6_BYTES);
    this.#length.writeUInt32LE(address.length);
    this.#getsockname(descriptor, address, this.#length);
    return address;
  }

  /** Whether it has completed a handshake, and not been reset since. */
  isConnected(descriptor: number): boolean {
    this.#length.writeUInt32LE(SOCKADDR_IN6_BYTES);
    return this.#getpeername(descriptor, this.#peer, this.#length) === 0;
  }

  close(descriptor: number): void {
    this.#close(descriptor);
  }

  /** Closes with a reset, which keeps a connection out of TIME_WAIT, here and at the peer. */
  resetAndClose(descriptor: number): void {
    this.#setsockopt(descriptor, SOL_SOCKET, SO_LINGER, this.#resetAtClose, this.#resetAtClose.length);
    this.#close(descriptor);
  }

  createEpoll(): number {
    return this.#result(this.#epollCreate(EPOLL_CLOEXEC));
  }

  /** Each change is reported once (edge-triggered), so that a socket at rest costs nothing. */
  watch(epoll: number, descriptor: number): number {
    this.#interest.writeUInt32LE((EPOLLOUT | EPOLLET) >>> 0);
    this.#interest.writeInt32LE(descriptor, this.#event.descriptorAt);
    return this.#result(this.#epollControl(epoll, EPOLL_CTL_ADD, descriptor, this.#interest));
  }

  /** Hands over what is ready now, without waiting. */
  readReady(epoll: number, take: (ready: ReadyDescriptor) => void): void {
    for (let count = EVENTS_PER_READ; count === EVENTS_PER_READ; ) {
      count = this.#epollWait(epoll, this.#events, EVENTS_PER_READ, 0);
      for (let index = 0; index < count; index += 1) {
        const at = index * this.#event.bytes;
        const flags = this.#events.readUInt32LE(at);
        take({
          descriptor: this.#events.readInt32LE(at + this.#event.descriptorAt),
          writable: (flags & EPOLLOUT) !== 0,
          hungUp: (flags & (EPOLLHUP | EPOLLERR)) !== 0,
        });
      }
    }
  }

  #result(value: number): number {
    return value < 0 ? -this.#errno() : value;
  }
}

/** The code that Node gives an error number, such as `ECONNREFUSED`. @param errorNumber Positive */
export function errorCode(errorNumber: number): string {
  return getSystemErrorName(-errorNumber);
}

/** Undefined where they can't be made: another system than Linux on x64 or arm64, another C library, no prebuilt koffi. */
export async function loadSystemCalls(): Promise<SystemCalls | undefined> {
  const { platform, arch } = process;
  if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64')) return undefined;
  try {
    const { default: koffi } = await import('koffi');
    return new SystemCalls(koffi, arch);
  } catch {
    return undefined;
  }
}
