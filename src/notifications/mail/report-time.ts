import { spreadOf } from '../../engines/notification-timing/send-time.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;
/** On the first of a month, and on Mondays (UTC), from then on… */
const firstHour = 4;
/** … spread over so many hours: all customers of all partners are mailed on one day. */
const spreadHours = 8;

/** Since the day began, when an address or a customer gets what comes at fixed times: always the same, and different between them. */
function timeOfDay(id: string): number {
  return firstHour * hourMs + Math.floor(spreadOf(id) * spreadHours * hourMs);
}

/** When an address gets its next report: on the first day of a month. */
export function nextReportTime(now: Date, recipientId: string): Date {
  const inMonth = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months) + timeOfDay(recipientId));
  return inMonth(0) > now ? inMonth(0) : inMonth(1);
}

/** When a customer's next weekly summary is made: on a Monday. */
export function nextMondayTime(now: Date, customerId: string): Date {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysSinceMonday);
  const at = new Date(monday + timeOfDay(customerId));
  return at > now ? at : new Date(at.getTime() + weekMs);
}

/** The month before, as `2026-10`. */
export function reportedMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
}
