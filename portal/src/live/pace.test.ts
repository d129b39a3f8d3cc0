import { expect, it } from 'vitest';
import { pollPauseMs, retryPauseMs, watchPauseMs } from './pace.ts';

it('whatever is asked for again and again is asked for more rarely, and what never ends is given up', () => {
  const polls = Array.from({ length: 40 }, (_, number) => pollPauseMs(number));
  expect(polls.slice(0, 3)).toEqual([10_000, 15_000, 22_500]);
  expect(polls).toEqual(polls.toSorted((a, b) => a - b));
  expect(polls.at(-1)).toBe(120_000);
  expect([1, 2, 3, 20].map(retryPauseMs)).toEqual([30_000, 60_000, 120_000, 600_000]);
  expect([0, 61_000, 3_600_000].map(watchPauseMs)).toEqual([2_000, 10_000, null]);
});
