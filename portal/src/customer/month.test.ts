import { beforeAll, describe, expect, it } from 'vitest';
import { loadMessages } from '../messages/messages.ts';
import { lastMonths, monthName, monthOf } from './month.ts';

beforeAll(async () => {
  await loadMessages('first', 'en');
});

describe('a month', () => {
  it('is one of UTC, as the server counts it', () => {
    expect(monthOf(new Date('2026-12-31T23:59:59.999Z'))).toBe('2026-12');
    expect(monthOf(new Date('2027-01-01T00:00:00Z'))).toBe('2027-01');
  });

  it('the last have no gap at the turn of the year, whatever the day, and are those that are reported', () => {
    const months = lastMonths(new Date('2026-03-31T12:00:00Z'));
    expect(months.slice(0, 5)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12', '2025-11']);
    expect(months.at(-1)).toBe('2025-03');
  });

  it('has a name', () => {
    expect(monthName('2026-03')).toBe('March 2026');
  });
});
