import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientNetwork, clientSite } from './client-network.ts';

describe('clientNetwork', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', null],
    ['::ffff:192.0.2.7', '192.0.2.7', null],
    ['::FFFF:c000:207', '192.0.2.7', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
    ['::1', '::/64', '::/48'],
    ['unknown', 'unknown', null],
  ])('counts %s as %s, of the site %s', (address, network, site) => {
    expect([clientNetwork(address), clientSite(address)]).toEqual([network, site]);
  });

  it('is one for all addresses of a /64, and differs between any two /64', () => {
    const half = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
    // Without the mapped addresses, which are IPv4.
    const prefix = half.filter(([first]) => first !== 0);
    const text = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');
    fc.assert(
      fc.property(prefix, prefix, half, half, (one, other, tail, otherTail) => {
        const network = clientNetwork(text([...one, ...tail]));
        expect(clientNetwork(text([...one, ...otherTail]))).toBe(network);
        expect(clientNetwork(text([...other, ...tail])) === network).toBe(text(one) === text(other));
      }),
    );
  });
});
