import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { readableName, withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { wellOr } from '../../../src/monitoring/looks/reassuring-messages.ts';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { BrokenAtDots } from '../ui/host-name.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { numberText } from '../ui/numbers.ts';
import { Page, PagePlaceholder } from '../ui/page.tsx';
import { SeverityBadge, SeverityBars, severityLabel } from '../ui/severity.tsx';
import { Time } from '../ui/time.tsx';
import { useCustomerId } from './customer.ts';
import {
  type Alert,
  lookedThrough,
  type Overview,
  overviewQuery,
  serverRoomQuery,
  someAlertsQuery,
  urgentAlertsQuery,
} from './data.ts';
import { DomainSummary } from './domain-summary.tsx';
import { ExposureOverTime } from './exposure-chart.tsx';
import { noteVisit } from './last-visit.ts';
import { mostUrgent } from './most-urgent.ts';
import { PublicServicesCard } from './public-services-card.tsx';
import { NothingToDo, NotLookedAt, OnServersNow } from './standing.tsx';

/** What needs action, what to do first, what nobody looks at, what is new: in this order. */
export function OverviewPage() {
  const summary = useQuery(overviewQuery(useCustomerId()));
  const ofServers = useQuery(urgentAlertsQuery('endpoint'));
  const ofDomains = useQuery(urgentAlertsQuery('domain'));
  const room = useQuery(serverRoomQuery);
  const failed = [summary, ofServers, ofDomains, room].find(({ data, error }) => data === undefined && error !== null);
  if (failed)
    return (
      <Page title={t('portal.nav.overview')}>
        <LoadError of={failed} />
      </Page>
    );
  if (!summary.data || !ofServers.data || !ofDomains.data || !room.data)
    return (
      <PagePlaceholder>
        <Placeholder className="h-56" />
        <Placeholder className="h-28" />
        <Placeholder className="h-64" />
      </PagePlaceholder>
    );
  const overview = summary.data;
  const first = mostUrgent([...ofServers.data.alerts, ...ofDomains.data.alerts].filter(needsAction));
  return (
    <Page title={overview.standing.sentence} name={t('portal.nav.overview')}>
      {first ? <DoFirst alert={first} /> : <NothingToDo overview={overview} />}
      <NotLookedAt overview={overview} />
      <PublicServicesCard />
      <OnServersNow open={overview.open_alerts.servers} />
      <ExposureOverTime />
      <div className="grid gap-6 md:grid-cols-2">
        <SinceLastVisit />
        <Servers room={room.data} servers={overview.servers} urgent={ofServers.data.alerts.filter(needsAction)} />
      </div>
      <DomainSummary />
    </Page>
  );
}

function needsAction({ severity }: Alert): boolean {
  return severity !== 'low';
}

function DoFirst({ alert }: { alert: Alert }) {
  const page = alert.subject.type === 'endpoint' ? '/alerts/$alertId' : '/leaks/$alertId';
  return (
    <section className="rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h2 className="text-sm font-semibold text-muted">{t('portal.overview.first')}</h2>
      <p className="mt-2 max-w-2xl text-lg leading-snug font-medium [overflow-wrap:anywhere] sm:text-xl">
        {alert.subject.type === 'endpoint'
          ? t('portal.overview.on-server', { title: withReadableNames(alert.title), server: nameOf(alert) })
          : `${withReadableNames(alert.title)}.`}
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <SeverityBadge severity={alert.severity} />
        <span>
          <Message id="portal.overview.open-since" values={{ time: <Time at={alert.first_detected_at} /> }} />
        </span>
      </p>
      <Link to={page} params={{ alertId: alert.id }} className={`${buttonClass('primary')} mt-5 w-full sm:w-auto`}>
        {t('portal.overview.see')}
        <ArrowRight aria-hidden="true" size={16} />
      </Link>
    </section>
  );
}

function nameOf({ subject: { name, address } }: Alert): string {
  return address === null ? readableName(name) : name;
}

const shownChanges = 4;

function SinceLastVisit() {
  const customerId = useCustomerId();
  const [since] = useState(() => noteVisit(localStorage, customerId, Date.now()));
  const newest = useQuery(someAlertsQuery({ sort: 'created_at', limit: lookedThrough }));
  // A scan that resolves an alert follows one that still saw its port: what was last seen last was resolved last.
  const ended = useQuery(someAlertsQuery({ status: 'resolved', sort: 'last_detected_at', limit: lookedThrough }));
  const isPending = newest.isPending || ended.isPending;
  const failed = [newest, ended].find(({ error }) => error !== null);
  const opened = newest.data?.alerts.filter(({ created_at }) => isAfter(created_at, since)) ?? [];
  const resolved = ended.data?.alerts.filter(({ resolved_at }) => isAfter(resolved_at, since)) ?? [];
  return (
    <Card
      title={since ? t('portal.overview.since-visit') : t('portal.overview.lately')}
      lead={since ? <Time at={since.toISOString()} /> : t('portal.overview.seven-days')}
    >
      {isPending && <Placeholder className="h-40" />}
      {failed && <LoadError of={failed} />}
      {!isPending && !failed && (
        <div className="grid grid-cols-1 gap-5">
          <Changes title={t('portal.overview.new')} alerts={opened} none={t('portal.overview.no-new')} />
          <Changes title={t('portal.overview.resolved')} alerts={resolved} none={t('portal.overview.none-resolved')} />
        </div>
      )}
    </Card>
  );
}

const lately = 7 * 86_400_000;

function isAfter(at: string | null, since: Date | null): boolean {
  return at !== null && Date.parse(at) > (since?.getTime() ?? Date.now() - lately);
}

function Changes({ title, alerts, none }: { title: string; alerts: readonly Alert[]; none: string }) {
  const count = `${numberText(alerts.length)}${alerts.length === lookedThrough ? '+' : ''}`;
  return (
    <div>
      <h3 className="text-sm font-semibold">
        {alerts.length > 0 ? t('portal.common.labelled', { label: title, value: count }) : title}
      </h3>
      {alerts.length === 0 ? (
        <p className="text-sm text-muted">{none}</p>
      ) : (
        <ul className="mt-1 grid grid-cols-1">
          {alerts.slice(0, shownChanges).map((alert) => (
            <li key={alert.id}>
              <Link
                to={alert.subject.type === 'endpoint' ? '/alerts/$alertId' : '/leaks/$alertId'}
                params={{ alertId: alert.id }}
                className="-mx-2 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2.5 rounded-md px-2 py-1.5 text-sm hover:bg-raised"
              >
                <SeverityBars severity={alert.severity} />
                <span>
                  <span className="sr-only">{severityLabel(alert.severity)}: </span>
                  {withReadableNames(alert.title)}
                </span>
                <span className="col-start-2 text-muted [overflow-wrap:anywhere]">
                  <BrokenAtDots text={nameOf(alert)} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const shownServers = 5;

interface Room {
  readonly status_counts: { readonly active: number; readonly paused: number };
  readonly current_endpoint_count: number;
  readonly not_scanned_count: number | null;
  readonly endpoint_limit: number | null;
}

/** How many there are, and those with the most urgent alerts. */
function Servers({ room, servers, urgent }: { room: Room; servers: Overview['servers']; urgent: readonly Alert[] }) {
  const { active, paused } = room.status_counts;
  // The most severe come first, so the first alert of each server is its worst.
  const worst = new Map(urgent.toReversed().map((alert) => [alert.subject.id, alert]));
  const first = urgent.filter((alert) => worst.get(alert.subject.id) === alert).slice(0, shownServers);
  return (
    <Card
      title={t('portal.overview.servers')}
      lead={[
        t('portal.overview.scanned', { count: servers.looked_at }),
        servers.looked_at < active ? t('portal.overview.not-scanned', { count: active - servers.looked_at }) : null,
        paused > 0 ? t('portal.overview.paused', { count: paused }) : null,
        room.endpoint_limit === null
          ? null
          : t('portal.overview.in-plan', { count: active + paused, limit: room.endpoint_limit }),
      ]
        .filter((part) => part !== null)
        .join(', ')}
      actions={
        <Link to="/servers" className="inline-flex min-h-6 items-center text-sm text-accent underline">
          {t('portal.overview.all-servers')}
        </Link>
      }
    >
      {first.length === 0 && (
        <p className="text-sm text-muted">
          {t(
            wellOr(
              servers,
              'portal.overview.nothing',
              servers.total === 0 ? 'portal.overview.none' : 'portal.overview.unknown',
            ),
          )}
        </p>
      )}
      <ul className="-mx-2 grid grid-cols-1">
        {first.map((alert) => (
          <li key={alert.subject.id}>
            <Link
              to="/servers/$serverId"
              params={{ serverId: alert.subject.id }}
              className="flex items-center justify-between gap-3 rounded-md px-2 py-2 text-sm hover:bg-raised"
            >
              <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
                <BrokenAtDots text={nameOf(alert)} />
              </span>
              <SeverityBadge severity={alert.severity} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
