import { intl } from '../messages/messages.ts';
/** A calendar month of UTC, by which reports are counted, as `2026-03`. */
export type Month = string;

export function monthOf(at: Date): Month {
  return at.toISOString().slice(0, 7);
}

/** This month and the twelve before it, latest first. */
export function lastMonths(now: Date): Month[] {
  return Array.from({ length: 13 }, (_, back) =>
    monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))),
  );
}

const format: Intl.DateTimeFormatOptions = { month: 'long', year: 'numeric', timeZone: 'UTC' };

export function monthName(month: Month): string {
  const names = intl('month', (locale) => new Intl.DateTimeFormat(locale, format));
  return names.format(new Date(`${month}-01T00:00:00Z`));
}
