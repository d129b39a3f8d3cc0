const hourMs = 3_600_000;
/** On the first of a month (UTC), from then on… */
const firstHour = 4;
/** … spread over so many hours: all customers of all partners are mailed on one day. */
const spreadHours = 8;

/** When an address gets its next report: always the same time of the first day of a month, which differs between addresses. */
export function nextReportTime(now: Date, recipientId: string): Date {
  const offset = (Number.parseInt(recipientId.replaceAll('-', '').slice(-8), 16) / 2 ** 32) * spreadHours * hourMs;
  const inMonth = (months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months) + firstHour * hourMs + Math.floor(offset));
  return inMonth(0) > now ? inMonth(0) : inMonth(1);
}

/** The month before, as `2026-10`. */
export function reportedMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
}
