import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fullPortRange, namedPortSet, parsePortRanges, RISK_TABLE_UDP_PORTS, TOP_TCP_PORTS } from './port-sets.ts';

/** The severity table's TCP ports and the ports of the lockout warning, written out once more on purpose. */
const RATED_TCP_PORTS = [
  [2375, 5555, 4786, 3389, 445, 139, 5900, 5901, 5902, 5903, 2379, 10250, 23, 21],
  [3306, 5432, 1433, 27017, 6379, 9200, 11211, 5984, 50070, 1521, 9042],
  [6443, 389, 631, 548, 4899, 427, 4369, 5060, 502, 102, 47808, 512, 513, 514, 6000, 5985, 5986, 2049, 1883],
  [22, 53, 111, 3478, 873, 1080, 3128, 5672, 61616, 7547, 1801, 179],
  [2082, 2083, 2086, 2087, 8443, 8880, 10000, 2222, 110, 143],
  [80, 443, 8080, 25, 465, 587, 993, 995],
  [2095, 2096, 8006, 9090, 1194, 500, 4500],
].flat();

const RATED_UDP_PORTS = [
  [1434, 523, 161, 623, 3283, 177, 137, 5351, 1900, 10001, 3389, 123, 19, 17, 69, 3702, 5353, 5683],
  [443, 500, 51820, 4500, 1194, 53, 111],
].flat();

const port = fc.integer({ min: 1, max: 65_535 });

describe('the default port set', () => {
  it('holds every TCP port that the risk table rates or warns of', () => {
    expect(RATED_TCP_PORTS.filter((rated) => !TOP_TCP_PORTS.includes(rated))).toEqual([]);
  });

  it('has a thousand ports, or a few more', () => {
    expect(TOP_TCP_PORTS.length).toBeGreaterThanOrEqual(1000);
    expect(TOP_TCP_PORTS.length).toBeLessThanOrEqual(1050);
  });

  it('is ascending and unique, as scan requests have to be', () => {
    expect(TOP_TCP_PORTS).toEqual([...new Set(TOP_TCP_PORTS)].sort((a, b) => a - b));
  });

  it('has a UDP companion with every UDP port of the risk table', () => {
    expect(RATED_UDP_PORTS.filter((rated) => !RISK_TABLE_UDP_PORTS.includes(rated))).toEqual([]);
  });
});

describe('port ranges', () => {
  it('are read as ascending, unique ports', () => {
    expect(parsePortRanges('8000-8003, 22,80, 8002')).toEqual([22, 80, 8000, 8001, 8002, 8003]);
  });

  it('give back exactly the ports they were written from, in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(port, fc.integer({ min: 0, max: 20 })), { minLength: 1 }), (starts) => {
        const ranges = starts.map(([first, more]) => ({ first, last: Math.min(65_535, first + more) }));
        const wanted = new Set<number>();
        for (const { first, last } of ranges) for (let each = first; each <= last; each += 1) wanted.add(each);
        const text = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
        expect(parsePortRanges(text)).toEqual([...wanted].sort((a, b) => a - b));
      }),
    );
  });

  it.each([
    ['', '"" is neither'],
    ['22,,80', '"" is neither'],
    ['ssh', '"ssh" is neither'],
    ['22;80', '"22;80" is neither'],
    ['-22', '"-22" is neither'],
    ['1e3', '"1e3" is neither'],
    ['0', '"0" leaves the range'],
    ['65536', '"65536" leaves the range'],
    ['80-70', '"80-70" runs backwards'],
  ])('%j is refused with the part that is wrong', (text, message) => {
    expect(() => parsePortRanges(text)).toThrow(message);
  });
});

describe('a named port set', () => {
  it('is the default set, the full range, or the ranges themselves', () => {
    expect(namedPortSet('top-1000')).toBe(TOP_TCP_PORTS);
    expect(namedPortSet('full')).toEqual(fullPortRange());
    expect(namedPortSet('22,80')).toEqual([22, 80]);
  });

  it('with an unknown name is refused with the names that exist', () => {
    expect(() => namedPortSet('top-100')).toThrow('use top-1000, full or ranges');
  });

  it('"full" runs from 1 to 65535', () => {
    const full = fullPortRange();
    expect([full.length, full[0], full.at(-1)]).toEqual([65_535, 1, 65_535]);
  });
});
