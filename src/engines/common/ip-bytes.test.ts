import { describe, expect, it } from 'vitest';

import { networkOf } from './ip-bytes.ts';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.255', true],
    ['192.0.2.1', '192.0.3.1', false],
    ['2001:db8::1', '2001:db8:0:0:ffff::1', true],
    ['2001:db8::1', '2001:db8:0:1::1', false],
  ])('%s and %s share one: %s', (one, other, share) => {
    expect(networkOf(one) === networkOf(other)).toBe(share);
  });
});
