import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { halfSipHash, ProbeCookie } from './probe-cookie.ts';
import {
  addressSum,
  answerOfFlags,
  SYN_SEGMENT_BYTES,
  synChecksum,
  writeSyn,
  writeSynTemplate,
} from './syn-segment.ts';

const port = fc.integer({ min: 1, max: 65_535 });
const sequence = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const ipv4 = fc.uint8Array({ minLength: 4, maxLength: 4 });

/** RFC 1071, word by word, over pseudo header and segment as they are on the wire. */
function naiveSum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) {
    sum += view.getUint16(at);
    if (sum > 0xffff) sum -= 0xffff;
  }
  return sum;
}

describe('a probe', () => {
  it('carries a checksum that every receiver accepts', () => {
    fc.assert(
      fc.property(ipv4, ipv4, port, port, sequence, (source, target, sourcePort, targetPort, number) => {
        const packet = new Uint8Array(12 + SYN_SEGMENT_BYTES);
        packet.set(source, 0);
        packet.set(target, 4);
        packet.set([0, 6, 0, SYN_SEGMENT_BYTES], 8);
        const view = new DataView(packet.buffer);
        const fields = { sourcePort, port: targetPort, sequence: number };
        writeSynTemplate(view, 12, 4);
        writeSyn(view, 12, fields);
        view.setUint16(12 + 16, synChecksum(fields, addressSum(source) + addressSum(target)));
        expect(naiveSum(packet)).toBe(0xffff);
      }),
    );
  });

  it('is a SYN with a maximum segment size and nothing else', () => {
    const segment = Buffer.alloc(SYN_SEGMENT_BYTES, 0xff);
    const view = new DataView(segment.buffer, segment.byteOffset, segment.length);
    writeSynTemplate(view, 0, 6);
    writeSyn(view, 0, { sourcePort: 0x1234, port: 443, sequence: 0x01020304 });
    expect(segment.toString('hex')).toBe('123401bb01020304000000006002faf000000000020405a0');
  });
});

describe('a segment', () => {
  it.each([
    [0x12, 'syn_ack'],
    [0x52, 'syn_ack'],
    [0x14, 'refused'],
    [0x04, undefined],
    [0x02, undefined],
    [0x10, undefined],
    [0x16, undefined],
    [0x00, undefined],
  ])('with flags 0x%s answers %s', (flags, answer) => {
    expect(answerOfFlags(flags)).toBe(answer);
  });
});

describe('a cookie', () => {
  it('is HalfSipHash-2-4 as its authors publish it', () => {
    // The fifth vector of vectors_hsip32 in the reference implementation: key 00…07, message 00 01 02 03.
    expect(halfSipHash(0x03020100, 0x07060504, 0x03020100)).toBe(0x89466e2a);
  });

  it('differs between ports, lanes and keys', () => {
    const keys = [Uint32Array.of(1, 2), Uint32Array.of(1, 3)];
    const cookies = keys.flatMap((key) => {
      const cookie = new ProbeCookie(key);
      return [1, 2, 255, 256, 65_535].flatMap((each) => [0, 1, 2, 3].map((lane) => cookie.of(each, lane)));
    });
    expect(new Set(cookies).size).toBe(cookies.length);
  });
});
