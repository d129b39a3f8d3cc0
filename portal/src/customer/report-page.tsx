import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouteContext } from '@tanstack/react-router';
import { Download, Printer } from 'lucide-react';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { wellOr } from '../../../src/monitoring/looks/reassuring-messages.ts';
import { t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { SelectField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { numberText } from '../ui/numbers.ts';
import { Page } from '../ui/page.tsx';
import { SeverityBadge, severities, severityLabel } from '../ui/severity.tsx';
import { absoluteTime } from '../ui/time.tsx';
import { useCustomerId } from './customer.ts';
import { ExposureChart } from './exposure-chart.tsx';
import { lastMonths, type Month, monthName, monthOf } from './month.ts';
import { fetchReportPdf, type Ledger, type MonthlyReport, monthlyReportQuery } from './report-data.ts';
import { coverageRows, durationText } from './report-words.ts';

const route = getRouteApi('/customer/report');
/** Two sheets of paper have no room for frames. */
const onPaper = 'print:border-0 print:p-0';

/** Alerts about domains have a list of their own. */
const kindsOfDomains: readonly string[] = ['leaked_credentials', 'dark_web', 'domain_posture'];

/** A month for people who decide: what happened, what was fixed and how fast, what is left, what to do first. */
export function ReportPage() {
  const { month = monthOf(new Date()) } = route.useSearch();
  const navigate = route.useNavigate();
  const { session } = useRouteContext({ from: '__root__' });
  const customerId = useCustomerId();
  const report = useQuery(monthlyReportQuery(month));
  const pdf = useMutation({ mutationFn: fetchReportPdf, onSuccess: (file) => save(file, month) });
  return (
    <Page
      title={t('portal.report.title', { month: monthName(month) })}
      lead={
        <>
          {t('portal.report.for', {
            portal: session.portal.name,
            customer:
              (session.signed_in?.kind === 'customer' && session.signed_in.name) ||
              t('portal.report.customer', { id: `${customerId}` }),
          })}
          {report.data && ` ${asOf(report.data)}`}
        </>
      }
      actions={
        <>
          <Button changesNothing kind="primary" busy={pdf.isPending} onClick={() => pdf.mutate(month)}>
            <Download aria-hidden="true" size={16} />
            {t('portal.report.pdf')}
          </Button>
          <Button changesNothing onClick={() => print()}>
            <Printer aria-hidden="true" size={16} />
            {t('portal.report.print')}
          </Button>
        </>
      }
    >
      <div className="max-w-60 print:hidden">
        <SelectField
          label={t('portal.report.month')}
          value={month}
          onChange={({ target }) => navigate({ search: { month: target.value }, replace: true })}
        >
          {monthsToChoose(month).map((choice) => (
            <option key={choice} value={choice}>
              {monthName(choice)}
            </option>
          ))}
        </SelectField>
      </div>
      <ErrorNotice error={pdf.error} />
      {report.isPending && <Placeholder className="h-96" />}
      <LoadError of={report} />
      {report.data && <Report report={report.data} />}
    </Page>
  );
}

function save(file: Blob, month: Month): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: `security-report-${month}.pdf` });
  link.click();
  URL.revokeObjectURL(url);
  announce(t('portal.report.downloaded'));
}

function monthsToChoose(chosen: Month): Month[] {
  const months = lastMonths(new Date());
  return months.includes(chosen) ? months : [...months, chosen];
}

function asOf({ is_over: isOver, as_of: at }: MonthlyReport): string {
  return t(isOver ? 'portal.report.as-of' : 'portal.report.so-far', { time: absoluteTime(new Date(at)) });
}

function Report({ report }: { report: MonthlyReport }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6 print:gap-4 print:text-xs">
      <Card title={t('portal.report.short')} className={onPaper}>
        <p className="max-w-prose">{report.summary.join(' ')}</p>
      </Card>
      <DoFirst report={report} />
      <Card title={t('portal.report.over-time')} lead={t('portal.report.over-time-lead')} className={onPaper}>
        <ExposureChart days={report.exposure} height={120} />
      </Card>
      <Changes report={report} />
      <Fixes report={report} />
      <Left report={report} />
      <Coverage report={report} />
    </div>
  );
}

function DoFirst({ report }: { report: MonthlyReport }) {
  const { do_first: advice } = report;
  return (
    <Card title={t('portal.report.first')} className={onPaper}>
      {advice.length === 0 && (
        <p className="text-sm text-muted print:text-xs">
          {t(wellOr(report, 'portal.report.nothing-open', 'portal.report.unknown'))}
        </p>
      )}
      <ol className="grid grid-cols-1 gap-4 print:gap-2">
        {advice.map((each) => (
          <li key={each.alert_id} className="grid min-w-0 gap-1">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              <SeverityBadge severity={each.severity} />
              <Link
                to={kindsOfDomains.includes(each.kind) ? '/leaks/$alertId' : '/alerts/$alertId'}
                params={{ alertId: each.alert_id }}
                className="min-w-0 underline [overflow-wrap:anywhere] print:no-underline"
              >
                {withReadableNames(each.title)}
              </Link>
            </span>
            <span className="text-sm text-muted [overflow-wrap:anywhere] print:text-xs">
              {t(each.alerts > each.subjects.length ? 'portal.report.on-more' : 'portal.report.on', {
                subjects: withReadableNames(each.subjects.join(', ')),
                count: each.alerts,
              })}
            </span>
            {each.advice && (
              <span className="line-clamp-3 max-w-prose text-sm print:line-clamp-2 print:text-xs">
                {withReadableNames(each.advice)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

type Column = readonly [title: string, value: (now: Ledger, before: Ledger) => string];

function Changes({ report }: { report: MonthlyReport }) {
  return (
    <LedgerCard
      title={t('portal.report.changed')}
      report={report}
      columns={[
        [t('portal.report.open-first'), (now) => numberText(now.open_at_start)],
        [t('portal.report.new'), (now) => numberText(now.raised + now.reopened)],
        [t('portal.report.closed'), (now) => numberText(now.closed)],
        [t('portal.report.rated'), (now) => `${now.reassessed > 0 ? '+' : ''}${numberText(now.reassessed)}`],
        [t('portal.report.open-last'), (now) => numberText(now.open_at_end)],
        [t('portal.report.new-before'), (_, before) => numberText(before.raised + before.reopened)],
        [t('portal.report.closed-then'), (_, before) => numberText(before.closed)],
      ]}
    />
  );
}

function Fixes({ report }: { report: MonthlyReport }) {
  return (
    <LedgerCard
      title={t('portal.report.fixed-title')}
      report={report}
      columns={[
        [t('portal.report.fixed'), (now) => numberText(now.fixed)],
        [t('portal.report.half'), (now) => durationText(now.median_seconds)],
        [t('portal.report.nine'), (now) => durationText(now.p90_seconds)],
        [t('portal.report.fixed-before'), (_, before) => numberText(before.fixed)],
        [t('portal.report.half-before'), (_, before) => durationText(before.median_seconds)],
      ]}
    />
  );
}

function LedgerCard({ title, report, columns }: { title: string; report: MonthlyReport; columns: readonly Column[] }) {
  const { figures, before } = report;
  const cells = (now: Ledger, then: Ledger) => columns.map(([name, value]) => [name, value(now, then)] as const);
  return (
    <Card title={title} className={onPaper}>
      <Numbers
        caption={title}
        heads={[t('portal.alerts.severity'), ...columns.map(([name]) => name)]}
        rows={[
          ...severities.map((severity) => ({
            name: severityLabel(severity),
            cells: cells(figures.by_severity[severity], before.by_severity[severity]),
          })),
          { name: t('portal.alerts.all'), cells: cells(figures.total, before.total), isSum: true },
        ]}
      />
    </Card>
  );
}

interface NumberRow {
  readonly name: string;
  readonly cells: readonly (readonly [column: string, value: string])[];
  readonly isSum?: boolean;
}

/** On a phone it scrolls sideways, by keyboard too. */
function Numbers({ caption, heads, rows }: { caption: string; heads: readonly string[]; rows: readonly NumberRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus
    <section className="scrolls-sideways -mx-1 overflow-x-auto px-1" aria-label={caption} tabIndex={0}>
      <table className="w-full text-sm tabular-nums print:text-xs">
        <thead>
          <tr className="border-b border-line align-bottom">
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`py-2 font-medium print:py-0.5 ${index === 0 ? 'text-left' : 'pl-2 text-right sm:pl-4'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells, isSum = false }) => (
            <tr key={name} className={isSum ? 'font-semibold' : 'border-b border-line'}>
              <th scope="row" className={`py-2 text-left print:py-0.5 ${isSum ? '' : 'font-normal'}`}>
                {name}
              </th>
              {cells.map(([column, value]) => (
                <td key={column} className="py-2 pl-2 text-right whitespace-nowrap sm:pl-4 print:py-0.5">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Left({ report }: { report: MonthlyReport }) {
  const { still_open: open, fixed, figures } = report;
  const more = figures.total.open_at_end - open.reduce((sum, { alerts }) => sum + alerts, 0);
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2 print:grid-cols-2 print:gap-4">
      <Card
        title={t('portal.report.left')}
        lead={more > 0 ? t('portal.report.most-urgent', { count: figures.total.open_at_end }) : undefined}
        className={onPaper}
      >
        <AlertList alerts={open} none={t(wellOr(report, 'portal.report.nothing-left', 'portal.report.none-known'))} />
      </Card>
      <Card title={t('portal.report.fixed-in-month')} className={onPaper}>
        <AlertList alerts={fixed} none={t('portal.report.nothing-fixed')} />
      </Card>
    </div>
  );
}

type Listed = MonthlyReport['fixed'][number] & { readonly alerts?: number };

function AlertList({ alerts, none }: { alerts: readonly Listed[]; none: string }) {
  if (alerts.length === 0) return <p className="text-sm text-muted print:text-xs">{none}</p>;
  return (
    <ul className="-my-2 divide-y divide-line text-sm print:text-xs">
      {alerts.map((alert) => (
        <li
          key={alert.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 py-2 print:py-0.5"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {withReadableNames(alert.title)}
            <span className="block text-muted">
              {t('portal.report.place', {
                name: withReadableNames(alert.subject.name),
                others: (alert.alerts ?? 1) - 1,
              })}
            </span>
            {alert.closed_at !== null && (
              <span className="block text-muted">
                {t('portal.report.fixed-after', {
                  time: durationText((Date.parse(alert.closed_at) - Date.parse(alert.opened_at)) / 1_000),
                })}
              </span>
            )}
          </span>
          <SeverityBadge severity={alert.severity} />
        </li>
      ))}
    </ul>
  );
}

function Coverage({ report }: { report: MonthlyReport }) {
  const rows = coverageRows(report);
  return (
    <Card title={t('portal.report.coverage')} className={onPaper}>
      <Numbers
        caption={t('portal.report.coverage')}
        heads={[t('portal.report.monitored'), ...rows[0]!.cells.map(([column]) => column)]}
        rows={rows.map(({ name, cells }) => ({ name, cells }))}
      />
    </Card>
  );
}
