import { describe, expect, it } from 'vitest';
import { isWithin, lastMonths, monthName, spanOf } from './month.ts';

describe('a month', () => {
  it('begins with its first instant and ends before the next one’s', () => {
    const span = spanOf('2026-12');
    expect(isWithin(span, new Date(2026, 11, 1).toISOString())).toBe(true);
    expect(isWithin(span, new Date(new Date(2027, 0, 1).getTime() - 1).toISOString())).toBe(true);
    expect(isWithin(span, new Date(2027, 0, 1).toISOString())).toBe(false);
    expect(isWithin(span, new Date(new Date(2026, 11, 1).getTime() - 1).toISOString())).toBe(false);
    expect(isWithin(span, null)).toBe(false);
  });

  it('the last twelve have no gap at the turn of the year, whatever the day', () => {
    expect(lastMonths(new Date(2026, 2, 31)).slice(0, 5)).toEqual([
      '2026-03',
      '2026-02',
      '2026-01',
      '2025-12',
      '2025-11',
    ]);
  });

  it('has a name', () => {
    expect(monthName('2026-03')).toBe('March 2026');
  });
});
