import { getSystemErrorName } from 'node:util';
import koffi from 'koffi';

/**
 * The system calls of half-open scanning, by FFI. Pointers are plain numbers: addresses inside memory that `mapMemory`
 * gave, so that no call converts or allocates anything. Constants are those of Linux on 64-bit little-endian machines, the
 * same for glibc and musl.
 *
 * Importing this file throws where koffi has no binary for the platform.
 */

export const AF_INET = 2;
export const AF_INET6 = 10;
export const SOCK_STREAM = 1;
export const SOCK_DGRAM = 2;
export const SOCK_RAW = 3;
export const SOCK_NONBLOCK = 0o4000;
export const SOCK_CLOEXEC = 0o2000000;
export const MSG_DONTWAIT = 0x40;
export const POLLIN = 1;
export const POLLOUT = 4;

const PROT_READ_WRITE = 3;
const MAP_PRIVATE_ANONYMOUS = 0x22;
const MAP_FAILED = 2 ** 64;

/** The program itself, with whatever C library it is linked to. */
const program = koffi.load(null);

const calls = {
  socket: program.func('int socket(int, int, int)') as (family: number, type: number, protocol: number) => number,
  bind: program.func('int bind(int, uintptr_t, uint32_t)') as SockaddrCall,
  connect: program.func('int connect(int, uintptr_t, uint32_t)') as SockaddrCall,
  getsockname: program.func('int getsockname(int, uintptr_t, uintptr_t)') as SockaddrCall,
  setsockopt: program.func('int setsockopt(int, int, int, uintptr_t, uint32_t)') as SocketOptionCall,
  getsockopt: program.func('int getsockopt(int, int, int, uintptr_t, uintptr_t)') as SocketOptionCall,
  sendmmsg: program.func('int sendmmsg(int, uintptr_t, uint32_t, int)') as (
    descriptor: number,
    messages: number,
    count: number,
    flags: number,
  ) => number,
  recvmmsg: program.func('int recvmmsg(int, uintptr_t, uint32_t, int, uintptr_t)') as (
    descriptor: number,
    messages: number,
    count: number,
    flags: number,
    timeout: number,
  ) => number,
  poll: program.func('int poll(uintptr_t, unsigned long, int)') as (
    descriptors: number,
    count: number,
    timeoutMs: number,
  ) => number,
  close: program.func('int close(int)') as (descriptor: number) => number,
  mmap: program.func('uintptr_t mmap(uintptr_t, size_t, int, int, int, long)') as (
    hint: number,
    bytes: number,
    protection: number,
    flags: number,
    descriptor: number,
    offset: number,
  ) => number,
};

type SockaddrCall = (descriptor: number, sockaddr: number, length: number) => number;
type SocketOptionCall = (descriptor: number, level: number, option: number, value: number, length: number) => number;

export class SystemCallError extends Error {
  override readonly name = 'SystemCallError';
  /** As in `EPERM`. */
  readonly code: string;

  constructor(call: string, code: string) {
    super(`${call}: ${code}`);
    this.code = code;
  }
}

/** Code of the last call that returned -1. */
export function lastErrorCode(): string {
  return getSystemErrorName(-koffi.errno());
}

/** @throws SystemCallError when the call failed */
function succeeded(call: keyof typeof calls, result: number): number {
  if (result < 0) throw new SystemCallError(call, lastErrorCode());
  return result;
}

/** Memory that never moves, shared with the kernel. It is never unmapped: its size is fixed when a scan thread starts. */
export interface MappedMemory {
  readonly address: number;
  readonly view: DataView;
}

export function mapMemory(bytes: number): MappedMemory {
  const address = calls.mmap(0, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
  if (Number(address) >= MAP_FAILED - 1) throw new SystemCallError('mmap', lastErrorCode());
  return { address, view: new DataView(koffi.view(address, bytes)) };
}

export function openSocket(family: number, type: number, protocol: number): number {
  return succeeded('socket', calls.socket(family, type | SOCK_CLOEXEC, protocol));
}

export function closeSocket(descriptor: number): void {
  calls.close(descriptor);
}

export const { sendmmsg, recvmmsg, poll } = calls;

const scratch = mapMemory(4096);
const SCRATCH_LENGTH = scratch.address + 2048;

/** @param write Fills in the sockaddr and returns its length. */
export function bindSocket(descriptor: number, write: (view: DataView) => number): void {
  succeeded('bind', calls.bind(descriptor, scratch.address, write(scratch.view)));
}

export function connectSocket(descriptor: number, write: (view: DataView) => number): void {
  succeeded('connect', calls.connect(descriptor, scratch.address, write(scratch.view)));
}

/** @param read Gets the sockaddr; the view is only valid during the call. */
export function socketName<Name>(descriptor: number, read: (view: DataView) => Name): Name {
  scratch.view.setUint32(2048, 128, true);
  succeeded('getsockname', calls.getsockname(descriptor, scratch.address, SCRATCH_LENGTH));
  return read(scratch.view);
}

/** @param value A number is written as a C int. */
export function setSocketOption(descriptor: number, level: number, option: number, value: number | Uint8Array): void {
  const length = typeof value === 'number' ? 4 : value.length;
  if (typeof value === 'number') scratch.view.setInt32(0, value, true);
  else new Uint8Array(scratch.view.buffer).set(value);
  succeeded('setsockopt', calls.setsockopt(descriptor, level, option, scratch.address, length));
}

/** Reads one 32-bit field of an option's value. */
export function socketOptionWord(descriptor: number, level: number, option: number, index: number): number {
  scratch.view.setUint32(2048, 1024, true);
  succeeded('getsockopt', calls.getsockopt(descriptor, level, option, scratch.address, SCRATCH_LENGTH));
  return scratch.view.getUint32(index * 4, true);
}

const SOL_SOCKET = 1;
const SO_ATTACH_FILTER = 26;

/** One instruction of classic BPF: code, jump if true, jump if false, constant. */
export type FilterInstruction = readonly [code: number, jumpTrue: number, jumpFalse: number, constant: number];

export function attachFilter(descriptor: number, program: readonly FilterInstruction[]): void {
  const instructions = 64;
  scratch.view.setUint16(0, program.length, true);
  scratch.view.setBigUint64(8, BigInt(scratch.address + instructions), true);
  for (const [index, [code, jumpTrue, jumpFalse, constant]] of program.entries()) {
    const at = instructions + index * 8;
    scratch.view.setUint16(at, code, true);
    scratch.view.setUint8(at + 2, jumpTrue);
    scratch.view.setUint8(at + 3, jumpFalse);
    scratch.view.setUint32(at + 4, constant, true);
  }
  succeeded('setsockopt', calls.setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, scratch.address, 16));
}
