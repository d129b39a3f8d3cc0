import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../common/testing/property-runs.ts';

import type { AddressSlice } from './address-slice.ts';
import { readIcmpOverIpv4, readIcmpOverIpv6, readTcp, readTcpOverIpv4 } from './received-packet.ts';

/** Received bytes lie in the middle of memory that must not be read beyond them. */
const BEFORE = 8;

function packetOf(bytes: Uint8Array) {
  const memory = new Uint8Array(BEFORE + bytes.length);
  memory.set(bytes, BEFORE);
  return { view: new DataView(memory.buffer), offset: BEFORE, length: bytes.length };
}

function fromIpv6(): AddressSlice {
  return { view: new DataView(new ArrayBuffer(16)), offset: 0, family: 6 };
}

function bytes(...hex: string[]): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.join('').replaceAll(' ', ''), 'hex'));
}

const IPV4_TCP = '4500002c 00004000 40060000 c6336407 0a000001';
/** Port 443 to our port 0x1234, acknowledging 0x01020305. */
const SYN_ACK = '01bb1234 aabbccdd 01020305 6012ffff 00000000 020405b4';
const OUR_PROBE = '123401bb 01020304';
const OUR_IPV4_PROBE = `4500002c 00004000 40060000 0a000001 c6336407 ${OUR_PROBE}`;
const OUR_IPV6_PROBE = `60000000 00180640 ${'00'.repeat(15)}01 20010db8${'00'.repeat(11)}07 ${OUR_PROBE}`;
const IPV4_ICMP = '45000038 00000000 40010000 c6336401 0a000001';

describe('a received segment', () => {
  it('tells who answers which probe, and how', () => {
    const answer = readTcpOverIpv4(packetOf(bytes(IPV4_TCP, SYN_ACK)));
    expect(answer).toMatchObject({ port: 443, sourcePort: 0x1234, sequence: 0x01020304, answer: 'syn_ack' });
    expect(answer?.from.view.getUint32(answer.from.offset)).toBe(0xc6336407);
  });

  it('is found behind IP options', () => {
    const withOptions = `46${IPV4_TCP.slice(2)} 94040000`;
    expect(readTcpOverIpv4(packetOf(bytes(withOptions, SYN_ACK)))).toMatchObject({ port: 443, sequence: 0x01020304 });
  });

  it('wraps around when it acknowledges sequence number 0', () => {
    const segment = SYN_ACK.replace('01020305', '00000000');
    expect(readTcp(packetOf(bytes(segment)), fromIpv6())?.sequence).toBe(0xffffffff);
  });

  it.each([
    ['cut short', IPV4_TCP, SYN_ACK.slice(0, 35)],
    ['of another protocol', IPV4_TCP.replace('4006', '4011'), SYN_ACK],
    ['of another IP version', `6${IPV4_TCP.slice(1)}`, SYN_ACK],
    ['with a header longer than itself', `4f${IPV4_TCP.slice(2)}`, SYN_ACK],
    ['with a header shorter than possible', `44${IPV4_TCP.slice(2)}`, SYN_ACK],
    ['that answers no SYN', IPV4_TCP, SYN_ACK.replace('6012', '6010')],
  ])('%s is none', (_, header, segment) => {
    expect(readTcpOverIpv4(packetOf(bytes(header, segment)))).toBeUndefined();
  });
});

describe('a received ICMP message', () => {
  it.each([
    [0, 'unreachable'],
    [1, 'unreachable'],
    [3, 'unreachable'],
    [9, 'prohibited'],
    [10, 'prohibited'],
    [13, 'prohibited'],
    [4, undefined],
  ])('of IPv4 type 3 code %i means %s', (code, evidence) => {
    const icmp = `03${code.toString(16).padStart(2, '0')}0000 00000000`;
    const answer = readIcmpOverIpv4(packetOf(bytes(IPV4_ICMP, icmp, OUR_IPV4_PROBE)));
    expect(answer?.answer).toBe(evidence);
  });

  it.each([
    [0, 'unreachable'],
    [1, 'prohibited'],
    [3, 'unreachable'],
    [4, 'unreachable'],
    [5, 'prohibited'],
    [6, 'prohibited'],
  ])('of IPv6 type 1 code %i means %s', (code, evidence) => {
    const icmp = `010${code}0000 00000000`;
    const answer = readIcmpOverIpv6(packetOf(bytes(icmp, OUR_IPV6_PROBE)), fromIpv6());
    expect(answer).toMatchObject({ answer: evidence, port: 443, sourcePort: 0x1234, sequence: 0x01020304 });
  });

  it('tells whose probe it quotes and who sends it', () => {
    const answer = readIcmpOverIpv4(packetOf(bytes(IPV4_ICMP, '03030000 00000000', OUR_IPV4_PROBE)));
    expect(answer).toMatchObject({ port: 443, sourcePort: 0x1234, sequence: 0x01020304 });
    expect(answer?.from.view.getUint32(answer.from.offset)).toBe(0xc6336401);
    expect(answer?.target.view.getUint32(answer.target.offset)).toBe(0xc6336407);
  });

  it.each([
    ['without the quoted sequence number', '03030000 00000000', OUR_IPV4_PROBE.slice(0, -8)],
    ['that quotes another protocol', '03030000 00000000', OUR_IPV4_PROBE.replace('4006', '4011')],
    ['of another type', '0b000000 00000000', OUR_IPV4_PROBE],
  ])('%s is none', (_, icmp, quoted) => {
    expect(readIcmpOverIpv4(packetOf(bytes(IPV4_ICMP, icmp, quoted)))).toBeUndefined();
  });
});

describe('garbage', () => {
  const garbage = fc.uint8Array({ maxLength: 160 });
  /** Random bytes that begin like something we read. */
  const plausible = fc
    .tuple(
      fc.constantFrom(IPV4_TCP, IPV4_ICMP, `${IPV4_ICMP}03010000 00000000`, `0101000000000000${OUR_IPV6_PROBE}`),
      garbage,
    )
    .chain(([head, tail]) => {
      const whole = Buffer.concat([bytes(head), tail]);
      const damage = fc.array(fc.tuple(fc.nat(whole.length), fc.nat(255)), { maxLength: 8 });
      return fc.tuple(damage, fc.nat(whole.length)).map(([changes, length]) => {
        const damaged = Uint8Array.from(whole);
        for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
        return damaged.subarray(0, length);
      });
    });

  it('never throws and is never read beyond its end', () => {
    fc.assert(
      fc.property(fc.oneof(garbage, plausible), (received) => {
        const packet = packetOf(received);
        const end = packet.offset + packet.length;
        const answers = [readTcpOverIpv4(packet), readIcmpOverIpv4(packet), readIcmpOverIpv6(packet, fromIpv6())];
        for (const answer of answers) {
          if (answer === undefined) continue;
          expect(answer.from.family === 6 || answer.from.offset + 4 <= end).toBe(true);
        }
        readTcp(packet, fromIpv6());
      }),
      { numRuns: propertyRuns(5000) },
    );
  });
});
