/** Dates, numbers and lists as a language writes them. */

/** How Intl knows a language: English as Europe writes it, which has the day before the month. */
export function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

/** A moment with its zone: `23 November 2026 at 14:05 UTC`. */
export function timeIn(language: string, time: Date): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(time)} UTC`;
}

/** A day in a time zone: `3 March 2026`. */
export function dayIn(language: string, time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone }).format(time);
}

/** A day of the calendar, given as `2026-03-03`. */
export function calendarDayIn(language: string, day: string): string {
  return dayIn(language, new Date(`${day}T00:00:00Z`), 'UTC');
}

/** `a`, `a and b`, `a, b and c` */
export function listIn(language: string, items: readonly string[]): string {
  return new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(items);
}
