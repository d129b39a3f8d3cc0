import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeRules, isAllowed, type PortRule } from './port-rules.ts';

const rule = (start: number, end = start, protocol: PortRule['protocol'] = 'tcp'): PortRule => ({
  port_start: start,
  port_end: end,
  protocol,
});

describe('isAllowed', () => {
  it('a rule covers its first port, its last and what lies between, and nothing beside', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 65_535 }),
        fc.nat(1_000),
        fc.integer({ min: 1, max: 65_535 }),
        (start, length, port) => {
          const covered = port >= start && port <= start + length;
          expect(isAllowed([rule(start, start + length)], { protocol: 'tcp', port })).toBe(covered);
        },
      ),
    );
    for (const port of [8_000, 8_010]) expect(isAllowed([rule(8_000, 8_010)], { protocol: 'tcp', port })).toBe(true);
    for (const port of [7_999, 8_011]) expect(isAllowed([rule(8_000, 8_010)], { protocol: 'tcp', port })).toBe(false);
  });

  it('a rule covers its protocol only, and "both" covers both', () => {
    expect(isAllowed([rule(53)], { protocol: 'udp', port: 53 })).toBe(false);
    expect(isAllowed([rule(53, 53, 'udp')], { protocol: 'udp', port: 53 })).toBe(true);
    for (const protocol of ['tcp', 'udp']) expect(isAllowed([rule(53, 53, 'both')], { protocol, port: 53 })).toBe(true);
  });

  it('any of several rules is enough, and none allows nothing', () => {
    expect(isAllowed([rule(22), rule(443)], { protocol: 'tcp', port: 443 })).toBe(true);
    expect(isAllowed([], { protocol: 'tcp', port: 443 })).toBe(false);
  });
});

describe('describeRules', () => {
  it('gives one string for each rule and protocol, each once', () => {
    const rules = [rule(443), rule(443), rule(8_000, 8_010), rule(53, 53, 'both')];
    expect(describeRules(rules)).toEqual(['443:tcp', '8000-8010:tcp', '53:tcp', '53:udp']);
  });
});
