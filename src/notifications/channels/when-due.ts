import {
  type DeliveryRhythm,
  sendTime,
  spreadOf,
  type TimingChoice,
} from '../../engines/notification-timing/send-time.ts';
import type { Channel } from './channel-record.ts';

/** When a channel hears of what is not critical. */
export type Rhythm = Pick<Channel, 'id' | 'urgency' | 'quiet_from' | 'quiet_until' | 'time_zone'>;

/** As addresses of mail name the same choice. */
const deliveries: Record<Channel['urgency'], DeliveryRhythm> = {
  at_once: 'immediate',
  five_minutes: 'gathered',
  daily: 'daily',
  weekly: 'weekly',
};

/** When something that happens now is told: what is critical at once, the rest when the channel wants it, outside of quiet hours. */
export function whenDue(rhythm: Rhythm, isCritical: boolean, now: Date): Date {
  return sendTime({ now, earliest: now, isCritical, spread: spreadOf(rhythm.id) }, timingChoice(rhythm));
}

function timingChoice({ urgency, quiet_from: from, quiet_until: until, time_zone: timeZone }: Rhythm): TimingChoice {
  const quietHours = from === null || until === null ? null : { from: clockTimeOf(from), to: clockTimeOf(until) };
  return { delivery: deliveries[urgency], quietHours, timeZone };
}

/** A minute of the day as clocks show it: `22:30`. */
export function clockTimeOf(minute: number): string {
  const digits = (number: number) => String(number).padStart(2, '0');
  return `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`;
}
