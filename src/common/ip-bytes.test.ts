import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { addressBytes, networkOf, parseIpAddress } from './ip-bytes.ts';

describe('an address in bytes', () => {
  it.each([
    ['192.0.2.1', 4, [192, 0, 2, 1]],
    ['2001:db8::ff', 6, [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff]],
  ] as const)('%s is of family %d and in network order', (text, family, bytes) => {
    expect(parseIpAddress(text)).toMatchObject({ text, family, bytes: Uint8Array.from(bytes) });
    expect(addressBytes(text)).toEqual(Uint8Array.from(bytes));
  });

  it('has the bytes that any IPv4 text names', () => {
    const sameText = (text: string) => [...addressBytes(text)].join('.') === text;
    fc.assert(fc.property(fc.ipV4(), sameText));
  });

  it('is refused when it is none', () => {
    expect(() => parseIpAddress('example.com')).toThrow();
  });
});

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.255', true],
    ['192.0.2.1', '192.0.3.1', false],
    ['2001:db8::1', '2001:db8:0:0:ffff::1', true],
    ['2001:db8::1', '2001:db8:0:1::1', false],
    ['32.1.13.1', '2001:d00::1', false],
  ])('%s and %s share one: %s', (one, other, share) => {
    expect(networkOf(one) === networkOf(other)).toBe(share);
  });
});
