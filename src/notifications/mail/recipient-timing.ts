import {
  endOfQuiet,
  isDigest,
  isQuiet,
  sendTime,
  spreadOf,
  type TimingChoice,
} from '../../engines/notification-timing/send-time.ts';
import type { Recipient } from './recipient-record.ts';

/** Least time between two mails about alerts to one address: what is new meanwhile is in the next one. */
export const pauseSeconds = 300;
/** The same between two mails that tell of something critical, which heed no other pause: an outbreak is not a mail a second. */
const criticalPauseSeconds = 60;

type Chosen = Pick<Recipient, 'delivery' | 'quiet_from' | 'quiet_to' | 'time_zone'>;

/** What an address chose, as the engine of timing takes it. */
function timingChoice({ delivery, quiet_from: from, quiet_to: to, time_zone: timeZone }: Chosen): TimingChoice {
  return { delivery, quietHours: from === null || to === null ? null : { from, to }, timeZone };
}

/**
 * When what is not critical and waits since now becomes a mail.
 * @param earliest not before this instant
 */
export function nonCriticalDueAt(recipient: Chosen & Pick<Recipient, 'id'>, now: Date, earliest: Date): Date {
  return sendTime({ now, earliest, isCritical: false, spread: spreadOf(recipient.id) }, timingChoice(recipient));
}

/** When something critical may be told of that is known by now: also of what a mail under way had to leave. */
export function criticalDueAt(now: Date, { last_critical_at: last }: Pick<Recipient, 'last_critical_at'>): Date {
  return latest(now, last && later(last, criticalPauseSeconds));
}

/** When the pause after the last mail is over; now, if it is. */
export function pauseEndAt(now: Date, { last_mail_at: last }: Pick<Recipient, 'last_mail_at'>): Date {
  return latest(now, last && later(last, pauseSeconds));
}

/**
 * Whether everything that waits may go now. Something critical takes along what waits for a pause, and nothing that waits for a digest
 * or the end of quiet hours.
 */
export function mayNonCriticalGo(recipient: Recipient, now: Date): boolean {
  if (isQuiet(now, timingChoice(recipient))) return false;
  const isDue = recipient.rest_due_at === null || recipient.rest_due_at <= now;
  return isDue || (recipient.critical_waits && !isDigest(recipient.delivery));
}

/** When the quiet hours of an address are over; null: it has none now. */
export function quietUntil(recipient: Chosen, now: Date): Date | null {
  const end = endOfQuiet(now, timingChoice(recipient));
  return end > now ? end : null;
}

export function later(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1_000);
}

function latest(now: Date, other: Date | null): Date {
  return other && other > now ? other : now;
}
