import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Rhythm, whenDue } from './when-due.ts';

const [first, middle] = ['00000000-0000-7000-8000-000000000000', '00000000-0000-7000-8000-000080000000'];
const rhythm: Rhythm = {
  id: first,
  urgency: 'at_once',
  quiet_from: null,
  quiet_until: null,
  time_zone: 'Europe/Berlin',
};
const at = (text: string) => new Date(text);
const due = (more: Partial<Rhythm>, now: string, isCritical = false) =>
  whenDue({ ...rhythm, ...more }, isCritical, at(now)).toISOString();

describe('when a channel hears of something', () => {
  it('is at once for what is critical, whatever it chose', () => {
    const quiet = { urgency: 'weekly', quiet_from: 0, quiet_until: 1_439 } as const;
    expect(due(quiet, '2026-11-23T02:03:04.000Z', true)).toBe('2026-11-23T02:03:04.000Z');
  });

  it('is by its clocks, on the days when they are changed, too', () => {
    expect(due({ urgency: 'daily' }, '2026-11-23T12:00:00Z')).toBe('2026-11-24T07:00:00.000Z');
    expect(due({ urgency: 'daily' }, '2026-11-23T06:59:00Z')).toBe('2026-11-23T07:00:00.000Z');
    expect(due({ urgency: 'weekly' }, '2026-11-23T12:00:00Z')).toBe('2026-11-30T07:00:00.000Z');
    // Summer time ends on 25 October and begins on 28 March.
    expect(due({ urgency: 'daily' }, '2026-10-24T12:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
    expect(due({ urgency: 'daily' }, '2027-03-27T12:00:00Z')).toBe('2027-03-28T06:00:00.000Z');
    expect(due({ urgency: 'daily', time_zone: 'Asia/Kathmandu' }, '2026-11-23T12:00:00Z')).toBe(
      '2026-11-24T02:15:00.000Z',
    );
  });

  it('differs between channels, over half an hour of the morning', () => {
    expect(due({ urgency: 'daily', id: middle }, '2026-11-23T12:00:00Z')).toBe('2026-11-24T07:15:00.000Z');
    expect(due({ urgency: 'weekly', id: middle }, '2026-11-23T12:00:00Z')).toBe('2026-11-30T07:15:00.000Z');
  });

  it('waits for the end of quiet hours, over midnight, too', () => {
    const night = { quiet_from: 22 * 60, quiet_until: 7 * 60 };
    expect(due(night, '2026-11-23T22:30:00Z')).toBe('2026-11-24T06:00:00.000Z');
    expect(due(night, '2026-11-23T12:00:00Z')).toBe('2026-11-23T12:00:00.000Z');
    expect(due({ ...night, urgency: 'five_minutes' }, '2026-11-23T20:57:00Z')).toBe('2026-11-24T06:00:00.000Z');
  });

  it('is never before it happened, and within a week and a day', () => {
    const anyRhythm = fc.record({
      id: fc.uuid(),
      urgency: fc.constantFrom('at_once', 'five_minutes', 'daily', 'weekly'),
      quiet_from: fc.integer({ min: 0, max: 1_439 }),
      quiet_until: fc.integer({ min: 0, max: 1_439 }),
      time_zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
    });
    const minute = fc
      .integer({ min: 0, max: 525_600 })
      .map((minutes) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000));
    fc.assert(
      fc.property(anyRhythm, minute, (chosen, now) => {
        const wait = whenDue(chosen, false, now).getTime() - now.getTime();
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(8.1 * 86_400_000);
      }),
    );
  });
});
