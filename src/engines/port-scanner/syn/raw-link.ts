import type { Family, IpAddress } from '../../../common/ip-bytes.ts';
import type { AddressSlice } from './address-slice.ts';
import {
  lastErrorCode,
  type MappedMemory,
  MSG_DONTWAIT,
  mapMemory,
  POLLIN,
  POLLOUT,
  poll,
  recvmmsg,
  sendmmsg,
} from './libc.ts';
import { LocalEndpoint, SOCKADDR_ADDRESS, SOCKADDR_BYTES, sourceAddressFor, writeSockaddr } from './local-endpoint.ts';
import { MessageArena } from './message-arena.ts';
import type { LinkListener, ProbeLink, Route } from './probe-link.ts';
import {
  type ReceivedPacket,
  readIcmpOverIpv4,
  readIcmpOverIpv6,
  readTcp,
  readTcpOverIpv4,
} from './received-packet.ts';
import { addressSum, SYN_SEGMENT_BYTES, synChecksum, writeSyn, writeSynTemplate } from './syn-segment.ts';

/** Probes per system call. */
const SEND_BATCH = 64;
const RECEIVE_BATCH = 512;
/** An IPv4 header with options, an ICMP header, and as much again quoted. */
const RECEIVE_SLOT_BYTES = 160;
/** Batches read before probes are sent again: a flood of answers must not keep the thread from its commands. */
const RECEIVE_BATCHES_PER_CALL = 8;
/** How often, and how long each time, to wait for a full send buffer to drain. */
const SEND_ATTEMPTS = 10;
const SEND_WAIT_MS = 10;
const POLL_ENTRY_BYTES = 8;
/** Local addresses that are waited on; further ones are read at the next turn. */
const POLLED_ENDPOINTS = 256;

/** Local errors that pass when one waits a little. */
const CONGESTION_CODES: ReadonlySet<string> = new Set(['EAGAIN', 'ENOBUFS', 'ENOMEM', 'EINTR']);

interface RawRoute extends Route {
  readonly endpoint: LocalEndpoint;
  readonly addressesSum: number;
}

/** Probes of one family that wait to be sent. */
class SendBatch {
  readonly family: Family;
  readonly arena: MessageArena;
  readonly routes: RawRoute[] = [];
  readonly ports: number[] = [];
  readonly lanes: number[] = [];

  constructor(family: Family) {
    this.family = family;
    this.arena = new MessageArena(SEND_BATCH, SYN_SEGMENT_BYTES, SOCKADDR_BYTES[family]);
    const unspecified = new Uint8Array(family === 4 ? 4 : 16);
    for (let index = 0; index < SEND_BATCH; index += 1) {
      writeSynTemplate(this.arena.view, this.arena.data(index), family);
      writeSockaddr(this.arena.view, this.arena.name(index), family, unspecified);
    }
  }

  get size(): number {
    return this.routes.length;
  }

  add(route: RawRoute, port: number, lane: number, sequence: number): void {
    const { view } = this.arena;
    const index = this.size;
    const segment = this.arena.data(index);
    const fields = { sourcePort: route.endpoint.ports[lane] ?? 0, port, sequence };
    writeSyn(view, segment, fields);
    if (this.family === 4) view.setUint16(segment + 16, synChecksum(fields, route.addressesSum));
    const name = this.arena.name(index) + SOCKADDR_ADDRESS[this.family];
    const { bytes } = route.target;
    for (let at = 0; at < bytes.length; at += 1) view.setUint8(name + at, bytes[at] ?? 0);
    this.routes.push(route);
    this.ports.push(port);
    this.lanes.push(lane);
  }

  clear(): void {
    this.routes.length = 0;
    this.ports.length = 0;
    this.lanes.length = 0;
  }
}

/**
 * Raw sockets. The kernel routes, finds the next hop and writes the IP headers. Memory for batches is mapped once per
 * link; sockets exist for as long as a route from their local address is open.
 */
export class RawLink implements ProbeLink {
  readonly batchSize = SEND_BATCH;
  readonly #listener: LinkListener;
  readonly #endpoints: LocalEndpoint[] = [];
  readonly #sending: Readonly<Record<Family, SendBatch>> = { 4: new SendBatch(4), 6: new SendBatch(6) };
  readonly #receiving: Readonly<Record<Family, MessageArena>> = {
    4: new MessageArena(RECEIVE_BATCH, RECEIVE_SLOT_BYTES, 0),
    6: new MessageArena(RECEIVE_BATCH, RECEIVE_SLOT_BYTES, SOCKADDR_BYTES[6]),
  };
  readonly #polled: MappedMemory = mapMemory(POLLED_ENDPOINTS * 2 * POLL_ENTRY_BYTES);
  #droppedBefore = 0;

  constructor(listener: LinkListener) {
    this.#listener = listener;
  }

  open(target: IpAddress): Route {
    const source = sourceAddressFor(target);
    const endpoint = this.#endpointAt(target.family, source);
    endpoint.users += 1;
    const route: RawRoute = { target, endpoint, addressesSum: addressSum(source) + addressSum(target.bytes) };
    return route;
  }

  close(route: Route): void {
    const { endpoint } = route as RawRoute;
    endpoint.users -= 1;
    if (endpoint.users > 0) return;
    this.#droppedBefore += endpoint.droppedAnswers;
    this.#endpoints.splice(this.#endpoints.indexOf(endpoint), 1);
    endpoint.close();
  }

  queue(route: Route, port: number, lane: number, sequence: number): void {
    this.#sending[route.target.family].add(route as RawRoute, port, lane, sequence);
  }

  flush(): void {
    this.#send(this.#sending[4]);
    this.#send(this.#sending[6]);
  }

  receive(): void {
    for (const endpoint of this.#endpoints) {
      this.#drain(endpoint.tcp, endpoint, (packet, from) => this.#receivedTcp(endpoint, packet, from));
      this.#drain(endpoint.icmp, endpoint, (packet, from) => this.#receivedIcmp(endpoint, packet, from));
    }
  }

  wait(timeoutMs: number): void {
    const polled = this.#endpoints.slice(0, POLLED_ENDPOINTS).flatMap(({ tcp, icmp }) => [tcp, icmp]);
    for (const [index, descriptor] of polled.entries()) this.#writePollEntry(index, descriptor, POLLIN);
    poll(this.#polled.address, polled.length, timeoutMs);
  }

  sleep(timeMs: number): void {
    poll(this.#polled.address, 0, timeMs);
  }

  droppedAnswers(): number {
    return this.#endpoints.reduce((sum, endpoint) => sum + endpoint.droppedAnswers, this.#droppedBefore);
  }

  #endpointAt(family: Family, source: Uint8Array): LocalEndpoint {
    const known = this.#endpoints.find(
      (endpoint) => endpoint.family === family && Buffer.compare(endpoint.address, source) === 0,
    );
    if (known !== undefined) return known;
    const endpoint = new LocalEndpoint(family, source);
    this.#endpoints.push(endpoint);
    return endpoint;
  }

  /** Probes of one batch may leave by several sockets: each call sends those up to the next change. */
  #send(batch: SendBatch): void {
    for (let first = 0; first < batch.size; ) {
      const { endpoint } = batch.routes[first]!;
      let end = first + 1;
      while (end < batch.size && batch.routes[end]!.endpoint === endpoint) end += 1;
      first += this.#sendRun(batch, endpoint, first, end - first);
    }
    batch.clear();
  }

  /** @returns how many probes were dealt with: sent, or reported as not sent */
  #sendRun(batch: SendBatch, { tcp }: LocalEndpoint, first: number, count: number): number {
    for (let attempt = 1; ; attempt += 1) {
      const sent = sendmmsg(tcp, batch.arena.headerAddress(first), count, MSG_DONTWAIT);
      if (sent > 0) return sent;
      const code = lastErrorCode();
      const isCongested = CONGESTION_CODES.has(code);
      if (!isCongested) return this.#giveUp(batch, first, 1, code);
      if (attempt === SEND_ATTEMPTS) return this.#giveUp(batch, first, count, code);
      this.#writePollEntry(0, tcp, POLLOUT);
      poll(this.#polled.address, 1, SEND_WAIT_MS);
    }
  }

  #giveUp({ routes, ports, lanes }: SendBatch, first: number, count: number, code: string): number {
    for (let index = first; index < first + count; index += 1) {
      this.#listener.notSent(routes[index]!, ports[index]!, lanes[index]!, code);
    }
    return count;
  }

  #drain(descriptor: number, { family }: LocalEndpoint, handle: PacketHandler): void {
    const arena = this.#receiving[family];
    const { view } = arena;
    for (let batch = 0; batch < RECEIVE_BATCHES_PER_CALL; batch += 1) {
      const count = recvmmsg(descriptor, arena.headerAddress(0), RECEIVE_BATCH, MSG_DONTWAIT, 0);
      for (let index = 0; index < count; index += 1) {
        const packet = { view, offset: arena.data(index), length: arena.receivedBytes(index) };
        handle(packet, { view, offset: arena.name(index) + SOCKADDR_ADDRESS[family], family });
      }
      if (count < RECEIVE_BATCH) return;
    }
  }

  #receivedTcp({ family, ports }: LocalEndpoint, packet: ReceivedPacket, from: AddressSlice): void {
    const answer = family === 4 ? readTcpOverIpv4(packet) : readTcp(packet, from);
    if (answer === undefined) return;
    const lane = ports.indexOf(answer.sourcePort);
    if (lane >= 0) this.#listener.tcpAnswer(answer, lane);
  }

  #receivedIcmp({ family, ports }: LocalEndpoint, packet: ReceivedPacket, from: AddressSlice): void {
    const answer = family === 4 ? readIcmpOverIpv4(packet) : readIcmpOverIpv6(packet, from);
    if (answer === undefined) return;
    const lane = ports.indexOf(answer.sourcePort);
    if (lane >= 0) this.#listener.icmpAnswer(answer, lane);
  }

  #writePollEntry(index: number, descriptor: number, events: number): void {
    const { view } = this.#polled;
    view.setInt32(index * POLL_ENTRY_BYTES, descriptor, true);
    view.setInt32(index * POLL_ENTRY_BYTES + 4, events, true);
  }
}

type PacketHandler = (packet: ReceivedPacket, from: AddressSlice) => void;
