import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const nowMs = Date.UTC(2026, 2, 1, 12);

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5_000],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sunday, 01-Mar-26 12:00:30 GMT', 30_000],
    ['Sun Mar  1 12:00:30 2026 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ])('%j is %i ms', (header, waitMs) => expect(retryAfterMs(header, nowMs)).toBe(waitMs));

  it.each([null, '', 'soon', '-5', '1.5', '2026-03-01'])('%j is none', (header) =>
    expect(retryAfterMs(header, nowMs)).toBeNull(),
  );

  it.each(['999999999', 'Fri, 01 Jan 2100 00:00:00 GMT'])('%j is believed for a day', (header) =>
    expect(retryAfterMs(header, nowMs)).toBe(86_400_000),
  );
});
