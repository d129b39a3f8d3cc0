import { type Severity, severities } from '../../common/severity.ts';
import { withReadableNames } from '../../engines/domain-names/readable-name.ts';
import type { Block, ReportContent, Section } from '../../engines/report-pdf/report-content.ts';
import { allLookedAt, wellOr } from '../../monitoring/looks/index.ts';
import type { MessageKey, Messages } from '../../platform/messages/message.ts';
import { durationIn } from './duration-words.ts';
import type { Advice, OpenCause, ReportedAlert } from './pick-alerts.ts';
import { type Coverage, notScannedReasons } from './read-coverage.ts';
import type { MonthlyReport, SeverityLedger } from './read-monthly-report.ts';
import { type ReportMonth, spanOf } from './report-month.ts';

const mostSevereFirst = severities.toReversed();

/** What a report is written with: sentences of a language, and how it writes figures and days. */
interface Pen {
  readonly t: Messages;
  number(value: number): string;
  day(time: Date): string;
  severity(severity: Severity): string;
}

function penOf(t: Messages): Pen {
  const figures = new Intl.NumberFormat(t.language);
  const days = new Intl.DateTimeFormat(t.language, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    t,
    number: (value) => figures.format(value),
    day: (time) => days.format(time),
    severity: (severity) => t(`alert.severity.${severity}`),
  };
}

function monthName({ language }: Messages, month: ReportMonth): string {
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(spanOf(month).from);
}

export function titleOf(t: Messages, { month }: Pick<MonthlyReport, 'month'>): string {
  return t('report.title', { month: monthName(t, month) });
}

/** The two pages of the report: what happened on the first, what to do and what else there is on the second. */
export function reportContent(t: Messages, report: MonthlyReport, portal: ReportContent['portal']): ReportContent {
  const pen = penOf(t);
  return {
    language: t.language,
    title: titleOf(t, report),
    lead: [leadOf(t, report, portal.name), asOf(t, report)].join(' '),
    portal,
    foot: t('report.foot'),
    pageLabels: ['1', '2'].map((page) => t('report.page', { page, pages: '2' })),
    pages: [
      [inShort(pen, report), exposure(pen, report), changes(pen, report), fixes(pen, report)],
      [doFirst(pen, report), left(pen, report), byKind(pen, report), fixedAlerts(pen, report), coverage(pen, report)],
    ],
  };
}

function leadOf(t: Messages, { billing_customer_id: id, customer_name: name }: MonthlyReport, portal: string): string {
  if (id === null) return t('report.lead.all', { portal });
  return name === null ? t('report.lead.number', { id: String(id) }) : t('report.lead.named', { name, id: String(id) });
}

function asOf(t: Messages, { is_over: isOver, as_of: at }: MonthlyReport): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  const instant = `${new Intl.DateTimeFormat(t.language, options).format(new Date(at))} UTC`;
  return t(isOver ? 'report.counted' : 'report.counted-so-far', { instant });
}

/** What the report comes to, in a few sentences. */
export function summaryOf(t: Messages, report: MonthlyReport): string[] {
  const { figures, coverage: covered } = report;
  const { servers, domains } = covered;
  return [
    openSentence(t, report),
    changeSentence(t, figures.total),
    movesSentence(t, figures.total),
    ...unscanned(t, 'report.unscanned.servers', servers),
    ...unscanned(t, 'report.unscanned.domains', domains),
  ];
}

/** Whether all of what the report speaks of was looked at. */
export function reachOf({ coverage: { servers, domains } }: MonthlyReport): { readonly all_looked_at: boolean } {
  const reach = ({ total, scanned }: Coverage) => ({ total, looked_at: scanned });
  return { all_looked_at: allLookedAt(reach(servers), reach(domains)) };
}

function openSentence(t: Messages, report: MonthlyReport): string {
  const { figures, is_over: isOver } = report;
  const [count, critical] = [figures.total.open_at_end, figures.by_severity.critical.open_at_end];
  const when = isOver ? 'over' : 'now';
  if (count === 0) return t(wellOr(reachOf(report), `report.clear.${when}`, `report.not-all-clear.${when}`));
  const share = critical === 0 ? 'none' : critical === count ? 'all' : 'some';
  return t(`report.open.${when}-${share}`, { count, critical });
}

function changeSentence(t: Messages, { open_at_start: before, open_at_end: after }: SeverityLedger): string {
  if (after === before) return t('report.change.same');
  return t(after > before ? 'report.change.more' : 'report.change.fewer', { count: Math.abs(after - before) });
}

function movesSentence(t: Messages, { raised, reopened, closed, fixed }: SeverityLedger): string {
  const opened = raised + reopened;
  return closed === 0 ? t('report.moves.none-closed', { opened }) : t('report.moves.closed', { opened, closed, fixed });
}

function unscanned(t: Messages, key: MessageKey, { total, scanned }: Coverage): string[] {
  return total === scanned ? [] : [t(key, { missing: total - scanned, total })];
}

function inShort({ t, number, severity: label }: Pen, report: MonthlyReport): Section {
  const tiles = mostSevereFirst.map((severity) => {
    const { open_at_end: open, open_at_start: before } = report.figures.by_severity[severity];
    return { severity, label: label(severity), figure: number(open), note: comparedWithStart(t, open, before) };
  });
  return {
    heading: t('report.short.heading'),
    blocks: [
      { kind: 'paragraph', text: summaryOf(t, report).join(' ') },
      { kind: 'tiles', tiles },
    ],
  };
}

function comparedWithStart(t: Messages, open: number, before: number): string {
  if (open === before) return t('report.short.same');
  return t(open > before ? 'report.short.more' : 'report.short.fewer', { count: Math.abs(open - before) });
}

function exposure(pen: Pen, { exposure: days }: MonthlyReport): Section {
  const dayName = (index: number) => pen.day(new Date(`${days.at(index)!.date}T00:00:00Z`));
  return {
    heading: pen.t('report.exposure.heading'),
    blocks: [
      {
        kind: 'chart',
        alternative: exposureInWords(pen, days),
        days,
        labels: Object.fromEntries(severities.map((each) => [each, pen.severity(each)])) as Record<Severity, string>,
        firstDay: dayName(0),
        lastDay: dayName(-1),
      },
    ],
  };
}

/** What the picture shows, for whoever does not see it. */
function exposureInWords({ t, severity: label }: Pen, days: MonthlyReport['exposure']): string {
  const [first, last] = [days[0]!, days.at(-1)!];
  const counts = mostSevereFirst.map((severity) =>
    t('report.exposure.severity', {
      severity: label(severity),
      first: first[severity],
      last: last[severity],
      most: Math.max(...days.map((day) => day[severity])),
    }),
  );
  return [t('report.exposure.alternative', { first: first.date, last: last.date }), ...counts].join(' ');
}

const right = { align: 'right' as const };

function changes(
  { t, number, severity: name }: Pen,
  { figures: { by_severity: now, total }, before }: MonthlyReport,
): Section {
  const row = (label: string, ledger: SeverityLedger, previous: SeverityLedger) => [
    label,
    number(ledger.open_at_start),
    number(ledger.raised + ledger.reopened),
    number(ledger.closed),
    signed(number, ledger.reassessed),
    number(ledger.open_at_end),
    number(previous.raised + previous.reopened),
    number(previous.closed),
  ];
  return {
    heading: t('report.changed.heading'),
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: t('report.column.severity'), share: 1.2 },
          { label: t('report.column.open-first'), share: 1, ...right },
          { label: t('report.column.new'), share: 0.7, ...right },
          { label: t('report.column.closed'), share: 0.8, ...right },
          { label: t('report.column.rated'), share: 1, ...right },
          { label: t('report.column.open-last'), share: 1, ...right },
          { label: t('report.column.new-before'), share: 1.6, ...right },
          { label: t('report.column.closed-before'), share: 1, ...right },
        ],
        rows: [
          ...mostSevereFirst.map((severity) => ({
            severity,
            cells: row(name(severity), now[severity], before.by_severity[severity]),
          })),
          { cells: row(t('report.all'), total, before.total), strong: true },
        ],
      },
    ],
  };
}

function signed(number: Pen['number'], value: number): string {
  return value > 0 ? `+${number(value)}` : number(value).replace('-', '−');
}

function fixes(
  { t, number, severity: name }: Pen,
  { figures: { by_severity: now, total }, before }: MonthlyReport,
): Section {
  const row = (label: string, ledger: SeverityLedger, previous: SeverityLedger) => [
    label,
    number(ledger.fixed),
    durationIn(t, ledger.median_seconds),
    durationIn(t, ledger.p90_seconds),
    number(previous.fixed),
    durationIn(t, previous.median_seconds),
  ];
  return {
    heading: t('report.fixed.heading'),
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: t('report.column.severity'), share: 1.2 },
          { label: t('report.column.fixed'), share: 0.8, ...right },
          { label: t('report.column.half'), share: 1.4, ...right },
          { label: t('report.column.nine'), share: 1.4, ...right },
          { label: t('report.column.fixed-before'), share: 1.5, ...right },
          { label: t('report.column.half-before'), share: 1.2, ...right },
        ],
        rows: [
          ...mostSevereFirst.map((severity) => ({
            severity,
            cells: row(name(severity), now[severity], before.by_severity[severity]),
          })),
          { cells: row(t('report.all'), total, before.total), strong: true },
        ],
      },
    ],
  };
}

function doFirst(pen: Pen, report: MonthlyReport): Section {
  const { do_first: advice } = report.picked;
  const blocks: Block[] =
    advice.length === 0
      ? [{ kind: 'paragraph', text: pen.t(wellOr(reachOf(report), 'report.first.nothing', 'report.first.unknown')) }]
      : [
          {
            kind: 'list',
            items: advice.map((each) => ({
              title: withReadableNames(each.title),
              severity: each.severity,
              place: placesOf(pen, each),
              text: each.advice === null ? '' : withReadableNames(each.advice),
            })),
          },
        ];
  return { heading: pen.t('report.first.heading'), blocks };
}

function placesOf(pen: Pen, { alerts, subjects, severity }: Advice): string {
  const values = { severity: pen.severity(severity), places: withReadableNames(subjects.join(', ')), count: alerts };
  return pen.t(alerts > subjects.length ? 'report.first.places-more' : 'report.first.places', values);
}

function left(pen: Pen, report: MonthlyReport): Section {
  const { t } = pen;
  const { picked, figures } = report;
  const { still_open: open } = picked;
  const total = figures.total.open_at_end;
  const told = open.reduce((sum, { alerts }) => sum + alerts, 0);
  if (open.length === 0)
    return {
      heading: t('report.left.heading'),
      blocks: [
        { kind: 'paragraph', text: t(wellOr(reachOf(report), 'report.left.nothing', 'report.left.none-known')) },
      ],
    };
  return {
    heading: t('report.left.heading'),
    blocks: [
      alertTable(
        pen,
        open.map((each) => ({ ...each, subject: { ...each.subject, name: placeOf(t, each) } })),
        t('report.column.open-since'),
        ({ opened_at: at }) => pen.day(new Date(at)),
      ),
      ...(total > told ? [{ kind: 'paragraph' as const, text: t('report.left.most', { count: total }) }] : []),
    ],
  };
}

/** The server or domain, and how many others have the same. */
function placeOf(t: Messages, { subject: { name }, alerts }: OpenCause): string {
  return t('report.left.place', { name, others: alerts - 1 });
}

function alertTable(
  { t, severity: name }: Pen,
  alerts: readonly ReportedAlert[],
  lastLabel: string,
  last: (alert: ReportedAlert) => string,
): Block {
  return {
    kind: 'table',
    columns: [
      { label: t('report.column.severity'), share: 0.8 },
      { label: t('report.column.what'), share: 4 },
      { label: t('report.column.where'), share: 1.7 },
      { label: lastLabel, share: 1.2, ...right },
    ],
    rows: alerts.map((alert) => ({
      severity: alert.severity,
      cells: [name(alert.severity), withReadableNames(alert.title), withReadableNames(alert.subject.name), last(alert)],
    })),
  };
}

function byKind({ t, number }: Pen, { figures: { by_kind: kinds } }: MonthlyReport): Section {
  if (kinds.length === 0)
    return { heading: t('report.kinds.heading'), blocks: [{ kind: 'paragraph', text: t('report.kinds.none') }] };
  return {
    heading: t('report.kinds.heading'),
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: t('report.column.kind'), share: 3 },
          { label: t('report.column.open-first'), share: 1, ...right },
          { label: t('report.column.new'), share: 1, ...right },
          { label: t('report.column.closed'), share: 1, ...right },
          { label: t('report.column.open-last'), share: 1, ...right },
        ],
        rows: kinds.map(({ kind, title, ...ledger }) => ({
          cells: [
            ownWordsOf(t, kind) ?? title,
            number(ledger.open_at_start),
            number(ledger.raised + ledger.reopened),
            number(ledger.closed),
            number(ledger.open_at_end),
          ],
        })),
      },
    ],
  };
}

/** Where the words of its mails do not tell a kind from others. */
function ownWordsOf(t: Messages, kind: string): string | null {
  return t.has(`report.kind.${kind}`) ? t(`report.kind.${kind}`) : null;
}

function fixedAlerts(pen: Pen, { picked: { fixed } }: MonthlyReport): Section {
  const { t } = pen;
  if (fixed.length === 0)
    return { heading: t('report.done.heading'), blocks: [{ kind: 'paragraph', text: t('report.done.nothing') }] };
  return {
    heading: t('report.done.heading'),
    blocks: [
      alertTable(pen, fixed, t('report.column.after'), ({ opened_at: from, closed_at: to }) =>
        durationIn(t, (Date.parse(to!) - Date.parse(from)) / 1_000),
      ),
    ],
  };
}

function coverage({ t, number }: Pen, { coverage: { servers, domains }, capacity }: MonthlyReport): Section {
  const row = (label: string, { total, scanned, not_scanned: missing }: Coverage, use: Capacity) => ({
    cells: [
      label,
      number(total),
      number(scanned),
      ...notScannedReasons.map((reason) => number(missing[reason])),
      inPlan(t, use),
    ],
  });
  return {
    heading: t('report.coverage.heading'),
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: t('report.column.monitored'), share: 1 },
          ...[
            t('report.column.all'),
            t('report.column.scanned'),
            ...notScannedReasons.map((reason) => t(`report.reason.${reason}`)),
          ].map((label) => ({
            label,
            share: 1,
            ...right,
          })),
          { label: t('report.column.plan'), share: 1.3, ...right },
        ],
        rows: [
          row(t('report.coverage.servers'), servers, capacity?.port_monitoring ?? null),
          row(t('report.coverage.domains'), domains, capacity?.domain_monitoring ?? null),
        ],
      },
    ],
  };
}

type Capacity = NonNullable<MonthlyReport['capacity']>[keyof NonNullable<MonthlyReport['capacity']>] | null;

function inPlan(t: Messages, use: Capacity): string {
  if (use === null) return '–';
  const { usage, capacity } = use;
  return capacity === null ? t('report.coverage.no-limit', { usage }) : t('report.coverage.of', { usage, capacity });
}
