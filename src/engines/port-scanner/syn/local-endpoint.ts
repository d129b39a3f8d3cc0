import type { Family, IpAddress } from '../../../common/ip-bytes.ts';
import {
  AF_INET,
  AF_INET6,
  attachFilter,
  bindSocket,
  closeSocket,
  connectSocket,
  type FilterInstruction,
  openSocket,
  SOCK_DGRAM,
  SOCK_NONBLOCK,
  SOCK_RAW,
  SOCK_STREAM,
  setSocketOption,
  socketName,
  socketOptionWord,
} from './libc.ts';
import { LANES } from './probe-link.ts';

const IPPROTO_ICMP = 1;
const IPPROTO_TCP = 6;
const IPPROTO_IPV6 = 41;
const IPPROTO_ICMPV6 = 58;
const SOL_SOCKET = 1;
const SO_RCVBUF = 8;
const SO_RCVBUFFORCE = 33;
const SO_MEMINFO = 55;
const MEMINFO_DROPS = 8;
const SOL_RAW = 255;
const ICMP_FILTER = 1;
const ICMPV6_FILTER = 1;
const IPV6_CHECKSUM = 7;
const TCP_CHECKSUM_OFFSET = 16;
/** A quarter of a second's answers at full rate; without CAP_NET_ADMIN it becomes what net.core.rmem_max allows. */
const RECEIVE_BUFFER_BYTES = 8 << 20;

const ADDRESS_FAMILY: Readonly<Record<Family, number>> = { 4: AF_INET, 6: AF_INET6 };
export const SOCKADDR_BYTES: Readonly<Record<Family, number>> = { 4: 16, 6: 28 };
/** Where the address stands in a `sockaddr_in` and in a `sockaddr_in6`. */
export const SOCKADDR_ADDRESS: Readonly<Record<Family, number>> = { 4: 4, 6: 8 };

/** Writes the family and the address of a `sockaddr`; port, flow and scope stay 0. */
export function writeSockaddr(view: DataView, offset: number, family: Family, address: Uint8Array, port = 0): number {
  for (let at = 0; at < SOCKADDR_BYTES[family]; at += 1) view.setUint8(offset + at, 0);
  view.setUint16(offset, ADDRESS_FAMILY[family], true);
  view.setUint16(offset + 2, port);
  for (const [index, byte] of address.entries()) view.setUint8(offset + SOCKADDR_ADDRESS[family] + index, byte);
  return SOCKADDR_BYTES[family];
}

/**
 * The address that the kernel would send from: it routes, and a connected datagram socket tells. No packet is sent.
 * @throws SystemCallError when no route leads to the target
 */
export function sourceAddressFor({ family, bytes }: IpAddress): Uint8Array {
  const discardPort = 9;
  const descriptor = openSocket(ADDRESS_FAMILY[family], SOCK_DGRAM, 0);
  try {
    connectSocket(descriptor, (view) => writeSockaddr(view, 0, family, bytes, discardPort));
    return socketName(descriptor, (view) =>
      Uint8Array.from(bytes, (_, index) => view.getUint8(SOCKADDR_ADDRESS[family] + index)),
    );
  } finally {
    closeSocket(descriptor);
  }
}

/**
 * What half-open scanning needs at one local address: ports of its own, a raw socket for TCP, one for ICMP. Both are bound to
 * the address, so that probes leave from it whatever the routes become, and only its answers are read.
 *
 * The ports are bound but nobody listens there. So the kernel gives them to no one else, and by itself resets every
 * connection that a target offers them.
 */
export class LocalEndpoint {
  readonly family: Family;
  readonly address: Uint8Array;
  readonly ports: readonly number[];
  readonly tcp: number;
  readonly icmp: number;
  /** Targets that are scanned from here. */
  users = 0;
  readonly #descriptors: number[] = [];

  /** @throws SystemCallError, with EPERM when CAP_NET_RAW is missing */
  constructor(family: Family, address: Uint8Array) {
    this.family = family;
    this.address = address;
    try {
      this.tcp = this.#open(SOCK_RAW | SOCK_NONBLOCK, IPPROTO_TCP);
      this.ports = Array.from({ length: LANES }, () => this.#reservePort());
      attachFilter(this.tcp, filterOfPorts(family, this.ports));
      this.#bind(this.tcp);
      enlargeReceiveBuffer(this.tcp);
      if (family === 6) setSocketOption(this.tcp, IPPROTO_IPV6, IPV6_CHECKSUM, TCP_CHECKSUM_OFFSET);
      this.icmp = this.#openIcmp();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Answers that found the receive buffer full. */
  get droppedAnswers(): number {
    return socketOptionWord(this.tcp, SOL_SOCKET, SO_MEMINFO, MEMINFO_DROPS);
  }

  close(): void {
    for (const descriptor of this.#descriptors.splice(0)) closeSocket(descriptor);
  }

  #open(type: number, protocol: number): number {
    const descriptor = openSocket(ADDRESS_FAMILY[this.family], type, protocol);
    this.#descriptors.push(descriptor);
    return descriptor;
  }

  #bind(descriptor: number): void {
    bindSocket(descriptor, (view) => writeSockaddr(view, 0, this.family, this.address));
  }

  #reservePort(): number {
    const descriptor = this.#open(SOCK_STREAM, 0);
    this.#bind(descriptor);
    return socketName(descriptor, (view) => view.getUint16(2));
  }

  #openIcmp(): number {
    const isIpv4 = this.family === 4;
    const descriptor = this.#open(SOCK_RAW | SOCK_NONBLOCK, isIpv4 ? IPPROTO_ICMP : IPPROTO_ICMPV6);
    if (isIpv4) setSocketOption(descriptor, SOL_RAW, ICMP_FILTER, ~(1 << ICMP_UNREACHABLE));
    else setSocketOption(descriptor, IPPROTO_ICMPV6, ICMPV6_FILTER, allBlockedBut(ICMPV6_UNREACHABLE));
    this.#bind(descriptor);
    return descriptor;
  }
}

const ICMP_UNREACHABLE = 3;
const ICMPV6_UNREACHABLE = 1;

/** `struct icmp6_filter`: a bit per type, set when the type is blocked. */
function allBlockedBut(type: number): Uint8Array {
  const bits = new Uint8Array(32).fill(0xff);
  bits[type >>> 3] = 0xff & ~(1 << (type & 7));
  return bits;
}

const BPF_LOAD_HALF_WORD = 0x28;
const BPF_LOAD_HALF_WORD_INDEXED = 0x48;
const BPF_LOAD_IPV4_HEADER_LENGTH = 0xb1;
const BPF_JUMP_IF_EQUAL = 0x15;
const BPF_RETURN = 0x06;
const WHOLE_PACKET = 0xffff;
const DESTINATION_PORT = 2;

/** Lets only segments to our ports through. A raw IPv4 socket sees the IP header first, an IPv6 one doesn't. */
function filterOfPorts(family: Family, ports: readonly number[]): FilterInstruction[] {
  const load: FilterInstruction[] =
    family === 4
      ? [
          [BPF_LOAD_IPV4_HEADER_LENGTH, 0, 0, 0],
          [BPF_LOAD_HALF_WORD_INDEXED, 0, 0, DESTINATION_PORT],
        ]
      : [[BPF_LOAD_HALF_WORD, 0, 0, DESTINATION_PORT]];
  const jumps = ports.map((port, index): FilterInstruction => [BPF_JUMP_IF_EQUAL, ports.length - index, 0, port]);
  return [...load, ...jumps, [BPF_RETURN, 0, 0, 0], [BPF_RETURN, 0, 0, WHOLE_PACKET]];
}

function enlargeReceiveBuffer(descriptor: number): void {
  try {
    setSocketOption(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, RECEIVE_BUFFER_BYTES);
  } catch {
    setSocketOption(descriptor, SOL_SOCKET, SO_RCVBUF, RECEIVE_BUFFER_BYTES);
  }
}
