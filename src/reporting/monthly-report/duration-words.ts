import type { Messages } from '../../platform/messages/message.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** `3 hours`; a dash where there is nothing to tell. */
export function durationIn(t: Messages, seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < minute) return t('report.duration.moment');
  if (seconds < 2 * hour) return t('report.duration.minutes', { count: Math.round(seconds / minute) });
  return seconds < 2 * day
    ? t('report.duration.hours', { count: Math.round(seconds / hour) })
    : t('report.duration.days', { count: Math.round(seconds / day) });
}
