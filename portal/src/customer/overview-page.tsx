import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { lookedThrough } from '../../../src/identity/sign-in/overview-reads.ts';
import { t } from '../messages/messages.ts';
import { Card, Placeholder } from '../ui/card.tsx';
import { BrokenAtDots } from '../ui/host-name.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { numberText } from '../ui/numbers.ts';
import { Page, PagePlaceholder } from '../ui/page.tsx';
import { SeverityBars, severityLabel } from '../ui/severity.tsx';
import { Time } from '../ui/time.tsx';
import { subjectName } from './alert-words.ts';
import { Causes } from './causes.tsx';
import { useCustomerId } from './customer.ts';
import {
  type Alert,
  causesQuery,
  endedAlertsQuery,
  newestAlertsQuery,
  overviewQuery,
  publicServicesQuery,
} from './data.ts';
import { domainSummaryQuery } from './domain-data.ts';
import { DomainSummary } from './domain-summary.tsx';
import { ExposureOverTime } from './exposure-chart.tsx';
import { FleetBar } from './fleet-bar.tsx';
import { noteVisit } from './last-visit.ts';
import { PublicServicesCard } from './public-services-card.tsx';
import { exposureQuery } from './report-data.ts';
import { Notes, NothingMonitored, NotLookedAt } from './standing.tsx';

/** All servers in one picture, what is wrong, what has changed, and what can wait: in this order. */
export function OverviewPage() {
  const customerId = useCustomerId();
  const summary = useQuery(overviewQuery(customerId));
  const causes = useQuery(causesQuery(customerId));
  const rest = useRest(customerId);
  const failed = [summary, causes].find(({ data, error }) => data === undefined && error !== null);
  if (failed)
    return (
      <Page title={t('portal.nav.overview')}>
        <LoadError of={failed} />
      </Page>
    );
  // All at once: what comes late would move what somebody is about to touch.
  if (!summary.data || !causes.data || rest.isPending)
    return (
      <PagePlaceholder>
        <Placeholder className="h-40" />
        <Placeholder className="h-96" />
      </PagePlaceholder>
    );
  const overview = summary.data;
  return (
    <Page title={overview.standing.sentence} name={t('portal.nav.overview')}>
      {overview.servers.total + overview.domains.total === 0 ? <NothingMonitored /> : <FleetBar overview={overview} />}
      <Causes of={causes.data} />
      <Notes count={overview.notes} />
      <NotLookedAt overview={overview} />
      <SinceLastVisit />
      <PublicServicesCard />
      <DomainSummary />
      <ExposureOverTime />
    </Page>
  );
}

/** What stands further down the page; each part says itself what went wrong with it. */
function useRest(customerId: number): { isPending: boolean } {
  const queries = useQueries({
    queries: [
      newestAlertsQuery,
      endedAlertsQuery,
      publicServicesQuery(customerId),
      domainSummaryQuery(customerId),
      exposureQuery,
    ],
  });
  // Without a connection nothing more comes.
  return { isPending: queries.some(({ isLoading }) => isLoading) };
}

const shownChanges = 4;

function SinceLastVisit() {
  const customerId = useCustomerId();
  const [since] = useState(() => noteVisit(localStorage, customerId, Date.now()));
  const newest = useQuery(newestAlertsQuery);
  const ended = useQuery(endedAlertsQuery);
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
                  <BrokenAtDots text={subjectName(alert)} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
