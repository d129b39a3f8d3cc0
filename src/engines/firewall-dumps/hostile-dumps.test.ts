import { describe, expect, it } from 'vitest';
import { DumpTooLarge } from './budget.ts';
import { readFirewallDump } from './read-firewall-dump.ts';
import { hostileDumps } from './testing/hostile-dumps.ts';

/** What is said of a dump: which part of it is too large, how many of its ranges are restricted, or that it is none. */
function answer(dump: string): string {
  try {
    const reading = readFirewallDump(dump, { format: null, address: '203.0.113.1' });
    return reading ? `${reading.format}: ${reading.restricted.length} restricted` : 'no dump';
  } catch (error) {
    if (!(error instanceof DumpTooLarge)) throw error;
    return error.message;
  }
}

function dumpOf(name: string, bytes: number): string {
  return hostileDumps.find((family) => family.name === name)!.dump(bytes);
}

it.each(hostileDumps)('$name: at most as long as asked for, and nearly', ({ dump }) => {
  for (const bytes of [10_000, 50_000]) {
    const { length } = dump(bytes);
    expect(length).toBeLessThanOrEqual(bytes);
    expect(length).toBeGreaterThan(bytes * 0.9);
  }
});

/** Where the length of a dump alone is harmless, what multiplies is refused with the part that does. */
describe('a dump that costs more than its length is refused, with the part that is too large', () => {
  it.each([
    [
      'nft: a set of addresses and ports together, and rules that use it',
      100_000,
      'the set s has 2,843 elements and is used by 1,513 rules',
    ],
    [
      'nft: a verdict map of ports, and rules that use it',
      100_000,
      'the set m has 3,607 elements and is used by 1,294 rules',
    ],
    [
      'nft: one rule of maps that multiply',
      100_000,
      'its rules multiply sets with one another, the last one of 4 elements',
    ],
    [
      'nft: a set of ports, and a source for each rule',
      200_000,
      'its rules name too many ports, each with other sources',
    ],
    [
      'nft JSON: a set of ports, and a source for each rule',
      300_000,
      'its rules name too many ports, each with other sources',
    ],
    [
      'nft: a large set, and rules for its complement cut by another source each',
      200_000,
      'its rules combine too large sets of addresses and ports',
    ],
    [
      'nft: chains that call each other, after other rules each time',
      200_000,
      'its rules cut ports and sources into too many pieces',
    ],
    ['iptables-save: chains that call each other', 300_000, 'the jumps between its chains are too many'],
    ['iptables -L: chains that call each other', 300_000, 'the jumps between its chains are too many'],
    ['nft JSON: rules that call each other', 1_000_000, 'its rules cut ports and sources into too many pieces'],
    ['firewalld: as many zones as fit, with sources', 300_000, 'its rules cut ports and sources into too many pieces'],
    [
      'ufw status: lists of ports, allowed and refused in turn',
      300_000,
      'its rules cut ports and sources into too many pieces',
    ],
    ['nft JSON: lists in lists', 10_000, 'its JSON is nested more than 100 levels deep'],
    ['nft: commas in one set', 2_000_000, 'it has more than 1,000,000 words'],
    ['no format: line ends only', 2_000_000, 'it has 2,000,001 lines'],
  ])('%s', (name, bytes, refusal) => {
    expect(answer(dumpOf(name, bytes))).toBe(refusal);
  });
});

/** Elements times rules times a hundred bytes would be gigabytes. */
describe('a dump that only repeats itself is evaluated, whatever its sets times its rules come to', () => {
  it.each([
    ['nft: a set of addresses, and the same rule as often', 500_000, 'nftables: 1 restricted'],
    ['nft: a set of addresses, accepted and, negated, refused in turn', 500_000, 'nftables: 1 restricted'],
    ['nft JSON: a set of addresses, and the same rule as often', 500_000, 'nftables: 1 restricted'],
    ['nft: literal sets of ports and addresses', 300_000, 'nftables: 3 restricted'],
    ['iptables-save: a source for each list of ports', 100_000, 'iptables: 10500 restricted'],
    ['ufw status: a source and a port for each line', 200_000, 'ufw: 6449 restricted'],
  ])('%s', (name, bytes, expected) => {
    expect(answer(dumpOf(name, bytes))).toBe(expected);
  });
});

it.each(hostileDumps)('$name: read or refused', ({ dump }) => {
  expect(answer(dump(30_000))).not.toBe('');
});
