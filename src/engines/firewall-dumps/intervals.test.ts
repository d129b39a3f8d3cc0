import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Intervals, includes, intersect, subtract, toIntervals, unite } from './intervals.ts';

const limit = 12;
const pairs = fc.array(fc.tuple(fc.nat(limit), fc.nat(limit)), { maxLength: 6 });

/** The points of intervals, one by one. */
function points(intervals: Intervals<number>): number[] {
  return Array.from({ length: limit + 1 }, (_, point) => point).filter((point) => includes(intervals, point));
}

function covered(all: readonly (readonly [number, number])[]): number[] {
  return Array.from({ length: limit + 1 }, (_, point) => point).filter((point) =>
    all.some(([start, end]) => start <= point && point < end),
  );
}

describe('intervals', () => {
  it('hold the points of the pairs they were made of, sorted and apart', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        const intervals = toIntervals(all);
        expect(points(intervals)).toEqual(covered(all));
        expect(intervals).toEqual([...new Set(intervals)].toSorted((a, b) => a - b));
      }),
    );
  });

  it('unite, intersect and subtract as sets of points do', () => {
    fc.assert(
      fc.property(pairs, pairs, (one, other) => {
        const [a, b] = [toIntervals(one), toIntervals(other)];
        const [inA, inB] = [points(a), points(b)];
        const every = points(toIntervals([[0, limit + 1]]));
        const those = (isIn: (point: number) => boolean) => every.filter(isIn);
        expect(points(unite(a, b))).toEqual(those((point) => inA.includes(point) || inB.includes(point)));
        expect(points(intersect(a, b))).toEqual(those((point) => inA.includes(point) && inB.includes(point)));
        expect(points(subtract(a, b))).toEqual(those((point) => inA.includes(point) && !inB.includes(point)));
        for (const result of [unite(a, b), intersect(a, b), subtract(a, b)])
          expect(result).toEqual([...new Set(result)].toSorted((x, y) => x - y));
      }),
    );
  });
});
