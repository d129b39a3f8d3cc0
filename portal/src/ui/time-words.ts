import { intl, t } from '../messages/messages.ts';

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const relative = () => intl('relative', (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));
const absolute: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

/** Up to so many of a unit are told in it: 40 days are no month, and 20 months no year. */
const toldUpTo: Readonly<Partial<Record<Intl.RelativeTimeFormatUnit, number>>> = { day: 100, month: 24 };

/** `40 days ago`, `in 2 hours`: whole units that have passed, so it never says more than is true. */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1_000;
  for (const [index, [unit, size]] of units.entries()) {
    const [smaller, smallerSize] = units[index + 1] ?? [unit, 0];
    const isToldSmaller = Math.abs(seconds) < (toldUpTo[smaller] ?? 0) * smallerSize;
    if (Math.abs(seconds) >= size && !isToldSmaller) return relative().format(Math.trunc(seconds / size), unit);
  }
  return seconds > presentSeconds ? t('portal.time.soon') : t('portal.time.just-now');
}

/** The present is anew twice a minute only, so what has just happened can seem to lie ahead by so much. */
export const presentSeconds = 30;

/** `Nov 22, 2026, 11:00 PM GMT+1`: in the reader's zone, which it names. */
export function absoluteTime(at: Date): string {
  return intl('absolute', (locale) => new Intl.DateTimeFormat(locale, absolute)).format(at);
}

/** A day of UTC, by which alerts are counted. */
export function dayText(date: string): string {
  const format = intl('day', (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));
  return format.format(new Date(date));
}

const inDays: Intl.NumberFormatOptions = { style: 'unit', unit: 'day', unitDisplay: 'long' };

/** A length of time as people say it: `12 s`, `4 min 30 s`, `2 h 5 min`, `5 days`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600)
    return [`${Math.floor(whole / 60)} min`, whole % 60 === 0 ? '' : `${whole % 60} s`].join(' ').trim();
  const days = Math.floor(whole / 86_400);
  if (days >= 2) return intl('days', (locale) => new Intl.NumberFormat(locale, inDays)).format(days);
  const minutes = Math.floor((whole % 3_600) / 60);
  return [`${Math.floor(whole / 3_600)} h`, minutes === 0 ? '' : `${minutes} min`].join(' ').trim();
}
