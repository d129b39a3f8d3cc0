import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryRateLimiter } from './library-rate-limits.ts';
import { rateLimitState } from './rate-limits.ts';

describe('rateLimitState', () => {
  it('the request that reaches the limit passes and the next is refused', () => {
    expect(rateLimitState(60, 1, 0)).toMatchObject({ allowed: true, remaining: 59 });
    expect(rateLimitState(60, 60, 12)).toMatchObject({ allowed: true, remaining: 0 });
    expect(rateLimitState(60, 61, 12)).toEqual({ limit: 60, allowed: false, remaining: 0, retryAfterSeconds: 48 });
  });

  it('says a whole number of seconds from 1 to 60 after which the window has ended, whatever its age', () => {
    fc.assert(
      fc.property(fc.double({ min: -1_000, max: 1_000, noNaN: true }), (ageSeconds) => {
        const { retryAfterSeconds } = rateLimitState(60, 61, ageSeconds);
        expect(Number.isInteger(retryAfterSeconds)).toBe(true);
        expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
        expect(retryAfterSeconds).toBeLessThanOrEqual(60);
        if (ageSeconds >= 0) expect(ageSeconds + retryAfterSeconds).toBeGreaterThanOrEqual(60);
      }),
    );
  });
});

describe('the limiter in memory', () => {
  it('counts each bucket for itself', async () => {
    const limiter = memoryRateLimiter();
    const hits = [
      await limiter.hit('a', 2),
      await limiter.hit('a', 2),
      await limiter.hit('a', 2),
      await limiter.hit('b', 2),
    ];
    expect(hits.map((hit) => [hit.allowed, hit.remaining])).toEqual([
      [true, 1],
      [true, 0],
      [false, 0],
      [true, 1],
    ]);
    await limiter.close();
  });
});
