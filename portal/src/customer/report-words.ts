import { t } from '../messages/messages.ts';
import { numberText } from '../ui/numbers.ts';
import type { MonthlyReport } from './report-data.ts';

const [minute, hour, day] = [60, 3_600, 86_400];

/** `3 hours`; a dash where there is nothing to tell. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < minute) return t('portal.report.a-minute');
  if (seconds < 2 * hour) return t('portal.report.minutes', { count: Math.round(seconds / minute) });
  if (seconds < 2 * day) return t('portal.report.hours', { count: Math.round(seconds / hour) });
  return t('portal.report.days', { count: Math.round(seconds / day) });
}

const reasons = [
  ['paused', 'portal.domains.paused'],
  ['capacity', 'portal.report.not-paid'],
  ['out_of_scope', 'portal.report.never-scanned'],
  ['no_source', 'portal.report.no-source'],
  ['failing', 'portal.report.failing'],
  ['not_yet', 'portal.report.not-yet'],
] as const;

type Use = NonNullable<MonthlyReport['capacity']>['port_monitoring'] | undefined;

/** What was looked at, what was not and why, and what is paid for. */
export function coverageRows({ coverage: { servers, domains }, capacity }: MonthlyReport) {
  const row = (name: string, { total, scanned, not_scanned: missing }: typeof servers, use: Use) => ({
    name,
    cells: [
      [t('portal.common.all'), numberText(total)],
      [t('portal.servers.scanned'), numberText(scanned)],
      ...reasons.map(([reason, label]) => [t(label), numberText(missing[reason])] as const),
      [t('portal.report.in-plan'), inPlan(use)],
    ] as (readonly [column: string, value: string])[],
  });
  return [
    row(t('portal.nav.servers'), servers, capacity?.port_monitoring),
    row(t('portal.nav.domains'), domains, capacity?.domain_monitoring),
  ];
}

function inPlan(use: Use): string {
  if (!use) return '–';
  return use.capacity === null
    ? t('portal.report.no-limit', { usage: use.usage })
    : t('portal.report.usage', { usage: use.usage, capacity: use.capacity });
}
