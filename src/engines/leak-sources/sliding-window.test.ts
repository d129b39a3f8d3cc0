import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlidingWindow } from './sliding-window.ts';

const limits = fc.array(
  fc.record({ requests: fc.integer({ min: 1, max: 20 }), perMs: fc.integer({ min: 1, max: 5_000 }) }),
  {
    minLength: 1,
    maxLength: 3,
  },
);
const pauses = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 200 });

describe('the rate limiter', () => {
  it('never lets more than the limit start in any window, wherever it begins', () => {
    fc.assert(
      fc.property(limits, pauses, (all, gapsMs) => {
        const limiter = new SlidingWindow(all);
        let nowMs = 0;
        const starts: number[] = [];
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          starts.push(limiter.book(nowMs));
        }
        for (const { requests, perMs } of all) {
          for (const [index, startMs] of starts.entries()) {
            const later = starts[index + requests];
            if (later !== undefined) expect(later - startMs).toBeGreaterThanOrEqual(perMs);
          }
        }
      }),
    );
  });

  it('lets nobody wait longer than the limits demand, and starts in the order of asking', () => {
    fc.assert(
      fc.property(limits, pauses, (all, gapsMs) => {
        const limiter = new SlidingWindow(all);
        let nowMs = 0;
        const starts: number[] = [];
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          const earliest = Math.max(
            nowMs,
            starts.at(-1) ?? 0,
            ...all.map(({ requests, perMs }) => (starts.at(-requests) ?? Number.NEGATIVE_INFINITY) + perMs),
          );
          starts.push(limiter.book(nowMs));
          expect(starts.at(-1)).toBe(earliest);
        }
      }),
    );
  });

  it('starts nothing during a pause, and never shortens one', () => {
    const limiter = new SlidingWindow([{ requests: 1, perMs: 10 }]);
    limiter.pauseUntil(5_000);
    limiter.pauseUntil(3_000);
    expect(limiter.isPaused(4_999)).toBe(true);
    expect(limiter.book(0)).toBe(5_000);
    expect(limiter.book(0)).toBe(5_010);
    expect(limiter.isPaused(5_000)).toBe(false);
  });

  it('keeps the order when looser limits would let a later one start earlier', () => {
    const limiter = new SlidingWindow([{ requests: 1, perMs: 10_000 }]);
    limiter.book(0);
    limiter.book(0);
    limiter.setLimits([{ requests: 5, perMs: 1_000 }]);
    expect(limiter.nextStartMs(0)).toBe(10_000);
  });

  it('counts what started before new limits under them', () => {
    const limiter = new SlidingWindow([{ requests: 1, perMs: 1_000 }]);
    limiter.book(0);
    limiter.setLimits([{ requests: 1, perMs: 100 }]);
    expect(limiter.nextStartMs(0)).toBe(100);
  });
});
