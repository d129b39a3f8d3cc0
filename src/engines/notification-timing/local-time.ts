/** What a clock on the wall says. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** A day of the calendar, as a number: days since 1970-01-01. */
export type DayNumber = number;

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** More zones than there are: a name that nobody meant must not keep memory for ever. */
const maxFormats = 1_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The name of a zone as the IANA database spells it (`Europe/Berlin`, `UTC`).
 * @returns null for what is no such zone, mere offsets (`+01:00`) among it: they know nothing of summer
 */
export function canonicalTimeZone(name: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** What the clocks of a zone say at an instant. */
export function localTimeAt(timeZone: string, at: Date): LocalTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year, month, day] = [parts.get('year')!, parts.get('month')!, parts.get('day')!];
  return { year, month, day, hour: parts.get('hour')!, minute: parts.get('minute')! };
}

/** The day that it is in a zone at an instant. */
export function localDayAt(timeZone: string, at: Date): DayNumber {
  const { year, month, day } = localTimeAt(timeZone, at);
  return Date.UTC(year, month - 1, day) / dayMs;
}

/** 0 is Monday. */
export function weekdayOf(day: DayNumber): number {
  return (((day + 3) % 7) + 7) % 7;
}

/**
 * The first instant at which the clocks of a zone say a time of a day, or more, where they leave it out in spring.
 * @param minutes since midnight by the clock
 */
export function instantOfLocal(timeZone: string, day: DayNumber, minutes: number): Date {
  const wanted = day * dayMs + minutes * minuteMs;
  // A day off in either direction the clocks have the offsets that they have before and after a change nearby.
  const offsets = [-dayMs, dayMs].map((away) => offsetMs(timeZone, wanted + away));
  const meant = offsets
    .map((offset) => wanted - offset)
    .filter((at) => at + offsetMs(timeZone, at) === wanted)
    .toSorted((a, b) => a - b);
  return new Date(meant[0] ?? firstAfterGap(timeZone, wanted, wanted - Math.max(...offsets)));
}

/** The end of a gap that a time of the clock lies in: the first instant whose clocks are past it. */
function firstAfterGap(timeZone: string, wanted: number, before: number): number {
  let [low, high] = [before, before + dayMs];
  while (high - low > minuteMs) {
    const middle = Math.floor((low + high) / 2 / minuteMs) * minuteMs;
    if (middle + offsetMs(timeZone, middle) < wanted) low = middle;
    else high = middle;
  }
  return high;
}

/** How far the clocks of a zone are ahead of UTC, in whole minutes. */
function offsetMs(timeZone: string, at: number): number {
  const { year, month, day, hour, minute } = localTimeAt(timeZone, new Date(at));
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / minuteMs) * minuteMs;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= maxFormats) formats.clear();
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}
