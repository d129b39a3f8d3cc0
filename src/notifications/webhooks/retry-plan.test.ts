import { describe, expect, it } from 'vitest';
import { nextAttemptSeconds } from './retry-plan.ts';

const now = new Date('2026-11-23T12:00:00Z');
const failed = { status: 500, retryAfter: null };
const delay = (failures: number, answer: Parameters<typeof nextAttemptSeconds>[1] = failed, random = 0.5) =>
  nextAttemptSeconds(failures, answer, now, random);

describe('the plan of retries', () => {
  it('has nine delays, which lie 20 % around those of the contract, and ends', () => {
    const planned = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [index, seconds] of planned.entries()) {
      expect(delay(index + 1)).toBeCloseTo(seconds);
      expect(delay(index + 1, failed, 0)).toBeCloseTo(0.8 * seconds);
      expect(delay(index + 1, failed, 1)).toBeCloseTo(1.2 * seconds);
    }
    expect(delay(10)).toBeNull();
  });

  it('waits for as long as the receiver asks for, in seconds or until a date, up to a day', () => {
    expect(delay(1, { status: 503, retryAfter: '120' })).toBe(120);
    expect(delay(1, { status: 429, retryAfter: 'Mon, 23 Nov 2026 12:10:00 GMT' })).toBe(600);
    expect(delay(1, { status: 429, retryAfter: '999999999' })).toBe(86_400);
    expect(delay(2, { status: 503, retryAfter: '1' })).toBeCloseTo(300);
    for (const nonsense of ['soon', '-5', '', 'Sun, 06 Nov 1994 08:49:37 GMT'])
      expect(delay(1, { status: 500, retryAfter: nonsense })).toBeCloseTo(5);
  });

  it('leaves a receiver that has too much to do in peace for a minute', () => {
    for (const status of [429, 502, 503, 504]) expect(delay(1, { status, retryAfter: null })).toBe(60);
    expect(delay(1, { status: null, retryAfter: null })).toBeCloseTo(5);
  });
});
