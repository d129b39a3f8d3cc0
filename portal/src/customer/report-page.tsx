import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouteContext } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { SelectField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Notice } from '../ui/notice.tsx';
import { numberText } from '../ui/numbers.ts';
import { Page } from '../ui/page.tsx';
import { SeverityBadge, severities, severityLabel } from '../ui/severity.tsx';
import { absoluteTime } from '../ui/time.tsx';
import { resolutionOf, subjectName } from './alert-words.ts';
import { useCustomerId } from './customer.ts';
import { type Alert, allAlertsQuery, serverRoomQuery } from './data.ts';
import { DomainReport } from './domain-report.tsx';
import { isWithin, lastMonths, type Month, monthName, monthOf, spanOf } from './month.ts';

const route = getRouteApi('/customer/report');

/** A month on paper: what was found, what was resolved, what is still open. */
export function ReportPage() {
  const { month = monthOf(new Date()) } = route.useSearch();
  const navigate = route.useNavigate();
  const { session } = useRouteContext({ from: '__root__' });
  const customerId = useCustomerId();
  const all = useQuery(allAlertsQuery);
  return (
    <Page
      title={`Security report, ${monthName(month)}`}
      lead={
        <>
          {session.portal.name} for{' '}
          {(session.signed_in?.kind === 'customer' && session.signed_in.name) || `customer ${customerId}`}. As of{' '}
          {absoluteTime(new Date())}.
        </>
      }
      actions={
        <Button kind="primary" onClick={() => print()}>
          <Printer aria-hidden="true" size={16} />
          Print
        </Button>
      }
    >
      <div className="max-w-60 print:hidden">
        <SelectField
          label="Month"
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
      <Servers />
      {all.isPending && <Placeholder className="h-96" />}
      <LoadError of={all} />
      {all.data && !all.data.isComplete && (
        <Notice kind="warning" title="Not all alerts are counted">
          There are more than {all.data.alerts.length.toLocaleString('en')}; this report counts the newest of them.
        </Notice>
      )}
      {all.data && <Alerts alerts={all.data.alerts} month={month} />}
      <DomainReport />
    </Page>
  );
}

function monthsToChoose(chosen: Month): Month[] {
  const months = lastMonths(new Date());
  return months.includes(chosen) ? months : [...months, chosen];
}

function Servers() {
  const room = useQuery(serverRoomQuery);
  return (
    <Card title="Servers">
      {room.isPending && <Placeholder className="h-16" />}
      <LoadError of={room} />
      {room.data && (
        <Facts
          facts={[
            ['Scanned', (room.data.status_counts.active - (room.data.not_scanned_count ?? 0)).toLocaleString('en')],
            ['Not scanned', room.data.not_scanned_count ? room.data.not_scanned_count.toLocaleString('en') : null],
            ['Paused', room.data.status_counts.paused.toLocaleString('en')],
            ['In your plan', room.data.endpoint_limit?.toLocaleString('en') ?? null],
          ]}
        />
      )}
    </Card>
  );
}

function Alerts({ alerts, month }: { alerts: readonly Alert[]; month: Month }) {
  const span = spanOf(month);
  const opened = alerts.filter(({ created_at }) => isWithin(span, created_at));
  const resolved = alerts.filter(({ resolved_at }) => isWithin(span, resolved_at));
  const open = alerts.filter(({ status }) => status === 'open' || status === 'acknowledged');
  return (
    <>
      <Card title="Alerts in numbers">
        <Counts
          columns={[
            ['New this month', opened],
            ['Resolved this month', resolved],
            ['Still open today', open],
          ]}
        />
      </Card>
      <AlertTable title="Still open today" alerts={open} none="No alert is open." />
      <AlertTable title="New this month" alerts={opened} none="No alert was raised in this month." />
      <AlertTable title="Resolved this month" alerts={resolved} none="No alert was resolved in this month." />
    </>
  );
}

const cell = 'px-3 py-2 text-right tabular-nums';

function Counts({ columns }: { columns: readonly (readonly [title: string, alerts: readonly Alert[]])[] }) {
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b border-line align-bottom">
          <th scope="col" className="py-2 text-left font-medium">
            Severity
          </th>
          {columns.map(([title]) => (
            <th key={title} scope="col" className={`${cell} font-medium`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {severities.map((severity) => (
          <tr key={severity} className="border-b border-line">
            <th scope="row" className="py-2 text-left font-normal">
              {severityLabel(severity)}
            </th>
            {columns.map(([title, alerts]) => (
              <td key={title} className={cell}>
                {alerts.filter((alert) => alert.severity === severity).length}
              </td>
            ))}
          </tr>
        ))}
        <tr className="font-semibold">
          <th scope="row" className="py-2 text-left">
            All
          </th>
          {columns.map(([title, alerts]) => (
            <td key={title} className={cell}>
              {numberText(alerts.length)}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

const listedAlerts = 50;

function AlertTable({ title, alerts, none }: { title: string; alerts: readonly Alert[]; none: string }) {
  const more = alerts.length - listedAlerts;
  return (
    <Card title={title}>
      {alerts.length === 0 ? (
        <p className="text-sm text-muted">{none}</p>
      ) : (
        <ul className="-my-2 divide-y divide-line text-sm">
          {bySeverity(alerts)
            .slice(0, listedAlerts)
            .map((alert) => (
              <li
                key={alert.id}
                className="grid items-center gap-x-6 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_auto] print:grid-cols-[minmax(0,1fr)_auto]"
              >
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {subjectName(alert)}: {withReadableNames(alert.title)}
                </span>
                <span className="flex items-center gap-3 text-muted">
                  {resolutionOf(alert)}
                  <SeverityBadge severity={alert.severity} />
                </span>
              </li>
            ))}
        </ul>
      )}
      {more > 0 && <p className="mt-3 text-sm text-muted">And {more.toLocaleString('en')} more.</p>}
    </Card>
  );
}

function bySeverity(alerts: readonly Alert[]): readonly Alert[] {
  return severities.flatMap((severity) => alerts.filter((alert) => alert.severity === severity));
}
