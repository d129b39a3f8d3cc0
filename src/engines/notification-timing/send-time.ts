import { instantOfLocal, localDayAt, weekdayOf } from './local-time.ts';

/**
 * When a reader wants to hear of what is not critical: at once; gathered for five minutes; in a digest of each day or week, in the
 * morning of the reader's zone.
 */
export const deliveries = ['immediate', 'gathered', 'daily', 'weekly'] as const;
export type DeliveryRhythm = (typeof deliveries)[number];
/** Those that tell at fixed times, of what is over, too. */
export const digests = ['daily', 'weekly'] as const satisfies readonly DeliveryRhythm[];

/** Times of the clock as `22:00`. `from` later than `to`: over midnight. They differ. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

export interface TimingChoice {
  readonly delivery: DeliveryRhythm;
  readonly quietHours: QuietHours | null;
  /** Of the IANA database. */
  readonly timeZone: string;
}

/** A time of the clock, as quiet hours name it. */
export const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/;

const gatherMs = 300_000;
/** On the clock of the reader, from here on… */
const digestMinutes = 8 * 60;
/** …spread over so many minutes: all digests of a zone are not one burst. */
const digestSpreadMinutes = 30;
/** Monday. */
const digestWeekday = 0;

export function isDigest(delivery: DeliveryRhythm): delivery is (typeof digests)[number] {
  return digests.some((digest) => digest === delivery);
}

/**
 * When a message may go that waits since `now`. What is critical goes at `earliest`, whatever a reader chose.
 * @param earliest not before this instant, as the pause after the last message may ask
 * @param spread from 0 to 1 (exclusive): where in the time of digests this reader has its own
 */
export function sendTime(
  { now, earliest, isCritical, spread }: { now: Date; earliest: Date; isCritical: boolean; spread: number },
  choice: TimingChoice,
): Date {
  if (isCritical) return earliest;
  const wanted = Math.max(earliest.getTime(), wantedAt(now, spread, choice).getTime());
  return endOfQuiet(new Date(wanted), choice);
}

/** Whether it is no time for anything but what is critical. */
export function isQuiet(at: Date, choice: Pick<TimingChoice, 'quietHours' | 'timeZone'>): boolean {
  return endOfQuiet(at, choice) > at;
}

/** When the quiet hours end that an instant is in; the instant itself, when it is in none. */
export function endOfQuiet(at: Date, { quietHours, timeZone }: Pick<TimingChoice, 'quietHours' | 'timeZone'>): Date {
  if (quietHours === null) return at;
  const [from, to] = [minutesOf(quietHours.from), minutesOf(quietHours.to)];
  const today = localDayAt(timeZone, at);
  // Those that began yesterday may last until now, and where clocks are set back a day, even longer.
  for (const day of [today - 1, today]) {
    const end = instantOfLocal(timeZone, from < to ? day : day + 1, to);
    if (instantOfLocal(timeZone, day, from) <= at && at < end) return end;
  }
  return at;
}

function wantedAt(now: Date, spread: number, choice: TimingChoice): Date {
  const { delivery, timeZone } = choice;
  if (delivery === 'immediate') return now;
  if (delivery === 'gathered') return new Date(now.getTime() + gatherMs);
  const minutes = digestMinutes + Math.floor(spread * digestSpreadMinutes);
  // The local time is computed anew for each day: a day in spring has 23 hours. Quiet hours may put yesterday's digest off until now or
  // later: it tells of all that happens until it goes.
  for (let day = localDayAt(timeZone, now) - 1; ; day += 1) {
    if (delivery === 'weekly' && weekdayOf(day) !== digestWeekday) continue;
    const at = endOfQuiet(instantOfLocal(timeZone, day, minutes), choice);
    if (at > now) return at;
  }
}

/** Where in the time of digests a reader has its own: evenly by the reader's id (UUID), and always the same. */
export function spreadOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(-8), 16) / 2 ** 32;
}

/** Minutes since midnight of a time of the clock. */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}
