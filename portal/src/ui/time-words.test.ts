import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadMessages } from '../messages/messages.ts';
import { numberText } from './numbers.ts';
import { absoluteTime, duration, relativeTime } from './time-words.ts';

const now = new Date('2026-11-22T22:00:00Z');
const second = 1_000;
const day = 86_400 * second;

beforeAll(async () => {
  await loadMessages('first', 'en');
});

describe('relative times', () => {
  it.each([
    [10 * second, 'just now'],
    [-20 * second, 'just now'],
    [-45 * second, 'in less than a minute'],
    [90 * second, '1 minute ago'],
    [47 * 3_600 * second, '1 day ago'],
    [40 * day, '40 days ago'],
    [99.9 * day, '99 days ago'],
    [101 * day, '3 months ago'],
    [500 * day, '16 months ago'],
    [800 * day, '2 years ago'],
    [-2 * 3_600 * second, 'in 2 hours'],
  ])('%d ms back is %s', (ms, words) => {
    expect(relativeTime(new Date(now.getTime() - ms), now)).toBe(words);
  });

  it('say of up to 100 days exactly how many have passed', () => {
    fc.assert(
      fc.property(fc.integer({ min: day, max: 100 * day - 1 }), (ms) => {
        const days = Math.floor(ms / day);
        expect(relativeTime(new Date(now.getTime() - ms), now)).toBe(`${days} ${days === 1 ? 'day' : 'days'} ago`);
      }),
    );
  });
});

it('a time names its zone, and a number groups its digits', () => {
  expect(absoluteTime(now)).toMatch(/^Nov 2[123], 2026, \d{1,2}:00\s[AP]M (UTC|GMT[+-]?.*|[A-Z]{2,5})$/u);
  expect([0, 999, 1_000, 1_234_567].map(numberText)).toEqual(['0', '999', '1,000', '1,234,567']);
});

it.each([
  [11.2, '12 s'],
  [270, '4 min 30 s'],
  [7_500, '2 h 5 min'],
  [47 * 3_600, '47 h'],
  [125 * 3_600, '5 days'],
])('%d s are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});
