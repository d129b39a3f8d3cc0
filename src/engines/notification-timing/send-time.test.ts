import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { canonicalTimeZone, instantOfLocal, localDayAt, localTimeAt, weekdayOf } from './local-time.ts';
import { endOfQuiet, isQuiet, sendTime, spreadOf, type TimingChoice } from './send-time.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/Lisbon',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  // Without a whole day in 2011, and midnights that do not exist.
  'Pacific/Apia',
  'America/Asuncion',
  'Africa/Cairo',
];
const zone = fc.constantFrom(...zones);
const instant = fc
  .integer({ min: Date.UTC(2010, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000));
const time = fc
  .integer({ min: 0, max: 1_439 })
  .map((minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`);
const quietHours = fc.option(
  fc
    .tuple(time, time)
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => ({ from, to })),
);
const delivery = fc.constantFrom('immediate' as const, 'gathered' as const, 'daily' as const, 'weekly' as const);
const choices: fc.Arbitrary<TimingChoice> = fc.record({ delivery, quietHours, timeZone: zone });

const clockOf = (at: Date, timeZone: string) => {
  const { hour, minute } = localTimeAt(timeZone, at);
  return hour * 60 + minute;
};
const at = (text: string) => new Date(text);
const berlin: TimingChoice = {
  delivery: 'immediate',
  quietHours: { from: '22:00', to: '07:00' },
  timeZone: 'Europe/Berlin',
};
const whenWaiting = (now: Date) => ({ now, earliest: now, isCritical: false, spread: 0 });

describe('what a reader chose decides when a message goes', () => {
  it('at once outside of quiet hours, at their end within, in winter and in summer', () => {
    expect(sendTime(whenWaiting(at('2026-01-10T12:00:00Z')), berlin)).toEqual(at('2026-01-10T12:00:00Z'));
    expect(sendTime(whenWaiting(at('2026-01-10T21:00:00Z')), berlin)).toEqual(at('2026-01-11T06:00:00Z'));
    expect(sendTime(whenWaiting(at('2026-07-10T20:00:00Z')), berlin)).toEqual(at('2026-07-11T05:00:00Z'));
    // The night in which clocks are put forward, and back.
    expect(sendTime(whenWaiting(at('2026-03-28T23:00:00Z')), berlin)).toEqual(at('2026-03-29T05:00:00Z'));
    expect(sendTime(whenWaiting(at('2026-10-24T23:00:00Z')), berlin)).toEqual(at('2026-10-25T06:00:00Z'));
  });

  it('gathered for five minutes; in the morning of the next day or Monday', () => {
    const now = at('2026-10-24T10:00:00Z');
    const none = { ...berlin, quietHours: null };
    expect(sendTime(whenWaiting(now), { ...none, delivery: 'gathered' })).toEqual(at('2026-10-24T10:05:00Z'));
    expect(sendTime(whenWaiting(now), { ...none, delivery: 'daily' })).toEqual(at('2026-10-25T07:00:00Z'));
    expect(sendTime(whenWaiting(now), { ...none, delivery: 'weekly' })).toEqual(at('2026-10-26T07:00:00Z'));
    // A digest whose morning is quiet waits for the end of it.
    const late = { ...none, delivery: 'daily' as const, quietHours: { from: '20:00', to: '10:00' } };
    expect(sendTime(whenWaiting(now), late)).toEqual(at('2026-10-25T09:00:00Z'));
  });

  it('quiet hours that end at a time which the clocks leave out, end when they are past it', () => {
    const choice = { quietHours: { from: '22:00', to: '02:30' }, timeZone: 'Europe/Berlin' };
    expect(endOfQuiet(at('2026-03-28T23:00:00Z'), choice)).toEqual(at('2026-03-29T01:00:00Z'));
  });

  it('what is critical goes at once, whatever was chosen', () => {
    fc.assert(
      fc.property(instant, choices, (now, choice) => {
        expect(sendTime({ now, earliest: now, isCritical: true, spread: 0.5 }, choice)).toEqual(now);
      }),
    );
  });

  it('never within quiet hours, never too early, never later than the choice and one quiet time ask for, in any zone', () => {
    const longest = { immediate: 0, gathered: 1, daily: 25.5, weekly: 7 * 24 + 25.5 };
    fc.assert(
      fc.property(instant, choices, fc.double({ min: 0, max: 0.999, noNaN: true }), (now, choice, spread) => {
        const sent = sendTime({ now, earliest: now, isCritical: false, spread }, choice);
        expect(isQuiet(sent, choice)).toBe(false);
        expect(sent >= now).toBe(true);
        // A zone that crossed the date line had a day without a morning.
        expect(sent.getTime() - now.getTime()).toBeLessThanOrEqual((longest[choice.delivery] + 25 + 24) * 3_600_000);
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it('a digest without quiet hours comes between 8 and half past 8 of the clock on the wall, or behind a gap in it', () => {
    fc.assert(
      fc.property(
        instant,
        zone,
        fc.boolean(),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (now, timeZone, weekly, spread) => {
          const choice = { delivery: weekly ? ('weekly' as const) : ('daily' as const), quietHours: null, timeZone };
          const sent = sendTime({ now, earliest: now, isCritical: false, spread }, choice);
          if (timeZone === 'Pacific/Apia' && sent.getUTCFullYear() === 2011) return;
          const clock = clockOf(sent, timeZone);
          expect([clock >= 480, clock < 510]).toEqual([true, true]);
          if (weekly) expect(weekdayOf(localDayAt(timeZone, sent))).toBe(0);
        },
      ),
      { numRuns: propertyRuns(400) },
    );
  });

  it('a digest that quiet hours put off takes along what happens until it goes', () => {
    const quietHours = { from: '22:00', to: '09:00' };
    for (const [at, delivery, wanted] of [
      ['2026-03-03T07:00:00Z', 'daily', '2026-03-03T09:00:00Z'],
      ['2026-03-03T08:59:00Z', 'daily', '2026-03-03T09:00:00Z'],
      ['2026-03-03T09:00:00Z', 'daily', '2026-03-04T09:00:00Z'],
      // A Monday.
      ['2026-03-02T08:59:00Z', 'weekly', '2026-03-02T09:00:00Z'],
      ['2026-03-03T08:59:00Z', 'weekly', '2026-03-09T09:00:00Z'],
    ] as const) {
      const now = new Date(at);
      const sent = sendTime(
        { now, earliest: now, isCritical: false, spread: 0.5 },
        { delivery, quietHours, timeZone: 'UTC' },
      );
      expect(sent, at).toEqual(new Date(wanted));
    }
    // Until the day after.
    const now = new Date('2026-03-03T05:59:00Z');
    const choice = { delivery: 'weekly', quietHours: { from: '07:00', to: '06:00' }, timeZone: 'UTC' } as const;
    expect(sendTime({ now, earliest: now, isCritical: false, spread: 0.5 }, choice)).toEqual(
      new Date('2026-03-03T06:00:00Z'),
    );
  });

  it('whatever happens before a digest goes is in it', () => {
    fc.assert(
      fc.property(
        instant,
        choices,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.nat(),
        (now, choice, spread, later) => {
          fc.pre(choice.delivery === 'daily' || choice.delivery === 'weekly');
          const sent = sendTime({ now, earliest: now, isCritical: false, spread }, choice);
          const between = new Date(+now + (later % (+sent - +now)));
          expect(sendTime({ now: between, earliest: between, isCritical: false, spread }, choice)).toEqual(sent);
        },
      ),
      { numRuns: propertyRuns(400) },
    );
  });

  it('whether it is quiet follows the clock on the wall, apart from the hour that is there twice', () => {
    fc.assert(
      fc.property(instant, zone, time, time, (now, timeZone, from, to) => {
        fc.pre(from !== to);
        const changes = [-1, 1].some(
          (days) => clockOf(new Date(now.getTime() + days * 86_400_000), timeZone) !== clockOf(now, timeZone),
        );
        fc.pre(!changes);
        const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
        const clock = clockOf(now, timeZone);
        const [start, end] = [minutes(from), minutes(to)];
        const within = start < end ? clock >= start && clock < end : clock >= start || clock < end;
        expect(isQuiet(now, { quietHours: { from, to }, timeZone })).toBe(within);
      }),
      { numRuns: propertyRuns(400) },
    );
  });
});

describe('a time of the clock', () => {
  it('that exists is found again, the first of two', () => {
    fc.assert(
      fc.property(instant, zone, (now, timeZone) => {
        const found = instantOfLocal(timeZone, localDayAt(timeZone, now), clockOf(now, timeZone));
        expect(localTimeAt(timeZone, found)).toEqual(localTimeAt(timeZone, now));
        expect(found <= now).toBe(true);
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it('is of a zone that the IANA database names, spelled as there', () => {
    expect(canonicalTimeZone('europe/berlin')).toBe('Europe/Berlin');
    expect(canonicalTimeZone('UTC')).toBe('UTC');
    for (const wrong of ['', '+01:00', 'Europe/Atlantis', 'Europe/Berlin\n', '../etc/passwd', 'x'.repeat(70)])
      expect(canonicalTimeZone(wrong)).toBeNull();
  });
});

it('readers are spread evenly over the time of digests, each at its own', () => {
  expect(spreadOf('00000000-0000-0000-0000-000000000000')).toBe(0);
  expect(spreadOf('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBeLessThan(1);
  expect(spreadOf('019a0000-0000-7000-8000-000080000000')).toBe(0.5);
});
