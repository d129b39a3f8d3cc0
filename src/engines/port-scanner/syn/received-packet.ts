import type { Family } from '../../../common/ip-bytes.ts';
import type { AddressSlice } from './address-slice.ts';
import { answerOfFlags, type SegmentAnswer } from './syn-segment.ts';

/** Received bytes, in place. Whatever comes from the network may be cut short, made up or hostile. */
export interface ReceivedPacket {
  readonly view: DataView;
  readonly offset: number;
  readonly length: number;
}

/** A TCP segment that may answer a probe; whether it does is for the cookie to say. */
export interface TcpAnswer {
  readonly from: AddressSlice;
  readonly port: number;
  /** Our own port. */
  readonly sourcePort: number;
  readonly answer: SegmentAnswer;
  /** The sequence number that it acknowledges, less one: the cookie of the probe. */
  readonly sequence: number;
}

const TCP = 6;
const FEWEST_TCP_BYTES = 20;

/** @param packet As a raw IPv4 socket gives it: from the IP header on. */
export function readTcpOverIpv4(packet: ReceivedPacket): TcpAnswer | undefined {
  const headerBytes = ipv4HeaderBytes(packet);
  if (headerBytes === undefined) return undefined;
  const { view, offset, length } = packet;
  const from: AddressSlice = { view, offset: offset + 12, family: 4 };
  return readTcp({ view, offset: offset + headerBytes, length: length - headerBytes }, from);
}

/** @param segment From the TCP header on, as a raw IPv6 socket gives it. */
export function readTcp({ view, offset, length }: ReceivedPacket, from: AddressSlice): TcpAnswer | undefined {
  if (length < FEWEST_TCP_BYTES) return undefined;
  const answer = answerOfFlags(view.getUint8(offset + 13));
  if (answer === undefined) return undefined;
  return {
    from,
    port: view.getUint16(offset),
    sourcePort: view.getUint16(offset + 2),
    answer,
    sequence: (view.getUint32(offset + 8) - 1) >>> 0,
  };
}

/** A complaint about one of our probes, with the head of the probe quoted. */
export interface IcmpAnswer {
  readonly from: AddressSlice;
  /** Whom the probe was for. */
  readonly target: AddressSlice;
  readonly port: number;
  readonly sourcePort: number;
  readonly sequence: number;
  readonly answer: IcmpEvidence;
}

export type IcmpEvidence = 'unreachable' | 'prohibited';

const ICMP_HEADER_BYTES = 8;
const IPV6_HEADER_BYTES = 40;
/** Ports and sequence number: what even the oldest routers quote (RFC 792). */
const QUOTED_TCP_BYTES = 8;

/** @param packet From the outer IP header on. */
export function readIcmpOverIpv4(packet: ReceivedPacket): IcmpAnswer | undefined {
  const { view, offset, length } = packet;
  const headerBytes = ipv4HeaderBytes(packet, ICMP);
  if (headerBytes === undefined || length < headerBytes + ICMP_HEADER_BYTES) return undefined;
  const icmp = offset + headerBytes;
  const answer = evidenceOf(4, view.getUint8(icmp), view.getUint8(icmp + 1));
  const quoted = { view, offset: icmp + ICMP_HEADER_BYTES, length: length - headerBytes - ICMP_HEADER_BYTES };
  const quotedHeaderBytes = ipv4HeaderBytes(quoted);
  if (answer === undefined || quotedHeaderBytes === undefined) return undefined;
  const from: AddressSlice = { view, offset: offset + 12, family: 4 };
  const target: AddressSlice = { view, offset: quoted.offset + 16, family: 4 };
  return quotedProbe(quoted, quotedHeaderBytes, { from, target, answer });
}

/** @param packet From the ICMPv6 header on. A quote with extension headers is none of ours: we send none. */
export function readIcmpOverIpv6(packet: ReceivedPacket, from: AddressSlice): IcmpAnswer | undefined {
  const { view, offset, length } = packet;
  if (length < ICMP_HEADER_BYTES + IPV6_HEADER_BYTES) return undefined;
  const answer = evidenceOf(6, view.getUint8(offset), view.getUint8(offset + 1));
  const quoted = { view, offset: offset + ICMP_HEADER_BYTES, length: length - ICMP_HEADER_BYTES };
  if (answer === undefined || view.getUint8(quoted.offset) >>> 4 !== 6) return undefined;
  if (view.getUint8(quoted.offset + 6) !== TCP) return undefined;
  const target: AddressSlice = { view, offset: quoted.offset + 24, family: 6 };
  return quotedProbe(quoted, IPV6_HEADER_BYTES, { from, target, answer });
}

const ICMP = 1;

/** @returns undefined unless a whole IPv4 header is there that carries the protocol */
function ipv4HeaderBytes({ view, offset, length }: ReceivedPacket, protocol = TCP): number | undefined {
  if (length < 20) return undefined;
  const headerBytes = (view.getUint8(offset) & 0x0f) * 4;
  const isIpv4 = view.getUint8(offset) >>> 4 === 4 && headerBytes >= 20 && headerBytes <= length;
  return isIpv4 && view.getUint8(offset + 9) === protocol ? headerBytes : undefined;
}

function quotedProbe(
  { view, offset, length }: ReceivedPacket,
  headerBytes: number,
  icmp: Pick<IcmpAnswer, 'from' | 'target' | 'answer'>,
): IcmpAnswer | undefined {
  if (length < headerBytes + QUOTED_TCP_BYTES) return undefined;
  const tcp = offset + headerBytes;
  return {
    ...icmp,
    sourcePort: view.getUint16(tcp),
    port: view.getUint16(tcp + 2),
    sequence: view.getUint32(tcp + 4),
  };
}

const UNREACHABLE_TYPE: Readonly<Record<Family, number>> = { 4: 3, 6: 1 };
/** Communication administratively prohibited (RFC 1812 §5.2.7.1), and by source policy or reject route (RFC 4443 §3.1). */
const PROHIBITED_CODES: Readonly<Record<Family, readonly number[]>> = { 4: [9, 10, 13], 6: [1, 5, 6] };
/** "Fragmentation needed" says nothing about a port. */
const FRAGMENTATION_NEEDED = 4;

function evidenceOf(family: Family, type: number, code: number): IcmpEvidence | undefined {
  if (type !== UNREACHABLE_TYPE[family]) return undefined;
  if (family === 4 && code === FRAGMENTATION_NEEDED) return undefined;
  return PROHIBITED_CODES[family].includes(code) ? 'prohibited' : 'unreachable';
}
