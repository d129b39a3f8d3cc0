import { describe, expect, it } from 'vitest';
import { deliverySeconds, retryDelaySeconds } from './retry-plan.ts';

describe('a mail that the server does not take for now', () => {
  it('is tried after a minute, then twice as late each time, and every hour in the end', () => {
    const delays = Array.from({ length: 9 }, (_, index) => retryDelaySeconds(index + 1));
    expect(delays).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600]);
  });

  it('is tried fewer than forty times in a day, however often workers die at it', () => {
    let [attempts, age] = [1, 0];
    for (; age < deliverySeconds; attempts += 1) age += retryDelaySeconds(attempts);
    expect(attempts).toBeLessThan(40);
    expect(retryDelaySeconds(10_000)).toBe(3_600);
  });
});
