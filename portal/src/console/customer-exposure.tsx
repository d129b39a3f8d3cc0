import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { readableName } from '../../../src/engines/domain-names/readable-name.ts';
import { Badge } from '../ui/badge.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { HostName } from '../ui/host-name.tsx';
import { LoadError } from '../ui/load-error.tsx';
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
import { Table } from './table.tsx';
import { Worst } from './urgency.tsx';

const perPage = 10;

/** The customer's open alerts of every kind, the most severe first. */
export function CustomerAlerts({ customerId }: { customerId: number }) {
  const alerts = useInfiniteQuery(alertsQuery({ customer: customerId }, perPage));
  const rows = alerts.data?.pages.flatMap((page) => page.alerts);
  return (
    <Card
      title="Open alerts"
      id="alerts"
      actions={
        <Link
          to="/console/alerts"
          search={{ customer: customerId }}
          className="inline-flex min-h-6 items-center text-sm text-accent underline"
        >
          All open alerts
        </Link>
      }
    >
      <LoadError of={alerts} />
      {alerts.isPending && <Placeholder className="h-48" />}
      {rows?.length === 0 && <EmptyState title="No alert is open." />}
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
  Record<CustomerServer['state'], readonly [tone: 'good' | 'warning' | 'neutral', words: string]>
> = {
  scanned: ['good', 'Scanned'],
  not_yet: ['neutral', 'First scan to come'],
  unreachable: ['warning', 'Not reachable'],
  answers_everything: ['warning', 'Answers on every port'],
  never: ['warning', 'Never scanned: its address is excluded'],
  paused: ['warning', 'Paused by hand'],
  no_room: ['warning', 'Paused: the plan has no room'],
};

/** The customer's servers, those in danger first. */
export function CustomerServers({ customerId }: { customerId: number }) {
  const servers = useInfiniteQuery(customerServersQuery(customerId, perPage));
  const rows = servers.data?.pages.flatMap((page) => page.servers);
  return (
    <Card title="Servers" id="servers">
      <LoadError of={servers} />
      {servers.isPending && <Placeholder className="h-48" />}
      {rows?.length === 0 && <EmptyState title="No server is monitored." />}
      {servers.hasNextPage && <Fleet customerId={customerId} />}
      {rows && rows.length > 0 && (
        <>
          <Table
            caption="Servers"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: 'Server',
                cell: ({ id, ip_address, nickname, hostname }) => (
                  <>
                    <Link
                      to="/console/alerts"
                      search={{ server: id }}
                      className="inline-flex min-h-6 items-center font-medium text-accent underline"
                    >
                      {ip_address}
                    </Link>
                    {(nickname || hostname) !== ip_address && (
                      <span className="block text-xs text-muted">
                        <HostName name={nickname || hostname} />
                      </span>
                    )}
                  </>
                ),
              },
              { heading: 'Worst', cell: ({ worst_severity }) => <Worst severity={worst_severity} /> },
              {
                heading: 'Open alerts',
                numeric: true,
                cell: ({ id, open_alerts }) => (
                  <Link
                    to="/console/alerts"
                    search={{ server: id }}
                    className="inline-flex min-h-6 items-center underline"
                  >
                    {open_alerts.toLocaleString('en')}
                  </Link>
                ),
              },
              {
                heading: 'State',
                cell: ({ state }) => <Badge tone={states[state][0]}>{states[state][1]}</Badge>,
              },
              { heading: 'Last scan', cell: ({ last_scan_at }) => <Time at={last_scan_at} /> },
            ]}
          />
          <MoreButton of={servers} label="Show more servers" />
        </>
      )}
    </Card>
  );
}

const FleetPicture = lazy(() => import('./fleet-picture.tsx'));

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
          label="servers"
          onOpen={(id) => navigate({ to: '/console/alerts', search: { server: id } })}
        />
      </Suspense>
    </div>
  );
}

function DomainState({ domain: { status, quota_paused } }: { domain: CustomerDomain }) {
  if (status === 'active') return <Badge tone="good">Watched</Badge>;
  return <Badge tone="warning">{quota_paused ? 'Paused: no room' : 'Paused by hand'}</Badge>;
}

/** The customer's domains, the newest first. */
export function CustomerDomains({ customerId }: { customerId: number }) {
  const domains = useInfiniteQuery(customerDomainsQuery(customerId, perPage));
  const rows = domains.data?.pages.flatMap((page) => page.domains);
  return (
    <Card title="Domains" id="domains">
      <LoadError of={domains} />
      {domains.isPending && <Placeholder className="h-24" />}
      {rows?.length === 0 && <EmptyState title="No domain is monitored." />}
      {rows && rows.length > 0 && (
        <>
          <Table
            caption="Domains"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: 'Domain',
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
              { heading: 'State', cell: (domain) => <DomainState domain={domain} /> },
              { heading: 'Last scan', cell: ({ last_scan_at }) => <Time at={last_scan_at} /> },
            ]}
          />
          <MoreButton of={domains} label="Show more domains" />
        </>
      )}
    </Card>
  );
}
