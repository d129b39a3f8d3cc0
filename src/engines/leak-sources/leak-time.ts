import type { LeakTime } from './leak-source.ts';

const plausible = { fromMs: Date.UTC(1990, 0, 1), beforeMs: Date.UTC(2100, 0, 1) };

/**
 * A time as the sources write it: a day, ISO 8601 with or without zone (then UTC), or seconds since 1970 (MISP).
 * @returns a day where only a day was given or the time is midnight sharp; null when it is no time, or an implausible one
 */
export function leakTime(value: string | number | null | undefined): LeakTime | null {
  const text = String(value ?? '').trim();
  const timeMs = /^\d{9,10}$/.test(text) ? Number(text) * 1000 : parseIso(text);
  if (timeMs === null || !(timeMs >= plausible.fromMs && timeMs < plausible.beforeMs)) return null;
  const iso = new Date(timeMs).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}

const isoForm = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/;

function parseIso(text: string): number | null {
  const [, day, time, zone = 'Z'] = isoForm.exec(text) ?? [];
  // Date.parse takes the 30th of February for the 2nd of March.
  if (day === undefined || !isDay(day)) return null;
  const zoneWithColon = zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const timeMs = Date.parse(time === undefined ? day : `${day}T${time}${zoneWithColon}`);
  return Number.isNaN(timeMs) ? null : timeMs;
}

function isDay(day: string): boolean {
  const timeMs = Date.parse(day);
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(day);
}
