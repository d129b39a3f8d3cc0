import { z } from 'zod';
import { type Severity, severities } from '../../common/severity.ts';
import { nameOfCustomer, oneOf, timestamp } from '../../core/api/fields.ts';
import { resourceKinds } from '../../core/operation/resource-kinds.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { type Coverage, notScannedReasons } from './read-coverage.ts';
import type { MonthFigures, MonthlyReport, SeverityLedger } from './read-monthly-report.ts';
import { reachOf, summaryOf } from './report-words.ts';

const count = (description: string) => z.int().meta({ description });
const seconds = (description: string) => z.int().nullable().meta({ description });
const bySeverity = <T extends z.ZodType>(value: T) =>
  z.strictObject(Object.fromEntries(severities.map((severity) => [severity, value])) as Record<Severity, T>);

const ledger = z
  .strictObject({
    open_at_start: count('Open before the month began.'),
    raised: count('Alerts that were raised.'),
    reopened: count('Alerts that were closed and are open again: by a person, or because a time was over.'),
    closed: count('fixed, allowed, false_positives and removed together.'),
    fixed: count('The cause ended, or somebody resolved the alert.'),
    allowed: count('An Allowed Ports rule covers the port.'),
    false_positives: count('Marked as false positives.'),
    removed: count('Their server or domain was terminated.'),
    reassessed: count(
      'Alerts that got this severity less those that lost it while they were open; 0 over all severities.',
    ),
    open_at_end: count('Open when the month ended, or now: open_at_start + raised + reopened − closed + reassessed.'),
    median_seconds: seconds('Half of the fixed ones had been open for no longer; null: none was fixed.'),
    p90_seconds: seconds('Nine tenths of the fixed ones had been open for no longer; null: none was fixed.'),
  } satisfies Record<keyof SeverityLedger, z.ZodType>)
  .meta({
    id: 'AlertLedger',
    description:
      'What became of alerts in a month. An alert counts as open while it is open or acknowledged, with the severity that it had then.',
  });

const figures = z
  .strictObject({
    month: z.string().meta({ description: 'A month of UTC.' }),
    total: ledger,
    by_severity: bySeverity(ledger).meta({ description: 'The same for each severity.' }),
    by_kind: z
      .array(
        z.strictObject({
          kind: z.string(),
          title: z.string().meta({ description: 'What such alerts are about, as `leaks about your domains`.' }),
          ...ledger.shape,
        }),
      )
      .meta({ description: 'Kinds of alerts that there were any of.' }),
  })
  .meta({ id: 'MonthFigures' });

const reportedAlert = z
  .strictObject({
    id: z.guid(),
    kind: z.string(),
    subject: z.strictObject({
      type: oneOf(resourceKinds),
      id: z.guid(),
      name: z.string().meta({ description: "The server's nickname, or the domain's name." }),
    }),
    severity: oneOf(severities).meta({ description: 'When the month ended, or when the alert was closed.' }),
    title: z.string(),
    opened_at: timestamp.meta({ description: 'When it was raised or, later, reopened.' }),
    closed_at: timestamp.nullable().meta({ description: 'Null: it was open when the month ended.' }),
  })
  .meta({ id: 'ReportedAlert' });

const advice = z
  .strictObject({
    kind: z.string(),
    severity: oneOf(severities).meta({ description: 'Of the most urgent of the alerts.' }),
    alert_id: z.guid().meta({ description: 'The most urgent of the alerts.' }),
    title: z.string(),
    advice: z.string().nullable().meta({ description: 'How to end the cause, in sentences; null: see the alert.' }),
    alerts: count('Alerts of the same cause, such as a port on several servers.'),
    subjects: z
      .array(z.string().meta({ examples: ['web-1'] }))
      .meta({ description: 'Names of up to three servers or domains.' }),
  })
  .meta({ id: 'ReportAdvice' });

const notScanned: Record<keyof Coverage['not_scanned'], string> = {
  paused: 'Paused by hand.',
  capacity: 'Paused because what is paid for does not cover them.',
  out_of_scope: 'Their addresses are never scanned.',
  no_source: 'Nobody was set up to be asked who could know anything of leaks.',
  failing: 'The last scan of the month failed.',
  not_yet: 'No scan of the month has ended.',
};

const coverage = z
  .strictObject({
    total: count('Monitored when the month ended, or now.'),
    scanned: count('Those of them that were active then and whose last scan of the month had a result.'),
    not_scanned: z
      .strictObject(
        Object.fromEntries(notScannedReasons.map((reason) => [reason, count(notScanned[reason])])) as Record<
          keyof typeof notScanned,
          z.ZodInt
        >,
      )
      .meta({ description: 'The others, by why.' }),
  })
  .meta({ id: 'ReportCoverage' });

const capacityUse = z.strictObject({
  capacity: z.int().nullable().meta({ description: 'Null: not capped.' }),
  usage: count('What takes room in it.'),
});

export const exposureDays = z
  .array(
    z
      .strictObject({
        date: z.iso.date().meta({ description: 'A day of UTC.' }),
        ...bySeverity(count('Alerts of this severity that were open when the day ended, or are open now.')).shape,
      })
      .meta({ id: 'ExposureDay' }),
  )
  .meta({ description: 'Oldest first, without gaps.' });

export const monthlyReport = z
  .strictObject({
    billing_customer_id: z.int().nullable().meta({ description: 'Null: of all customers.' }),
    customer_name: nameOfCustomer,
    month: z.string().meta({ description: 'As asked for.' }),
    is_over: z.boolean().meta({ description: 'False: the month still lasts, and the figures are as of now.' }),
    as_of: timestamp.meta({ description: 'When this was counted.' }),
    summary: z
      .array(z.string().meta({ examples: ['12 alerts were open when the month ended, 3 of them critical.'] }))
      .meta({ description: 'What the report comes to, in sentences.' }),
    figures,
    before: figures.meta({ description: 'The same of the month before.' }),
    do_first: z.array(advice).meta({ description: 'Up to three things to do, the most urgent first.' }),
    still_open: z
      .array(
        z
          .strictObject({
            ...reportedAlert.shape,
            alerts: count('Alerts of the same cause, such as a port on several servers, itself among them.'),
          })
          .meta({ id: 'ReportedCause' }),
      )
      .meta({
        description:
          'Of the most urgent causes that were left when the month ended, up to five, the most urgent alert.',
      }),
    fixed: z.array(reportedAlert).meta({ description: 'The most urgent alerts that were fixed: up to five.' }),
    all_looked_at: z.boolean().meta({
      description:
        'Whether there was anything to look at, and all of it was: only then does the report say that nothing is open.',
    }),
    coverage: z
      .strictObject({ servers: coverage, domains: coverage })
      .meta({ description: 'What was looked at in the month.' }),
    capacity: z
      .strictObject({ port_monitoring: capacityUse, domain_monitoring: capacityUse })
      .nullable()
      .meta({ description: 'What is paid for now. Null: of all customers.' }),
    customers: z
      .array(
        z.strictObject({
          billing_customer_id: z.int(),
          name: z.string().nullable(),
          ...bySeverity(count('Open alerts of this severity when the month ended.')).shape,
        }),
      )
      .meta({ description: 'Up to ten customers with the most urgent alerts; empty when one is named.' }),
    exposure: exposureDays,
  })
  .meta({ id: 'MonthlyReport' });

export function toMonthlyReport(t: Messages, { picked, ...report }: MonthlyReport): z.output<typeof monthlyReport> {
  return {
    ...report,
    summary: summaryOf(t, { picked, ...report }),
    ...reachOf({ picked, ...report }),
    figures: toFigures(report.figures),
    before: toFigures(report.before),
    do_first: picked.do_first.map((each) => ({ ...each, subjects: [...each.subjects] })),
    still_open: picked.still_open.map((alert) => ({ ...alert, subject: { ...alert.subject } })),
    fixed: picked.fixed.map((alert) => ({ ...alert, subject: { ...alert.subject } })),
    customers: report.customers.map((customer) => ({ ...customer })),
    exposure: report.exposure.map((day) => ({ ...day })),
  };
}

function toFigures({ by_kind, ...rest }: MonthFigures): z.output<typeof figures> {
  return { ...rest, by_kind: by_kind.map((kind) => ({ ...kind })) };
}
