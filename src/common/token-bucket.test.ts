import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { TokenBucket } from './token-bucket.ts';

describe('a token bucket', () => {
  it('never gives more than its rate and 20 ms of savings', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 50 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), pauses, (tokensPerSecond, pausesMs) => {
        const bucket = new TokenBucket(tokensPerSecond, 0);
        let nowMs = 0;
        let taken = 0;
        for (const pauseMs of pausesMs) {
          nowMs += pauseMs;
          const available = bucket.available(nowMs);
          bucket.take(available);
          taken += available;
        }
        expect(taken).toBeLessThanOrEqual((nowMs * tokensPerSecond) / 1000 + Math.max(1, tokensPerSecond / 50) + 1e-6);
      }),
    );
  });

  it('keeps a changed rate from then on', () => {
    const bucket = new TokenBucket(1, 0);
    bucket.setRate(10_000, 0);
    bucket.available(0);
    expect(bucket.available(10)).toBe(101);
    bucket.setRate(1, 10);
    expect(bucket.available(10)).toBe(1);
    bucket.take(1);
    expect(bucket.available(500)).toBe(0);
  });

  it('takes nothing back when time seems to run backwards', () => {
    const bucket = new TokenBucket(1_000_000, 100);
    bucket.setRate(1, 99);
    expect(bucket.available(100)).toBe(1);
  });

  it('gives the whole rate to one who asks every millisecond', () => {
    const bucket = new TokenBucket(1000, 0);
    let taken = 0;
    for (let nowMs = 1; nowMs <= 1000; nowMs += 1) {
      const available = bucket.available(nowMs);
      bucket.take(available);
      taken += available;
    }
    expect(taken).toBeGreaterThanOrEqual(1000);
  });

  it('never gives more than its rate and 20 ms of savings, whatever the rate was before', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 50 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), pauses, (rate, pausesMs) => {
        const bucket = new TokenBucket(rate * 10, 0);
        bucket.available(1000);
        bucket.setRate(rate, 1000);
        let nowMs = 1000;
        let taken = 0;
        for (const pauseMs of pausesMs) {
          nowMs += pauseMs;
          const available = bucket.available(nowMs);
          bucket.take(available);
          taken += available;
        }
        expect(taken).toBeLessThanOrEqual(((nowMs - 1000) * rate) / 1000 + Math.max(1, rate / 50) + 1e-6);
      }),
    );
  });

  it('knows no limit at Infinity, from the first moment', () => {
    const bucket = new TokenBucket(Infinity, 0);
    bucket.take(1_000_000);
    expect([bucket.available(0), bucket.available(1)]).toEqual([Infinity, Infinity]);
  });

  it('has a burst of savings, and no more, after a time without a limit, whatever was taken then', () => {
    const bucket = new TokenBucket(Infinity, 0);
    bucket.take(bucket.available(10));
    bucket.setRate(1000, 50);
    expect(bucket.available(50)).toBe(20);
    bucket.take(20);
    expect([bucket.available(50), bucket.available(51)]).toEqual([0, 1]);
  });

  it('waits for what was taken beyond the rate', () => {
    const bucket = new TokenBucket(1000, 0);
    bucket.take(11);
    expect([0, 10, 11].map((nowMs) => bucket.available(nowMs))).toEqual([-10, 0, 1]);
  });

  it('says which rate is in force', () => {
    const bucket = new TokenBucket(1000, 0);
    bucket.setRate(250, 10);
    expect(bucket.perSecond).toBe(250);
  });
});
