import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../common/testing/property-runs.ts';

import { AdaptivePace } from './adaptive-pace.ts';

const POLITE = { packetsPerSecond: 1000, maxPacketsPerSecond: 5000, minPacketsPerSecond: 100 };

/** Sends what it may. */
function useUp(pace: AdaptivePace, nowMs: number): void {
  pace.take(pace.available(nowMs));
}

/**
 * Canaries, one a millisecond, answered or lost as the pattern says, while the rate is made use of.
 * @returns the rate afterwards
 */
function rateAfter(pace: AdaptivePace, canaries: number, isLost: (index: number) => boolean, fromMs = 1): number {
  for (let index = 0; index < canaries; index += 1) {
    const nowMs = fromMs + index;
    useUp(pace, nowMs);
    if (isLost(index)) pace.canaryLost(nowMs, nowMs);
    else pace.canaryInTime(nowMs, nowMs);
  }
  return pace.packetsPerSecond;
}

describe('an adaptive pace', () => {
  it('rises to its ceiling while nothing is lost', () => {
    expect(rateAfter(new AdaptivePace(POLITE, 0), 10_000, () => false)).toBe(5000);
  });

  it('does not rise while there is little to send: what was not sent proves nothing', () => {
    const pace = new AdaptivePace(POLITE, 0);
    for (let nowMs = 1; nowMs < 10_000; nowMs += 1) {
      if (nowMs % 2 === 0) pace.take(1);
      pace.canaryInTime(nowMs, nowMs);
    }
    expect(pace.packetsPerSecond).toBe(1000);
  });

  it('is not kept slow by losses that no rate avoids: two in a hundred, or one in eight', () => {
    expect(rateAfter(new AdaptivePace(POLITE, 0), 10_000, (index) => index % 50 === 0)).toBe(5000);
    expect(rateAfter(new AdaptivePace(POLITE, 0), 10_000, (index) => index % 8 === 0)).toBe(5000);
  });

  it('stays near what a target bears, whatever its way loses besides', () => {
    /** Where a pace that takes few losses for the way's own sheds 23 to 33 of 100 packets. */
    const mistaken: [number, number, number][] = [
      [400, 0.12, 118_785],
      [2400, 0.12, 142_542],
      [3000, 0.06, 269_246],
    ];
    const bears = fc.integer({ min: 400, max: 3000 });
    const ambient = fc.double({ min: 0, max: 0.12, noNaN: true });
    fc.assert(
      fc.property(bears, ambient, fc.integer({ min: 1, max: 2 ** 31 - 2 }), (perSecond, lost, seed) => {
        const pace = new AdaptivePace(POLITE, 0);
        const perCanary = 50;
        let state = seed;
        let nowMs = 0;
        let asked = 0;
        let shed = 0;
        for (let index = 0; index < 6000; index += 1) {
          state = (state * 48_271) % (2 ** 31 - 1);
          const chance = state / (2 ** 31 - 1);
          nowMs += (1000 * perCanary) / pace.packetsPerSecond;
          pace.take(perCanary);
          const passes = Math.min(1, perSecond / pace.packetsPerSecond) * (1 - lost);
          if (chance >= passes) pace.canaryLost(nowMs, nowMs);
          else pace.canaryInTime(nowMs, nowMs);
          if (index < 1000) continue;
          asked += pace.packetsPerSecond;
          shed += Math.max(0, pace.packetsPerSecond - perSecond);
        }
        expect(shed / asked).toBeLessThan(0.2);
      }),
      { numRuns: propertyRuns(20), examples: mistaken },
    );
  });

  it('halves when a sixth is lost, down to its floor', () => {
    const pace = new AdaptivePace(POLITE, 0);
    expect(rateAfter(pace, 20, (index) => index % 5 === 4)).toBe(500);
    expect(rateAfter(pace, 1000, () => true, 10)).toBe(100);
  });

  it('falls once for what was lost together', () => {
    const pace = new AdaptivePace(POLITE, 0);
    for (let index = 0; index < 30; index += 1) pace.canaryLost(5, 100);
    expect(pace.packetsPerSecond).toBe(500);
  });

  it('recovers when losses end', () => {
    const pace = new AdaptivePace(POLITE, 0);
    rateAfter(pace, 20, () => true);
    expect(rateAfter(pace, 20_000, () => false, 100)).toBe(5000);
  });

  it('falls to its floor while most probes are refused by ICMP, and not for a few', () => {
    const many = new AdaptivePace(POLITE, 0);
    const few = new AdaptivePace(POLITE, 0);
    for (let nowMs = 0; nowMs < 10_000; nowMs += 1) {
      many.take(1);
      many.unreachable(nowMs);
      few.take(1);
      if (nowMs % 100 === 0) few.unreachable(nowMs);
    }
    expect([many.packetsPerSecond, few.packetsPerSecond]).toEqual([100, 1000]);
  });

  it('without a limit, doubles until something is late, and then feels its way', () => {
    const pace = new AdaptivePace(
      { packetsPerSecond: Infinity, maxPacketsPerSecond: Infinity, minPacketsPerSecond: 100 },
      0,
    );
    expect(pace.packetsPerSecond).toBe(40_000);
    expect(rateAfter(pace, 25, () => false)).toBe(160_000);
    for (let nowMs = 101; nowMs < 121; nowMs += 1) pace.canaryLate(nowMs, nowMs, 1000);
    const fallen = pace.packetsPerSecond;
    expect(fallen).toBe(40_000);
    const risen = rateAfter(pace, 100, () => false, 130);
    expect(risen).toBeGreaterThan(fallen);
    expect(risen).toBeLessThan(fallen * 1.5);
  });

  it('stops doubling at the last rate that was well when answers begin to queue, before anything is late', () => {
    const start = () => {
      const pace = new AdaptivePace(
        { packetsPerSecond: Infinity, maxPacketsPerSecond: Infinity, minPacketsPerSecond: 100 },
        0,
      );
      expect(rateAfter(pace, 25, () => false)).toBe(160_000);
      return pace;
    };
    const [once, twice, older, shared] = [start(), start(), start(), start()];
    once.canaryInTime(26, 27, true);
    twice.canaryInTime(26, 27, true);
    twice.canaryInTime(27, 28, true);
    older.canaryInTime(15, 27, true);
    older.canaryInTime(16, 28, true);
    shared.queuesBeginToFill(28);
    const rates = [once, twice, older, shared].map((pace) => pace.packetsPerSecond);
    expect(rates).toEqual([160_000, 80_000, 40_000, 80_000]);
    expect(rateAfter(twice, 20, () => false, 29)).toBe(80_000);
  });

  it('doubles once for each answer to what was sent at the new rate', () => {
    const pace = new AdaptivePace(
      { packetsPerSecond: Infinity, maxPacketsPerSecond: Infinity, minPacketsPerSecond: 100 },
      0,
    );
    for (let nowMs = 0; nowMs < 200; nowMs += 1) {
      useUp(pace, nowMs);
      if (nowMs >= 100) pace.canaryInTime(nowMs - 100, nowMs);
    }
    expect(pace.packetsPerSecond).toBe(80_000);
  });

  it('falls when answers queue up on the way, though not below 1,000, and recovers', () => {
    const pace = new AdaptivePace({ ...POLITE, packetsPerSecond: 4000 }, 0);
    for (let nowMs = 1; nowMs < 100; nowMs += 1) pace.canaryLate(nowMs, nowMs);
    expect(pace.packetsPerSecond).toBe(1000);
    expect(rateAfter(pace, 5000, () => false, 200)).toBe(5000);
  });

  it('does not fall again for what is late because queues are still draining', () => {
    const pace = new AdaptivePace({ ...POLITE, packetsPerSecond: 4000 }, 0);
    for (let nowMs = 1; nowMs < 100; nowMs += 1) pace.canaryLate(nowMs, nowMs, 1000);
    expect(pace.packetsPerSecond).toBe(2800);
    for (let nowMs = 1100; nowMs < 1200; nowMs += 1) pace.canaryLate(nowMs, nowMs, 1000);
    expect(pace.packetsPerSecond).toBeCloseTo(1960);
  });

  it('recovers even on a link that loses a few in a hundred', () => {
    const pace = new AdaptivePace(POLITE, 0);
    rateAfter(pace, 4, () => true);
    expect(rateAfter(pace, 1000, (index) => index % 50 === 49, 100)).toBeGreaterThanOrEqual(1000);
  });

  it('falls and rises for reasons of its owner, too', () => {
    const pace = new AdaptivePace({ ...POLITE, packetsPerSecond: 4000 }, 0);
    pace.congested(50);
    expect(pace.packetsPerSecond).toBe(2800);
    for (let nowMs = 51; nowMs < 5000; nowMs += 1) {
      useUp(pace, nowMs);
      pace.uncongested(nowMs);
    }
    expect(pace.packetsPerSecond).toBe(5000);
  });

  it('falls a little when all who share it are late, and judges by what was sent when queues had time to drain', () => {
    const pace = new AdaptivePace({ ...POLITE, packetsPerSecond: 4000 }, 0);
    pace.queuesFilled(100);
    expect(pace.packetsPerSecond).toBe(3400);
    expect(pace.judgedSinceMs).toBe(150);
  });

  it('never leaves its bounds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('answered', 'late', 'lost', 'unreachable'), { maxLength: 2000 }),
        (events) => {
          const pace = new AdaptivePace(POLITE, 0);
          for (const [index, event] of events.entries()) {
            const nowMs = index * 10;
            if (event === 'answered') pace.canaryInTime(nowMs, nowMs);
            else if (event === 'late') pace.canaryLate(nowMs, nowMs);
            else if (event === 'lost') pace.canaryLost(nowMs, nowMs);
            else pace.unreachable(nowMs);
            expect(pace.packetsPerSecond).toBeGreaterThanOrEqual(100);
            expect(pace.packetsPerSecond).toBeLessThanOrEqual(5000);
          }
        },
      ),
    );
  });
});
