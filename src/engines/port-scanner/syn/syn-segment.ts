import type { Family } from '../../../common/ip-bytes.ts';

/**
 * A SYN with a maximum segment size as its only option: some firewalls drop a SYN without any (RFC 9293 §3.1, §3.7.1).
 */
export const SYN_SEGMENT_BYTES = 24;

const TCP_PROTOCOL = 6;
const SYN = 0x02;
const RST = 0x04;
const ACK = 0x10;
const WORDS_OF_HEADER = SYN_SEGMENT_BYTES / 4;
const WINDOW_BYTES = 64_240;
const MSS_OPTION = 0x0204;
const MAX_SEGMENT_BYTES: Readonly<Record<Family, number>> = { 4: 1460, 6: 1440 };

/** Writes what all probes of a family have in common. */
export function writeSynTemplate(view: DataView, offset: number, family: Family): void {
  for (let at = 0; at < SYN_SEGMENT_BYTES; at += 4) view.setUint32(offset + at, 0);
  view.setUint16(offset + 12, (WORDS_OF_HEADER << 12) | SYN);
  view.setUint16(offset + 14, WINDOW_BYTES);
  view.setUint16(offset + 20, MSS_OPTION);
  view.setUint16(offset + 22, MAX_SEGMENT_BYTES[family]);
}

/** Sum of the 16-bit words of an address, and of an IPv4 probe's words that never change. */
export function addressSum(bytes: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < bytes.length; index += 2) sum += ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
  return sum;
}

const CONSTANT_SUM =
  TCP_PROTOCOL + SYN_SEGMENT_BYTES + ((WORDS_OF_HEADER << 12) | SYN) + WINDOW_BYTES + MSS_OPTION + MAX_SEGMENT_BYTES[4];

export interface SynFields {
  readonly sourcePort: number;
  readonly port: number;
  readonly sequence: number;
}

/** Completes a template for IPv6: the kernel adds the checksum. */
export function writeSyn(view: DataView, offset: number, { sourcePort, port, sequence }: SynFields): void {
  view.setUint16(offset, sourcePort);
  view.setUint16(offset + 2, port);
  view.setUint32(offset + 4, sequence);
}

/**
 * The Internet checksum (RFC 1071) of an IPv4 probe, from sums that are known beforehand.
 * @param addressesSum `addressSum` of the source and of the target, added
 */
export function synChecksum({ sourcePort, port, sequence }: SynFields, addressesSum: number): number {
  const sum = CONSTANT_SUM + addressesSum + sourcePort + port + (sequence >>> 16) + (sequence & 0xffff);
  const folded = (sum & 0xffff) + (sum >>> 16);
  return ~((folded & 0xffff) + (folded >>> 16)) & 0xffff;
}

/** How a TCP segment answers a SYN. */
export type SegmentAnswer = 'syn_ack' | 'refused';

/** @returns undefined for a segment that answers no SYN: a reset must acknowledge the SYN, too (RFC 9293 §3.10.7.1). */
export function answerOfFlags(flags: number): SegmentAnswer | undefined {
  if ((flags & (SYN | ACK | RST)) === (SYN | ACK)) return 'syn_ack';
  if ((flags & (SYN | ACK | RST)) === (ACK | RST)) return 'refused';
  return undefined;
}
