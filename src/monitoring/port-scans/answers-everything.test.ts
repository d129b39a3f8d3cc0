import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { answersEverything, samplePorts, wantsSample } from './answers-everything.ts';

/** A repeatable source of numbers in [0, 1). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

describe('a sample of high ports', () => {
  it('has distinct ports from 1024 on, ascending', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const sample = samplePorts(numbers(seed));
        expect(sample).toHaveLength(32);
        expect(new Set(sample).size).toBe(32);
        expect(sample).toEqual([...sample].sort((a, b) => a - b));
        expect(sample[0]).toBeGreaterThanOrEqual(1_024);
        expect(sample.at(-1)).toBeLessThanOrEqual(65_535);
      }),
    );
  });

  it('is wanted for more than 100 open ports, or a fifth of those asked, and for more of them all the more', () => {
    expect(wantsSample({ open: 101, covered: 65_535 })).toBe(true);
    expect(wantsSample({ open: 100, covered: 65_535 })).toBe(false);
    expect(wantsSample({ open: 100, covered: 500 })).toBe(true);
    expect(wantsSample({ open: 0, covered: 0 })).toBe(false);
    const counts = fc.tuple(fc.nat(65_535), fc.nat(65_535), fc.nat(65_535)).map((three) => three.sort((a, b) => a - b));
    fc.assert(
      fc.property(counts, ([fewer, more, covered]) => {
        if (wantsSample({ open: fewer!, covered: covered! }))
          expect(wantsSample({ open: more!, covered: covered! })).toBe(true);
      }),
    );
  });

  it('that answers on all its ports, or on a fifth, shows a host that answers everything; silence shows none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 32 }), fc.nat(32), (covered, answered) => {
        const open = Math.min(answered, covered);
        expect(answersEverything({ open, covered })).toBe(open / covered >= 0.2);
      }),
    );
    expect(answersEverything({ open: 0, covered: 0 })).toBe(false);
  });

  it('never mistakes a host with up to 1,000 real services for one that answers everything', () => {
    const services = fc.record({
      count: fc.integer({ min: 1, max: 1_000 }),
      first: fc.integer({ min: 1_024, max: 64_000 }),
    });
    fc.assert(
      fc.property(services, fc.integer(), ({ count, first }, seed) => {
        const sample = samplePorts(numbers(seed));
        const open = sample.filter((port) => port >= first && port < first + count).length;
        expect(answersEverything({ open, covered: sample.length })).toBe(false);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});
