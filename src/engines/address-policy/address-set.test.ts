import { BlockList } from 'node:net';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { addressSet, canonicalNetwork } from './address-set.ts';

const v4 = fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }));
/** Few distinct words, so that networks often meet. */
const v6 = fc.tuple(
  fc
    .array(fc.constantFrom(0, 1, 0x2001, 0xffff), { minLength: 8, maxLength: 8 })
    .map((words) => new ipaddr.IPv6(words).toRFC5952String()),
  fc.integer({ min: 0, max: 128 }),
);
const near = fc
  .array(fc.constantFrom(0, 1, 9, 128, 255), { minLength: 4, maxLength: 4 })
  .map((bytes) => bytes.join('.'));
const family = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');

describe('a set of addresses', () => {
  it('has what a list that looks at every network has', () => {
    const network = fc.oneof(v4, v6, fc.tuple(near, fc.integer({ min: 0, max: 32 })));
    const address = fc.oneof(
      near,
      fc.ipV4(),
      v6.map(([text]) => text),
    );
    fc.assert(
      fc.property(fc.array(network), fc.array(address, { minLength: 1 }), (networks, addresses) => {
        // One for each family: to a BlockList, ::/0 has the IPv4 addresses too.
        const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
        for (const [text, prefix] of networks) lists[family(text)].addSubnet(text, prefix, family(text));
        const set = addressSet(networks.map(([text, prefix]) => `${text}/${prefix}`));
        for (const text of addresses) expect(set.has(text)).toBe(lists[family(text)].check(text, family(text)));
      }),
    );
  });

  it('has single addresses, and IPv4 networks in their IPv6 spelling', () => {
    const set = addressSet(['192.0.2.7', '2001:db8::7', '::ffff:198.51.100.0/120']);
    const asked = ['192.0.2.7', '192.0.2.8', '2001:db8::7', '2001:db8::8', '198.51.100.255', '198.51.101.0'];
    expect(asked.map((address) => set.has(address))).toEqual([true, false, true, false, true, false]);
  });

  it.each([
    ['192.0.2.77/24', '192.0.2.0/24'],
    ['192.0.2.77', '192.0.2.77/32'],
    ['2001:DB8:0::77/64', '2001:db8::/64'],
    ['::ffff:192.0.2.77/120', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::/0', '::/0'],
  ])('%s is spelt %s', (text, canonical) => expect(canonicalNetwork(text)).toBe(canonical));

  it.each([
    '',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/ 8',
    'example.com',
    'fe80::1%eth0',
  ])('%j is no network', (text) => expect(() => canonicalNetwork(text)).toThrow(RangeError));
});
