import { InvalidInput } from '../../core/api/problems.ts';

/**
 * What silences alerts for a time does so for a year at most: nobody remembers for longer what it was about.
 * @throws InvalidInput when the time has passed already or is later than that
 */
export function requireWithinAYear(field: string, time: Date | undefined, now: Date): void {
  if (time === undefined) return;
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + 1);
  if (time <= now) throw new InvalidInput({ [field]: [`The ${field} field must be a time in the future.`] });
  if (time > latest) throw new InvalidInput({ [field]: [`The ${field} field must be at most a year ahead.`] });
}
