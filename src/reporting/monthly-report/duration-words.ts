const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** `3 hours`; a dash where there is nothing to tell. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < minute) return 'a minute';
  if (seconds < 2 * hour) return inUnits(seconds / minute, 'minute', 'minutes');
  return seconds < 2 * day ? inUnits(seconds / hour, 'hour', 'hours') : inUnits(seconds / day, 'day', 'days');
}

function inUnits(value: number, one: string, many: string): string {
  const rounded = Math.round(value);
  return rounded === 1 ? `1 ${one}` : `${rounded.toLocaleString('en')} ${many}`;
}
