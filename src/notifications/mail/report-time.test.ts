import { expect, it } from 'vitest';
import { nextReportTime, reportedMonth } from './report-time.ts';

const first = '0190a5c8-7c1e-7d3a-9a56-000000000000';
const last = '0190a5c8-7c1e-7d3a-9a56-3f2bffffffff';

it.each([
  ['2026-10-31T23:59:59Z', first, '2026-11-01T04:00:00.000Z'],
  ['2026-11-01T03:59:59Z', first, '2026-11-01T04:00:00.000Z'],
  ['2026-11-01T04:00:00Z', first, '2026-12-01T04:00:00.000Z'],
  ['2026-12-15T12:00:00Z', first, '2027-01-01T04:00:00.000Z'],
])('a report is due on the first of a month: after %s for %s at %s', (now, id, due) => {
  expect(nextReportTime(new Date(now), id).toISOString()).toBe(due);
});

it('addresses get theirs at times that are spread over the morning', () => {
  const due = nextReportTime(new Date('2026-10-15T00:00:00Z'), last);
  expect(due > new Date('2026-11-01T11:59:00Z') && due < new Date('2026-11-01T12:00:00Z')).toBe(true);
});

it('it is about the month before', () => {
  expect(reportedMonth(new Date('2026-11-01T04:00:00Z'))).toBe('2026-10');
  expect(reportedMonth(new Date('2027-01-31T23:00:00Z'))).toBe('2026-12');
});
