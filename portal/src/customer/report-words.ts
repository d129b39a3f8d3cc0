import type { MonthlyReport } from './report-data.ts';

const number = (value: number) => value.toLocaleString('en');

const [minute, hour, day] = [60, 3_600, 86_400];

/** `3 hours`; a dash where there is nothing to tell. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < minute) return 'a minute';
  if (seconds < 2 * hour) return inUnits(seconds / minute, 'minute', 'minutes');
  return seconds < 2 * day ? inUnits(seconds / hour, 'hour', 'hours') : inUnits(seconds / day, 'day', 'days');
}

function inUnits(value: number, one: string, many: string): string {
  const rounded = Math.round(value);
  return rounded === 1 ? `1 ${one}` : `${number(rounded)} ${many}`;
}

const reasons = [
  ['paused', 'Paused'],
  ['capacity', 'Not paid for'],
  ['out_of_scope', 'Never scanned'],
  ['failing', 'Scans failed'],
  ['not_yet', 'Not yet'],
] as const;

type Use = NonNullable<MonthlyReport['capacity']>['port_monitoring'] | undefined;

/** What was looked at, what was not and why, and what is paid for. */
export function coverageRows({ coverage: { servers, domains }, capacity }: MonthlyReport) {
  const row = (name: string, { total, scanned, not_scanned: missing }: typeof servers, use: Use) => ({
    name,
    cells: [
      ['All', number(total)],
      ['Scanned', number(scanned)],
      ...reasons.map(([reason, label]) => [label, number(missing[reason])] as const),
      ['In the plan now', inPlan(use)],
    ] as (readonly [column: string, value: string])[],
  });
  return [row('Servers', servers, capacity?.port_monitoring), row('Domains', domains, capacity?.domain_monitoring)];
}

function inPlan(use: Use): string {
  if (!use) return '–';
  return use.capacity === null ? `${number(use.usage)}, no limit` : `${number(use.usage)} of ${number(use.capacity)}`;
}
