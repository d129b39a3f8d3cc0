import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeAddresses,
  everyAddress,
  parseAddress,
  parseAddressRange,
  shareOfWorld,
  toAddressSet,
} from './addresses.ts';
import { subtract } from './intervals.ts';

function text(range: string): string {
  const parsed = parseAddressRange(range);
  return parsed ? describeAddresses(toAddressSet([parsed]), parsed.family).addresses : 'none';
}

describe('addresses', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.77/24', '192.0.2.0/24'],
    ['192.0.2.77/255.255.255.0', '192.0.2.0/24'],
    ['192.0.2.0-192.0.2.255', '192.0.2.0/24'],
    ['192.0.2.1-192.0.2.9', '192.0.2.1-192.0.2.9'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['255.255.255.255', '255.255.255.255'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:db8:ffff::/32', '2001:db8::/32'],
    ['::ffff:192.0.2.1', '::ffff:c000:201'],
    ['::/0', '::/0'],
    ['2001:db8::1-2001:db8::4', '2001:db8::1-2001:db8::4'],
  ])('%s is %s', (range, expected) => {
    expect(text(range)).toBe(expected);
  });

  it.each([
    ...['', '192.0.2', '192.0.2.256', '192.0.2.01', '192.0.2.1.', '192.0.2.1/33', '192.0.2.1/255.0.255.0'],
    ...['192.0.2.9-192.0.2.1', '192.0.2.1-2001:db8::1', 'fe80::1%eth0', '2001:db8::/129', 'localhost', '1:2'],
  ])('%s is none', (range) => {
    expect(text(range)).toBe('none');
  });

  it('exactly what node:net takes for an address is one', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ unit: fc.constantFrom(...'0123456789af.:/-') })),
        (any) => {
          const family = isIPv4(any) ? 'ipv4' : isIPv6(any) ? 'ipv6' : undefined;
          expect(parseAddress(any)?.family).toBe(family);
        },
      ),
    );
  });

  it('half of the world, and all but a little', () => {
    expect(shareOfWorld([0, 2 ** 31], 'ipv4')).toBeCloseTo(0.57, 2);
    expect(
      shareOfWorld(subtract(everyAddress.ipv4, toAddressSet([parseAddressRange('192.0.2.0/24')!])), 'ipv4'),
    ).toBeGreaterThan(0.99);
    expect(shareOfWorld(toAddressSet([parseAddressRange('2000::/3')!]), 'ipv6')).toBe(1);
    expect(shareOfWorld(toAddressSet([parseAddressRange('fc00::/7')!]), 'ipv6')).toBe(0);
  });
});
