import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronRight, Plus } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { given } from '../api/given.ts';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState, Placeholder } from '../ui/card.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Filters } from '../ui/filters.tsx';
import { HostName } from '../ui/host-name.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Notice } from '../ui/notice.tsx';
import { numberText } from '../ui/numbers.ts';
import { Page } from '../ui/page.tsx';
import { mostSevere, SeverityBadge, severities } from '../ui/severity.tsx';
import { Time } from '../ui/time.tsx';
import { oneLineOr, VirtualList } from '../ui/virtual-list.tsx';
import { AddServerDialog } from './add-server-dialog.tsx';
import { useCustomerId } from './customer.ts';
import {
  additionsQuery,
  exposedServersQuery,
  type Server,
  type ServerFilter,
  serverListQuery,
  serverRoomQuery,
} from './data.ts';
import { rememberList } from './list-memory.ts';
import { ServerState } from './server-state.tsx';
import { UpgradeOffer } from './upgrade-offer.tsx';

const route = getRouteApi('/customer/servers');
const rowHeightPx = 76;
const Fleet = lazy(() => import('./fleet.tsx'));
/** Fewer are on the screen as a list. */
const fewestPictured = 12;

export function ServersPage() {
  const filter = route.useSearch();
  useEffect(() => rememberList('/servers', filter), [filter]);
  const [isAdding, setAdding] = useState(false);
  const list = useInfiniteQuery(serverListQuery(filter));
  const servers = list.data?.pages.flatMap((page) => page.data) ?? [];
  const meta = list.data?.pages[0]?.meta;
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const { data: room } = useQuery(serverRoomQuery);
  const mayAdd = useMayAdd();
  const add = mayAdd === true && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" size={16} />
      {t('portal.add-server.title')}
    </Button>
  );
  return (
    <Page title={t('portal.nav.servers')} lead={<Room />} actions={add}>
      <QuotaNotice />
      <UpgradeOffer product="port_monitoring" />
      {(room?.total ?? 0) >= fewestPictured && (
        <Suspense fallback={<Placeholder className="h-40" />}>
          <Fleet />
        </Suspense>
      )}
      {mayAdd === false && <AddedByProvider />}
      <ServerFilters filter={filter} />
      <p role="status" className="-mb-3 min-h-5 text-sm text-muted">
        {meta && t('portal.servers.count', { shown: numberText(meta.total), count: meta.total })}
      </p>
      {list.isPending && <Placeholder className="h-[38rem]" />}
      {list.data && servers.length === 0 && <NoServers filter={filter} add={add} />}
      {servers.length > 0 && (
        <List key={JSON.stringify(filter)} servers={servers} total={meta?.total} onNearEnd={more} />
      )}
      <LoadError of={list} />
      <AddServerDialog open={isAdding} onClose={() => setAdding(false)} />
    </Page>
  );
}

/** Whether the reader may add servers at all, room or no room; undefined as long as it is not known. */
function useMayAdd(): boolean | undefined {
  const { data: mode } = useQuery(additionsQuery);
  const { data: room } = useQuery(serverRoomQuery);
  if (mode === undefined || (mode === 'within_capacity' && room === undefined)) return undefined;
  return mode === 'on' || (mode === 'within_capacity' && room!.endpoint_limit !== null);
}

function AddedByProvider() {
  return <p className="text-sm text-muted">{t('portal.servers.added-by-provider')}</p>;
}

function Room() {
  const { data } = useQuery(serverRoomQuery);
  if (!data) return t('portal.servers.scanned-regularly');
  const { current_endpoint_count: used, endpoint_limit: limit } = data;
  if (limit === null) return t('portal.servers.used', { used });
  const free = Math.max(0, limit - used);
  return t('portal.servers.room', { used, limit, free });
}

/** What the reader cannot have done: the plan does not cover all servers, so the newest wait. */
function QuotaNotice() {
  const { data } = useQuery(serverRoomQuery);
  if (!data || data.endpoint_limit === null || data.current_endpoint_count <= data.endpoint_limit) return null;
  return (
    <Notice kind="warning" title={t('portal.servers.over')}>
      {t('portal.servers.over-note')}
    </Notice>
  );
}

const searchDelayMs = 250;

function ServerFilters({ filter }: { filter: ServerFilter }) {
  const navigate = route.useNavigate();
  const [search, setSearch] = useState(filter.search ?? '');
  useEffect(() => {
    if (search.trim() === (filter.search ?? '')) return;
    const timer = setTimeout(
      () => navigate({ search: given({ ...filter, search: search.trim() || undefined }), replace: true }),
      searchDelayMs,
    );
    return () => clearTimeout(timer);
  }, [search, filter, navigate]);
  return (
    <Filters inForce={[filter.search, filter.status, filter.sort]} columns="sm:grid-cols-4">
      <div className="sm:col-span-2">
        <TextField
          label={t('portal.servers.search')}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <SelectField
        label={t('portal.alerts.status')}
        value={filter.status ?? ''}
        onChange={({ target }) =>
          navigate({
            search: given({ ...filter, status: (target.value || undefined) as ServerFilter['status'] }),
            replace: true,
          })
        }
      >
        <option value="">{t('portal.common.all')}</option>
        <option value="active">{t('portal.servers.active')}</option>
        <option value="paused">{t('portal.domains.paused')}</option>
      </SelectField>
      <SelectField
        label={t('portal.servers.order')}
        value={filter.sort ?? ''}
        onChange={({ target }) =>
          navigate({
            search: given({ ...filter, sort: (target.value || undefined) as ServerFilter['sort'] }),
            replace: true,
          })
        }
      >
        <option value="">{t('portal.servers.worst')}</option>
        <option value="newest">{t('portal.servers.newest')}</option>
      </SelectField>
    </Filters>
  );
}

function List({
  servers,
  total,
  onNearEnd,
}: {
  servers: readonly Server[];
  total: number | undefined;
  onNearEnd: () => void;
}) {
  const { data: exposed } = useQuery(exposedServersQuery(useCustomerId()));
  const openAlerts = new Map(exposed?.map((entry) => [entry.endpoint_id, entry]));
  return (
    <VirtualList<Server>
      label={t('portal.nav.servers')}
      total={total}
      items={servers}
      estimatedHeightPx={oneLineOr(rowHeightPx)}
      keyOf={({ id }) => id}
      onNearEnd={onNearEnd}
      row={(server) => <Row server={server} alerts={openAlerts.get(server.id)} />}
    />
  );
}

type Counts = Record<(typeof severities)[number] | 'total_open', number>;

function Row({ server, alerts }: { server: Server; alerts: Counts | undefined }) {
  // A note colours nothing.
  const worst = alerts && mostSevere(severities.filter((severity) => severity !== 'low' && alerts[severity] > 0));
  return (
    <Link
      to="/servers/$serverId"
      params={{ serverId: server.id }}
      className="flex min-h-[4.7rem] items-center gap-4 px-4 py-3.5 -outline-offset-2 hover:bg-raised sm:px-5 lg:min-h-11 lg:py-2.5"
    >
      <div className="min-w-0 flex-1 lg:flex lg:items-center lg:gap-4">
        <h2 className="min-w-0 font-medium [overflow-wrap:anywhere] lg:flex-1 lg:text-sm">
          <HostName name={server.nickname} />
        </h2>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted lg:mt-0 lg:max-w-[60%] lg:justify-end">
          {server.nickname !== server.ip_address && <span>{server.ip_address}</span>}
          <span>
            {server.last_scan_at === null ? (
              (server.not_scanned ?? t('portal.servers.not-yet'))
            ) : (
              <Message id="portal.servers.scanned-at" values={{ time: <Time at={server.last_scan_at} /> }} />
            )}
          </span>
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1.5 sm:flex-row sm:items-center sm:gap-3">
        {alerts && worst && (
          <span className="flex items-center gap-2 text-sm">
            <span className="max-sm:sr-only">{t('portal.servers.open-alerts', { count: alerts.total_open })}</span>
            <SeverityBadge severity={worst} />
          </span>
        )}
        {(server.status !== 'active' || server.not_scanned !== null) && <ServerState server={server} />}
      </div>
      <ChevronRight aria-hidden="true" size={18} className="shrink-0 text-muted" />
    </Link>
  );
}

function NoServers({ filter, add }: { filter: ServerFilter; add: React.ReactNode }) {
  if (filter.search || filter.status)
    return (
      <EmptyState
        title={t('portal.servers.none-fits')}
        actions={
          <Link to="/servers" className={buttonClass()}>
            {t('portal.servers.show-all')}
          </Link>
        }
      />
    );
  return (
    <EmptyState title={t('portal.alerts.none-monitored')} actions={add}>
      {add ? t('portal.servers.add-help') : t('portal.servers.none-help')}
    </EmptyState>
  );
}
