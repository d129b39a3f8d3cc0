import type { Channel } from './channel-record.ts';

/** When a channel hears of what is not critical. */
export type Rhythm = Pick<Channel, 'urgency' | 'quiet_from' | 'quiet_until' | 'time_zone'>;

const gatheringSeconds = 300;
/** Digests come at eight in the morning, the weekly one on Mondays. */
const digestMinute = 8 * 60;
const digestWeekday = 1;
const minutesOfDay = 1_440;
const minuteMs = 60_000;

/** When something that happens now is told: what is critical at once, the rest when the channel wants it, outside of quiet hours. */
export function whenDue(rhythm: Rhythm, isCritical: boolean, now: Date): Date {
  if (isCritical) return now;
  switch (rhythm.urgency) {
    case 'at_once':
      return afterQuiet(rhythm, now);
    case 'five_minutes':
      return afterQuiet(rhythm, new Date(now.getTime() + gatheringSeconds * 1_000));
    case 'daily':
      return afterQuiet(rhythm, nextLocal(rhythm.time_zone, now, digestMinute));
    case 'weekly':
      return afterQuiet(rhythm, nextLocal(rhythm.time_zone, now, digestMinute, digestWeekday));
  }
}

/** The instant itself, or the end of the quiet hours that it lies in. */
function afterQuiet({ quiet_from: from, quiet_until: until, time_zone }: Rhythm, at: Date): Date {
  if (from === null || until === null || from === until) return at;
  const { minute } = localTime(time_zone, at);
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  return isQuiet ? nextLocal(time_zone, at, until) : at;
}

/**
 * The next instant at which clocks of the zone show that minute of a day. A minute that a change of clocks leaves out is the first
 * one after the gap.
 */
function nextLocal(timeZone: string, after: Date, minute: number, weekday: number | null = null): Date {
  const start = Math.floor(after.getTime() / minuteMs) * minuteMs + minuteMs;
  // Days differ in length, so it is looked where the clock would stand and gone on from there.
  for (let at = start; ; ) {
    const local = localTime(timeZone, new Date(at));
    const days = weekday === null ? 0 : (weekday - local.weekday + 7) % 7;
    const ahead = minute - local.minute + days * minutesOfDay;
    if (ahead === 0) return new Date(at);
    if (ahead < 0) at += startOfNextDay(local.minute);
    else {
      const wanted = new Date(at + ahead * minuteMs);
      const reached = localTime(timeZone, wanted);
      if (reached.minute === minute || ahead <= 120) return wanted;
      at = wanted.getTime() - 120 * minuteMs;
    }
  }
}

function startOfNextDay(minute: number): number {
  return (minutesOfDay - minute) * minuteMs;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** What clocks of a zone show. */
function localTime(timeZone: string, at: Date): { minute: number; weekday: number } {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
    weekday: weekdays.indexOf(parts.get('weekday')!),
  };
}

/** Whether it is a zone of the IANA database that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== undefined;
  } catch {
    return false;
  }
}
