import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { readableName } from '../../../src/engines/domain-names/readable-name.ts';
import { type MessageKey, t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { numberText } from '../ui/numbers.ts';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { AlertTable } from './alert-table.tsx';
import {
  alertsQuery,
  type CustomerDomain,
  type CustomerServer,
  customerDomainsQuery,
  customerServersQuery,
} from './data.ts';
import { MoreButton } from './more-button.tsx';
import { ServerCell } from './server-cell.tsx';
import { Worst } from './urgency.tsx';

const perPage = 10;

/** The customer's open alerts of every kind, the most severe first. */
export function CustomerAlerts({ customerId }: { customerId: number }) {
  const alerts = useInfiniteQuery(alertsQuery({ customer: customerId }, perPage));
  const rows = alerts.data?.pages.flatMap((page) => page.alerts);
  return (
    <Card
      title={t('console.common.open-alerts')}
      id="alerts"
      actions={
        <Link
          to="/console/alerts"
          search={{ customer: customerId }}
          className="inline-flex min-h-6 items-center text-sm text-accent underline"
        >
          {t('console.customer-exposure.all-open-alerts')}
        </Link>
      }
    >
      <LoadError of={alerts} />
      {alerts.isPending && <Placeholder className="h-48" />}
      {rows?.length === 0 && <EmptyState title={t('console.customer-exposure.no-alert-open')} />}
      {rows && rows.length > 0 && (
        <>
          <AlertTable alerts={rows} ofOneCustomer />
          <MoreButton of={alerts} />
        </>
      )}
    </Card>
  );
}

const states: Readonly<
  Record<CustomerServer['state'], readonly [tone: 'good' | 'warning' | 'neutral', words: MessageKey]>
> = {
  scanned: ['good', 'console.common.scanned'],
  not_yet: ['neutral', 'console.customer-exposure.first-scan-come'],
  unreachable: ['warning', 'console.customer-exposure.not-reachable'],
  answers_everything: ['warning', 'console.customer-exposure.answers-every-port'],
  never: ['warning', 'console.customer-exposure.never-scanned-address-excluded'],
  paused: ['warning', 'console.customer-exposure.paused-hand'],
  no_room: ['warning', 'console.customer-exposure.paused-plan-no-room'],
};

/** The customer's servers, those in danger first. */
export function CustomerServers({ customerId }: { customerId: number }) {
  const servers = useInfiniteQuery(customerServersQuery(customerId, perPage));
  const rows = servers.data?.pages.flatMap((page) => page.servers);
  return (
    <Card title={t('console.common.servers')} id="servers">
      <LoadError of={servers} />
      {servers.isPending && <Placeholder className="h-48" />}
      {rows?.length === 0 && <EmptyState title={t('console.customer-exposure.no-server-monitored')} />}
      {servers.hasNextPage && <Fleet customerId={customerId} />}
      {rows && rows.length > 0 && (
        <>
          <Table
            caption={t('console.common.servers')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: t('console.common.server'),
                cell: (server) => <ServerCell server={server} />,
              },
              { heading: t('console.common.worst'), cell: ({ worst_severity }) => <Worst severity={worst_severity} /> },
              {
                heading: t('console.common.open-alerts'),
                numeric: true,
                cell: ({ id, open_alerts }) => (
                  <Link
                    to="/console/alerts"
                    search={{ server: id }}
                    className="inline-flex min-h-6 items-center underline"
                  >
                    {numberText(open_alerts)}
                  </Link>
                ),
              },
              {
                heading: t('console.common.state'),
                cell: ({ state }) => <Badge tone={states[state][0]}>{t(states[state][1])}</Badge>,
              },
              { heading: t('console.common.last-scan'), cell: ({ last_scan_at }) => <Time at={last_scan_at} /> },
            ]}
          />
          <MoreButton of={servers} label={t('console.customer-exposure.show-more-servers')} />
        </>
      )}
    </Card>
  );
}

const FleetPicture = lazy(() => import('../ui/fleet-picture.tsx'));

/** So many fit on a screen. */
const fleetSize = 1_000;
const watched: readonly CustomerServer['state'][] = ['scanned', 'not_yet'];

/** The servers at one glance, where there are more than the list begins with. */
function Fleet({ customerId }: { customerId: number }) {
  const navigate = useNavigate();
  const fleet = useInfiniteQuery(customerServersQuery(customerId, fleetSize));
  const servers = fleet.data?.pages[0]?.servers;
  const members = useMemo(
    () =>
      servers?.map(({ id, ip_address, worst_severity, state }) => ({
        id,
        name: ip_address,
        worst: worst_severity,
        isUnwatched: !watched.includes(state),
      })),
    [servers],
  );
  if (!members) return <Placeholder className="mb-5 h-24" />;
  return (
    <div className="mb-5">
      <Suspense fallback={<Placeholder className="h-24" />}>
        <FleetPicture
          members={members}
          label={(count) => t('portal.fleet-picture.servers', { count })}
          onOpen={(id) => navigate({ to: '/console/alerts', search: { server: id } })}
        />
      </Suspense>
    </div>
  );
}

function DomainState({ domain: { status, quota_paused } }: { domain: CustomerDomain }) {
  if (status === 'active') return <Badge tone="good">{t('console.common.watched')}</Badge>;
  return (
    <Badge tone="warning">
      {quota_paused ? t('console.customer-exposure.paused-no-room') : t('console.customer-exposure.paused-hand')}
    </Badge>
  );
}

/** The customer's domains, the newest first. */
export function CustomerDomains({ customerId }: { customerId: number }) {
  const domains = useInfiniteQuery(customerDomainsQuery(customerId, perPage));
  const rows = domains.data?.pages.flatMap((page) => page.domains);
  return (
    <Card title={t('console.common.domains')} id="domains">
      <LoadError of={domains} />
      {domains.isPending && <Placeholder className="h-24" />}
      {rows?.length === 0 && <EmptyState title={t('console.customer-exposure.no-domain-monitored')} />}
      {rows && rows.length > 0 && (
        <>
          <Table
            caption={t('console.common.domains')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: t('console.common.domain'),
                cell: ({ id, domain }) => (
                  <Link
                    to="/console/alerts"
                    search={{ domain: id }}
                    className="inline-flex min-h-6 items-center font-medium text-accent underline"
                  >
                    {readableName(domain)}
                  </Link>
                ),
              },
              { heading: t('console.common.state'), cell: (domain) => <DomainState domain={domain} /> },
              { heading: t('console.common.last-scan'), cell: ({ last_scan_at }) => <Time at={last_scan_at} /> },
            ]}
          />
          <MoreButton of={domains} label={t('console.customer-exposure.show-more-domains')} />
        </>
      )}
    </Card>
  );
}
