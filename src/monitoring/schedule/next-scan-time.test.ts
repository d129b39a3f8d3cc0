import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextScanTime } from './next-scan-time.ts';

const due = new Date('2026-01-01T00:00:00Z');
const at = (seconds: number) => new Date(due.getTime() + seconds * 1_000);
const daySeconds = 86_400;

describe('nextScanTime', () => {
  it('is an interval after the time that was due, so that the phase stays', () => {
    expect(nextScanTime(due, at(3), daySeconds, 0.5)).toEqual(at(daySeconds));
    expect(nextScanTime(due, at(0.02 * daySeconds), daySeconds, 0.5)).toEqual(at(daySeconds));
  });

  it('starts a new phase from now when the scan is late by more than the jitter', () => {
    expect(nextScanTime(due, at(3 * daySeconds), daySeconds, 0.5)).toEqual(at(4 * daySeconds));
  });

  it('comes early or late by up to two hundredths of the interval', () => {
    expect(nextScanTime(due, due, 10_000, 0)).toEqual(at(9_800));
    expect(nextScanTime(due, due, 10_000, 1)).toEqual(at(10_200));
  });

  it('is never in the past, however late the scan and whatever the jitter', () => {
    const times = fc.tuple(
      fc.nat(10_000_000),
      fc.integer({ min: 1, max: 2_678_400 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    );
    fc.assert(
      fc.property(times, ([lateSeconds, intervalSeconds, random]) => {
        const next = nextScanTime(due, at(lateSeconds), intervalSeconds, random).getTime();
        expect(next).toBeGreaterThan(at(lateSeconds).getTime());
        expect(next).toBeLessThanOrEqual(at(lateSeconds + 1.02 * intervalSeconds).getTime());
      }),
    );
  });
});
