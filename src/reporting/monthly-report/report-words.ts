import { type Severity, severities } from '../../engines/common/severity.ts';
import { withReadableNames } from '../../engines/domain-names/readable-name.ts';
import type { Block, ReportContent, Section } from '../../engines/report-pdf/report-content.ts';
import { duration } from './duration-words.ts';
import type { Advice, ReportedAlert } from './pick-alerts.ts';
import type { Coverage, NotScannedReason } from './read-coverage.ts';
import type { MonthlyReport, SeverityLedger } from './read-monthly-report.ts';
import { type ReportMonth, spanOf } from './report-month.ts';

const mostSevereFirst = severities.toReversed();
const severityLabels: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};
const language = 'en';
const monthFormat = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
const instantFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const numberFormat = new Intl.NumberFormat(language);
const number = (value: number) => numberFormat.format(value);

function monthName(month: ReportMonth): string {
  return monthFormat.format(spanOf(month).from);
}

export function titleOf({ month }: Pick<MonthlyReport, 'month'>): string {
  return `Security report, ${monthName(month)}`;
}

/** The two pages of the report, in English: what happened on the first, what to do and what else there is on the second. */
export function reportContent(report: MonthlyReport, portal: ReportContent['portal']): ReportContent {
  return {
    language,
    title: titleOf(report),
    lead: [leadOf(report, portal.name), asOf(report)].join(' '),
    portal,
    foot: 'Times are of UTC. An alert is open until its cause ends, or it is allowed or dismissed.',
    pageLabels: ['Page 1 of 2', 'Page 2 of 2'],
    pages: [
      [inShort(report), exposure(report), changes(report), fixes(report)],
      [doFirst(report), left(report), byKind(report), fixedAlerts(report), coverage(report)],
    ],
  };
}

function leadOf({ billing_customer_id: id, customer_name: name }: MonthlyReport, portal: string): string {
  if (id === null) return `All customers of ${portal}.`;
  return name === null ? `For customer ${id}.` : `For ${name} (customer ${id}).`;
}

function asOf({ is_over: isOver, as_of: at }: MonthlyReport): string {
  const instant = `${instantFormat.format(new Date(at))} UTC`;
  return isOver ? `Counted on ${instant}.` : `This month is not over yet: counted up to ${instant}.`;
}

/** What the report comes to, in a few sentences. */
export function summaryOf(report: MonthlyReport): string[] {
  const { figures, coverage: covered, is_over: isOver } = report;
  const { servers, domains } = covered;
  return [
    openSentence(figures.total.open_at_end, figures.by_severity.critical.open_at_end, isOver),
    changeSentence(figures.total),
    movesSentence(figures.total),
    ...unscannedServers(servers),
    ...unscannedDomains(domains),
  ];
}

function openSentence(open: number, critical: number, isOver: boolean): string {
  const when = isOver ? 'when the month ended' : 'now';
  if (open === 0) return isOver ? 'No alert was open when the month ended.' : 'No alert is open now.';
  const verb = isOver ? (open === 1 ? 'was' : 'were') : open === 1 ? 'is' : 'are';
  const alerts = open === 1 ? 'One alert' : `${number(open)} alerts`;
  if (critical === 0) return `${alerts} ${verb} open ${when}, none of them critical.`;
  if (critical === open) return `${alerts} ${verb} open ${when}: critical.`;
  return `${alerts} ${verb} open ${when}, ${number(critical)} of them critical.`;
}

function changeSentence({ open_at_start: before, open_at_end: after }: SeverityLedger): string {
  if (after === before) return 'That is as many as when it began.';
  const difference = number(Math.abs(after - before));
  return after > before
    ? `That is ${difference} more than when it began.`
    : `That is ${difference} fewer than when it began.`;
}

function movesSentence({ raised, reopened, closed, fixed }: SeverityLedger): string {
  const opened = number(raised + reopened);
  if (closed === 0) return `New in the month: ${opened}. None was closed.`;
  return `New in the month: ${opened}. Closed: ${number(closed)}, of which ${number(fixed)} were fixed.`;
}

function unscannedServers({ total, scanned }: Coverage): string[] {
  if (total === scanned) return [];
  return [
    `Servers without a scan that had a result: ${number(total - scanned)} of ${number(total)}. What is open there is not known.`,
  ];
}

function unscannedDomains({ total, scanned }: Coverage): string[] {
  if (total === scanned) return [];
  return [
    `Domains that were not looked up: ${number(total - scanned)} of ${number(total)}. What leaked there is not known.`,
  ];
}

function inShort(report: MonthlyReport): Section {
  const tiles = mostSevereFirst.map((severity) => {
    const { open_at_end: open, open_at_start: before } = report.figures.by_severity[severity];
    return { severity, label: severityLabels[severity], figure: number(open), note: comparedWithStart(open, before) };
  });
  return {
    heading: 'In short',
    blocks: [
      { kind: 'paragraph', text: summaryOf(report).join(' ') },
      { kind: 'tiles', tiles },
    ],
  };
}

function comparedWithStart(open: number, before: number): string {
  if (open === before) return 'open, as when it began';
  const difference = number(Math.abs(open - before));
  return open > before ? `open, ${difference} more than at first` : `open, ${difference} fewer than at first`;
}

function exposure({ exposure: days }: MonthlyReport): Section {
  const dayName = (index: number) => dayFormat.format(new Date(`${days.at(index)!.date}T00:00:00Z`));
  return {
    heading: 'Exposure over time',
    blocks: [
      {
        kind: 'chart',
        alternative: exposureInWords(days),
        days,
        labels: severityLabels,
        firstDay: dayName(0),
        lastDay: dayName(-1),
      },
    ],
  };
}

/** What the picture shows, for whoever does not see it. */
function exposureInWords(days: MonthlyReport['exposure']): string {
  const [first, last] = [days[0]!, days.at(-1)!];
  const counts = mostSevereFirst.map(
    (severity) =>
      `${severityLabels[severity]}: ${number(first[severity])} on the first day, ${number(last[severity])} on the last, at most ${number(Math.max(...days.map((day) => day[severity])))}.`,
  );
  return `Open alerts on each day from ${first.date} to ${last.date}. ${counts.join(' ')}`;
}

const right = { align: 'right' as const };

function changes({ figures: { by_severity: now, total }, before }: MonthlyReport): Section {
  const row = (label: string, ledger: SeverityLedger, previous: SeverityLedger) => [
    label,
    number(ledger.open_at_start),
    number(ledger.raised + ledger.reopened),
    number(ledger.closed),
    signed(ledger.reassessed),
    number(ledger.open_at_end),
    number(previous.raised + previous.reopened),
    number(previous.closed),
  ];
  return {
    heading: 'What changed',
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: 'Severity', share: 1.2 },
          { label: 'Open at first', share: 1, ...right },
          { label: 'New', share: 0.7, ...right },
          { label: 'Closed', share: 0.8, ...right },
          { label: 'Rated anew', share: 1, ...right },
          { label: 'Open at last', share: 1, ...right },
          { label: 'New the month before', share: 1.6, ...right },
          { label: 'Closed then', share: 1, ...right },
        ],
        rows: [
          ...mostSevereFirst.map((severity) => ({
            severity,
            cells: row(severityLabels[severity], now[severity], before.by_severity[severity]),
          })),
          { cells: row('All', total, before.total), strong: true },
        ],
      },
    ],
  };
}

function signed(value: number): string {
  return value > 0 ? `+${number(value)}` : number(value).replace('-', '−');
}

function fixes({ figures: { by_severity: now, total }, before }: MonthlyReport): Section {
  const row = (label: string, ledger: SeverityLedger, previous: SeverityLedger) => [
    label,
    number(ledger.fixed),
    duration(ledger.median_seconds),
    duration(ledger.p90_seconds),
    number(previous.fixed),
    duration(previous.median_seconds),
  ];
  return {
    heading: 'What was fixed, and how fast',
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: 'Severity', share: 1.2 },
          { label: 'Fixed', share: 0.8, ...right },
          { label: 'Half of them within', share: 1.4, ...right },
          { label: 'Nine of ten within', share: 1.4, ...right },
          { label: 'Fixed the month before', share: 1.5, ...right },
          { label: 'Half within', share: 1.2, ...right },
        ],
        rows: [
          ...mostSevereFirst.map((severity) => ({
            severity,
            cells: row(severityLabels[severity], now[severity], before.by_severity[severity]),
          })),
          { cells: row('All', total, before.total), strong: true },
        ],
      },
    ],
  };
}

function doFirst({ picked: { do_first: advice } }: MonthlyReport): Section {
  const blocks: Block[] =
    advice.length === 0
      ? [{ kind: 'paragraph', text: 'Nothing is open, so nothing needs to be done.' }]
      : [
          {
            kind: 'list',
            items: advice.map((each) => ({
              title: withReadableNames(each.title),
              severity: each.severity,
              place: placesOf(each),
              text: each.advice === null ? '' : withReadableNames(each.advice),
            })),
          },
        ];
  return { heading: 'What to do first', blocks };
}

function placesOf({ alerts, subjects, severity }: Advice): string {
  const label = severityLabels[severity];
  const places = withReadableNames(subjects.join(', '));
  return alerts > subjects.length
    ? `${label}, on ${places} and more: ${number(alerts)} alerts.`
    : `${label}, on ${places}.`;
}

function left({ picked: { still_open: open }, figures }: MonthlyReport): Section {
  const total = figures.total.open_at_end;
  if (open.length === 0)
    return { heading: 'What is left', blocks: [{ kind: 'paragraph', text: 'Nothing is left open.' }] };
  return {
    heading: 'What is left',
    blocks: [
      alertTable(open, 'Open since', ({ opened_at: at }) => dayFormat.format(new Date(at))),
      ...(total > open.length
        ? [{ kind: 'paragraph' as const, text: `These are the most urgent of ${number(total)}.` }]
        : []),
    ],
  };
}

function alertTable(
  alerts: readonly ReportedAlert[],
  lastLabel: string,
  last: (alert: ReportedAlert) => string,
): Block {
  return {
    kind: 'table',
    columns: [
      { label: 'Severity', share: 0.8 },
      { label: 'What', share: 4 },
      { label: 'Where', share: 1.7 },
      { label: lastLabel, share: 1.2, ...right },
    ],
    rows: alerts.map((alert) => ({
      severity: alert.severity,
      cells: [
        severityLabels[alert.severity],
        withReadableNames(alert.title),
        withReadableNames(alert.subject.name),
        last(alert),
      ],
    })),
  };
}

function byKind({ figures: { by_kind: kinds } }: MonthlyReport): Section {
  if (kinds.length === 0)
    return { heading: 'By kind', blocks: [{ kind: 'paragraph', text: 'There was no alert of any kind.' }] };
  return {
    heading: 'By kind',
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: 'Kind', share: 3 },
          { label: 'Open at first', share: 1, ...right },
          { label: 'New', share: 1, ...right },
          { label: 'Closed', share: 1, ...right },
          { label: 'Open at last', share: 1, ...right },
        ],
        rows: kinds.map(({ kind, title, ...ledger }) => ({
          cells: [
            kindLabels[kind] ?? title,
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
const kindLabels: Readonly<Record<string, string>> = {
  leaked_credentials: 'leaked logins of your domains',
  dark_web: 'mentions of your domains on the dark web',
};

function fixedAlerts({ picked: { fixed } }: MonthlyReport): Section {
  if (fixed.length === 0)
    return { heading: 'Fixed in the month', blocks: [{ kind: 'paragraph', text: 'Nothing was fixed in the month.' }] };
  return {
    heading: 'Fixed in the month',
    blocks: [
      alertTable(fixed, 'After', ({ opened_at: from, closed_at: to }) =>
        duration((Date.parse(to!) - Date.parse(from)) / 1_000),
      ),
    ],
  };
}

const reasons: Readonly<Record<NotScannedReason, string>> = {
  paused: 'Paused',
  capacity: 'Not paid for',
  out_of_scope: 'Out of scope',
  failing: 'Failing',
  not_yet: 'Not yet',
};

function coverage({ coverage: { servers, domains }, capacity }: MonthlyReport): Section {
  const named = Object.keys(reasons) as NotScannedReason[];
  const row = (label: string, { total, scanned, not_scanned: missing }: Coverage, use: Capacity) => ({
    cells: [label, number(total), number(scanned), ...named.map((reason) => number(missing[reason])), inPlan(use)],
  });
  return {
    heading: 'Coverage',
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: 'Monitored', share: 1 },
          ...['All', 'Scanned', ...named.map((reason) => reasons[reason])].map((label) => ({
            label,
            share: 1,
            ...right,
          })),
          { label: 'In the plan now', share: 1.3, ...right },
        ],
        rows: [
          row('Servers', servers, capacity?.port_monitoring ?? null),
          row('Domains', domains, capacity?.domain_monitoring ?? null),
        ],
      },
    ],
  };
}

type Capacity = NonNullable<MonthlyReport['capacity']>[keyof NonNullable<MonthlyReport['capacity']>] | null;

function inPlan(use: Capacity): string {
  if (use === null) return '–';
  return use.capacity === null ? `${number(use.usage)}, no limit` : `${number(use.usage)} of ${number(use.capacity)}`;
}
