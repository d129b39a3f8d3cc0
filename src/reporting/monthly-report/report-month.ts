/** A calendar month of UTC, as `2026-10`. */
export type ReportMonth = string;

export interface ReportSpan {
  readonly from: Date;
  /** The first instant that is not in it. */
  readonly to: Date;
}

/** So many months back are reported; scans, which coverage is counted by, are kept for one more. */
export const reportedMonths = 12;

export function monthOf(at: Date): ReportMonth {
  return at.toISOString().slice(0, 7);
}

export function spanOf(month: ReportMonth): ReportSpan {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: new Date(Date.UTC(year, number - 1)), to: new Date(Date.UTC(year, number)) };
}

/** @param months back, when it is negative */
export function monthsFrom(month: ReportMonth, months: number): ReportMonth {
  const { from } = spanOf(month);
  return monthOf(new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months)));
}

const dayMs = 86_400_000;
const maxExposureDays = 90;

/** The days of the exposure over time: up to the last of the month that has begun. */
export function exposureSpan({ to }: ReportSpan, now: Date, days: number = maxExposureDays): ReportSpan {
  const tomorrow = new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs);
  const end = to < tomorrow ? to : tomorrow;
  return { from: new Date(end.getTime() - days * dayMs), to: end };
}
