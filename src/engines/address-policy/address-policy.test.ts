import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { canonicalAddress, createAddressPolicy } from './address-policy.ts';

describe('canonical addresses', () => {
  it.each([
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
  ])('%s is %s', (text, canonical) => expect(canonicalAddress(text)).toBe(canonical));

  it.each([
    '010.0.0.1',
    '2130706433',
    '0x7f000001',
    '127.1',
    'fe80::1%eth0',
    '10.0.0.0/8',
    'localhost',
    '',
    ' 10.0.0.1',
  ])('%j is no single address', (text) => expect(canonicalAddress(text)).toBeNull());

  it('every spelling of an IPv6 address maps to one', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(parts, (words) => {
        const address = new ipaddr.IPv6(words);
        const spellings = [address.toNormalizedString(), address.toRFC5952String().toUpperCase()];
        expect(new Set(spellings.map(canonicalAddress)).size).toBe(1);
      }),
    );
  });
});

const ipv6 = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const specialStarts = [
  '64:ff9b::',
  '::ffff:0:0:0',
  '2001::',
  '2001:db8::',
  '2002::',
  '3fff::',
  'fc00::',
  'fe80::',
  'ff00::',
];

/** The first half of one address and the second half of another. */
function beginningWith(start: string, words: readonly number[]): ipaddr.IPv6 {
  return new ipaddr.IPv6([...ipaddr.IPv6.parse(start).parts.slice(0, 6), ...words.slice(6)]);
}

describe('the address policy', () => {
  const open = createAddressPolicy(null);

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '100.100.100.200',
    '::1',
    '::',
    'fe80::1',
    'ff02::1',
    'fd00:ec2::254',
    'fd20:ce::254',
  ])('%s is refused', (address) => expect(open.verdict(address)).toBe('refuse'));

  it.each([
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '203.0.113.9',
    '198.18.0.1',
    'fd12::1',
    '2001:db8::1',
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:20::1',
    '2001:1ff:ffff::1',
    '2620:4f:8000::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    '100::1',
    '1fff:ffff::1',
    '::ffff:0:a9fe:a9fe',
    'fec0::1',
  ])('%s is accepted and never scanned', (address) => expect(open.verdict(address)).toBe('keep'));

  it.each(['8.8.8.8', '192.31.195.1', '2001:200::1', '2600::1', '2a00::1', '3ffe::1'])('%s is scanned', (address) =>
    expect(open.verdict(address)).toBe('scan'),
  );

  it('an allow list scans what it covers, loopback included, and nothing else', () => {
    const policy = createAddressPolicy(['127.0.0.0/8', '::1', '10.9.0.0/16']);
    expect(
      ['127.9.9.9', '::1', '10.9.1.1', '10.8.1.1', '8.8.8.8', '169.254.1.1'].map((address) => policy.verdict(address)),
    ).toEqual(['scan', 'scan', 'scan', 'keep', 'keep', 'refuse']);
  });

  it('"public" in an allow list adds the public addresses', () => {
    const policy = createAddressPolicy(['public', '10.9.0.0/16']);
    expect(['8.8.8.8', '10.9.0.1', '10.8.0.1', '127.0.0.1'].map((address) => policy.verdict(address))).toEqual([
      'scan',
      'scan',
      'keep',
      'refuse',
    ]);
  });

  it('of IPv6, nothing beyond 2000::/3 is ever scanned without being allowed', () => {
    const beyond = ipv6.filter((words) => words[0]! >> 13 !== 1);
    fc.assert(
      fc.property(beyond, (words) => {
        expect(open.verdict(new ipaddr.IPv6(words).toRFC5952String())).not.toBe('scan');
      }),
    );
  });

  it('nothing is scanned that ipaddr.js knows as special', () => {
    // AS112 and AMT are anycast services of the Internet: reachable, and nobody's server.
    const address = fc.oneof(
      fc.ipV4().map((text) => ipaddr.parse(text)),
      ipv6.map((words) => new ipaddr.IPv6(words)),
      fc.constantFrom(...specialStarts).chain((start) => ipv6.map((words) => beginningWith(start, words))),
    );
    fc.assert(
      fc.property(address, (parsed) => {
        const text = parsed instanceof ipaddr.IPv6 ? parsed.toRFC5952String() : parsed.toString();
        if (parsed.range() !== 'unicast') expect(open.verdict(canonicalAddress(text)!)).not.toBe('scan');
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('what is excluded is accepted and never scanned, allowed or not; what is refused stays so', () => {
    const policy = createAddressPolicy(['public', '127.0.0.0/8'], (address) => !address.endsWith('.9'));
    expect(
      ['8.8.8.8', '8.8.8.9', '127.0.0.1', '10.0.0.1', '169.254.0.1'].map((address) => policy.verdict(address)),
    ).toEqual(['exclude', 'scan', 'exclude', 'exclude', 'refuse']);
  });

  it.each(['10.0.0.0/33', 'example.com', '10.0.0.0/x', '::/129'])(
    'an allow list with %j is refused by name',
    (entry) => {
      expect(() => createAddressPolicy([entry])).toThrow(entry);
    },
  );
});
