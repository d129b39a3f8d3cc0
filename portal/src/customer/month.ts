/** A calendar month in the reader's time zone, as `2026-03`. */
export type Month = string;

export interface MonthSpan {
  readonly fromMs: number;
  /** The first instant that is not in it. */
  readonly untilMs: number;
}

export function monthOf(at: Date): Month {
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`;
}

export function spanOf(month: Month): MonthSpan {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { fromMs: new Date(year, number - 1).getTime(), untilMs: new Date(year, number).getTime() };
}

export function isWithin({ fromMs, untilMs }: MonthSpan, at: string | null): boolean {
  return at !== null && Date.parse(at) >= fromMs && Date.parse(at) < untilMs;
}

/** This month and the eleven before it, latest first. */
export function lastMonths(now: Date): Month[] {
  return Array.from({ length: 12 }, (_, back) => monthOf(new Date(now.getFullYear(), now.getMonth() - back)));
}

const format = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

export function monthName(month: Month): string {
  return format.format(new Date(spanOf(month).fromMs));
}
