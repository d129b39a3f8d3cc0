import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { wellOr } from '../../../src/monitoring/looks/reassuring-messages.ts';
import { given } from '../api/given.ts';
import { t } from '../messages/messages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState, Placeholder } from '../ui/card.tsx';
import { SelectField } from '../ui/field.tsx';
import { Filters } from '../ui/filters.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { numberText } from '../ui/numbers.ts';
import { Page } from '../ui/page.tsx';
import { severities, severityLabel } from '../ui/severity.tsx';
import { oneLineOr, VirtualList } from '../ui/virtual-list.tsx';
import { AlertRow } from './alert-row.tsx';
import { serverName, statuses, statusLabel, subjectName } from './alert-words.ts';
import { ChosenAlerts } from './chosen-alerts.tsx';
import { useCustomerId } from './customer.ts';
import {
  type Alert,
  type AlertStatus,
  alertListQuery,
  alertQuery,
  causesQuery,
  overviewQuery,
  serverQuery,
} from './data.ts';
import { rememberList } from './list-memory.ts';
import { PortGroups } from './port-groups.tsx';
import { type AlertSearch, alertFilterOf } from './search.ts';
import { ServerFilterField } from './server-choice.tsx';
import { Notes } from './standing.tsx';

const route = getRouteApi('/customer/alerts');
const rowHeightPx = 79;

export function AlertsPage() {
  const search = route.useSearch();
  useEffect(() => rememberList('/alerts', search), [search]);
  const list = useInfiniteQuery(alertListQuery('endpoint', alertFilterOf(search)));
  const alerts = list.data?.pages.flatMap((page) => page.alerts) ?? [];
  const first = list.data?.pages[0];
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const isChosen = new Set(chosen);
  const choose = (id: string, wanted: boolean) =>
    setChosen(wanted ? [...(chosen ?? []), id] : (chosen ?? []).filter((other) => other !== id));
  const { port, server, status, alike } = search;
  const isGrouped = [port, server, status, alike].every((value) => value === undefined);
  return (
    <Page title={t('portal.alerts.title')} lead={t('portal.alerts.lead')}>
      <AlertFilters search={search} />
      {alike !== undefined && <ChosenFault alertId={alike} search={search} />}
      {isGrouped && <PortGroups severity={search.severity} />}
      <div className="-mb-3 flex min-h-10 flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-sm text-muted">
          {first && t('portal.alerts.count', { shown: numberText(first.total), count: first.total })}
        </p>
        {alerts.length > 0 && chosen === null && (
          <Button onClick={() => setChosen([])}>{t('portal.alerts.choose-several')}</Button>
        )}
      </div>
      {list.isPending && <Placeholder className="h-[42rem]" />}
      {list.data && alerts.length === 0 && <NoAlerts search={search} />}
      {alerts.length > 0 && (
        <VirtualList<Alert>
          key={JSON.stringify(search)}
          label={t('portal.alerts.title')}
          total={first?.total}
          items={alerts}
          estimatedHeightPx={oneLineOr(rowHeightPx)}
          keyOf={({ id }) => id}
          row={(alert) =>
            chosen === null ? (
              <AlertRow alert={alert} />
            ) : (
              <ChoosableRow alert={alert} isChosen={isChosen.has(alert.id)} onChoose={choose} />
            )
          }
          onNearEnd={more}
        />
      )}
      <LoadError of={list} />
      {alertFilterOf(search).min_severity && <FoldedNotes />}
      {chosen !== null && (
        <ChosenAlerts
          ids={chosen}
          listed={alerts.map(({ id }) => id)}
          onChoose={setChosen}
          onEnd={() => setChosen(null)}
        />
      )}
    </Page>
  );
}

function ChoosableRow({
  alert,
  isChosen,
  onChoose,
}: {
  alert: Alert;
  isChosen: boolean;
  onChoose: (id: string, isChosen: boolean) => void;
}) {
  return (
    <div className="flex items-stretch">
      <label className="grid w-12 shrink-0 cursor-pointer place-items-center">
        <span className="sr-only">
          {t('portal.alerts.choose', { title: alert.title, subject: subjectName(alert) })}
        </span>
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={isChosen}
          onChange={({ target }) => onChoose(alert.id, target.checked)}
        />
      </label>
      <div className="min-w-0 flex-1">
        <AlertRow alert={alert} />
      </div>
    </div>
  );
}

function FoldedNotes() {
  const { data: overview } = useQuery(overviewQuery(useCustomerId()));
  return <Notes count={overview?.open_alerts.servers.low ?? 0} words="portal.alerts.notes" />;
}

function AlertFilters({ search }: { search: AlertSearch }) {
  const navigate = route.useNavigate();
  const change = (changes: { [Key in keyof AlertSearch]: AlertSearch[Key] | undefined }) =>
    navigate({ search: given({ ...search, ...changes }), replace: true });
  return (
    <Filters inForce={[search.status, search.severity, search.port, search.server]} columns="sm:grid-cols-3">
      <SelectField
        label={t('portal.alerts.status')}
        value={search.status ?? 'open'}
        onChange={({ target }) =>
          change({ status: target.value === 'open' ? undefined : (target.value as AlertStatus | 'all') })
        }
      >
        {statuses.map((status) => (
          <option key={status} value={status}>
            {statusLabel(status)}
          </option>
        ))}
        <option value="all">{t('portal.alerts.all')}</option>
      </SelectField>
      <SelectField
        label={t('portal.alerts.severity')}
        value={search.severity ?? ''}
        onChange={({ target }) => change({ severity: (target.value || undefined) as AlertSearch['severity'] })}
      >
        <option value="">
          {search.status === undefined ? t('portal.alerts.needs-action') : t('portal.alerts.all')}
        </option>
        {severities.map((severity) => (
          <option key={severity} value={severity}>
            {severityLabel(severity)}
          </option>
        ))}
        {search.status === undefined && <option value="all">{t('portal.alerts.all-with-notes')}</option>}
      </SelectField>
      {search.port !== undefined && (
        <ChosenPort
          port={`${search.port}${search.protocol ? `/${search.protocol}` : ''}`}
          onClear={() => change({ port: undefined, protocol: undefined })}
        />
      )}
      {search.server === undefined ? (
        <ServerFilterField onChoose={(server) => change({ server })} />
      ) : (
        <ChosenServer id={search.server} onClear={() => change({ server: undefined })} />
      )}
    </Filters>
  );
}

/** Which fault the list is about: not folded on a phone, since nothing else says so there. */
function ChosenFault({ alertId, search: { alike: _, ...others } }: { alertId: string; search: AlertSearch }) {
  const navigate = route.useNavigate();
  const causes = useQuery(causesQuery(useCustomerId()));
  // A cause is called so that it names no server; that of an alert which is over is none any more.
  const cause = causes.data?.causes.find(({ oldest_alert }) => oldest_alert.id === alertId);
  const alert = useQuery({ ...alertQuery(alertId), enabled: causes.isFetched && cause === undefined });
  const title = (cause ?? alert.data)?.title;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="text-sm font-medium">{t('portal.alerts.cause')}</span>
      <button
        type="button"
        onClick={() => navigate({ search: others, replace: true })}
        className={`${buttonClass()} min-w-0 justify-between text-start`}
      >
        <span className="[overflow-wrap:anywhere]">
          {title === undefined ? t('portal.alerts.one-cause') : withReadableNames(title)}
        </span>
        <span className="sr-only">{t('portal.alerts.all-causes')}</span>
        <X aria-hidden="true" size={16} className="shrink-0" />
      </button>
    </div>
  );
}

function ChosenServer({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useQuery(serverQuery(id));
  return (
    <div className="grid gap-1">
      <span className="text-sm font-medium">{t('portal.alerts.server')}</span>
      <button
        type="button"
        onClick={onClear}
        className={`${buttonClass()} min-w-0 justify-between`}
        aria-label={t('portal.alerts.all-servers')}
      >
        <span className="truncate">{data ? serverName(data.data) : t('portal.alerts.one-server')}</span>
        <X aria-hidden="true" size={16} className="shrink-0" />
      </button>
    </div>
  );
}

function ChosenPort({ port, onClear }: { port: string; onClear: () => void }) {
  return (
    <div className="grid gap-1">
      <span className="text-sm font-medium">{t('portal.alerts.port')}</span>
      <button
        type="button"
        onClick={onClear}
        className={`${buttonClass()} min-w-0 justify-between`}
        aria-label={t('portal.alerts.all-ports')}
      >
        <span className="truncate">{port}</span>
        <X aria-hidden="true" size={16} className="shrink-0" />
      </button>
    </div>
  );
}

function NoAlerts({ search }: { search: AlertSearch }) {
  const { data: overview } = useQuery(overviewQuery(useCustomerId()));
  if (overview?.servers.total === 0)
    return (
      <EmptyState
        title={t('portal.alerts.none-monitored')}
        actions={
          <Link to="/servers" className={buttonClass()}>
            {t('portal.alerts.see-servers')}
          </Link>
        }
      >
        {t('portal.alerts.none-monitored-help')}
      </EmptyState>
    );
  const { severity, server, port, alike } = search;
  const isFiltered = [severity, server, port, alike].some((value) => value !== undefined);
  if (isFiltered || (search.status ?? 'open') !== 'open')
    return (
      <EmptyState
        title={t('portal.alerts.none-fits')}
        actions={
          <Link to="/alerts" className={buttonClass()}>
            {t('portal.alerts.show-open')}
          </Link>
        }
      />
    );
  // Until it is known what was looked at, nothing is said.
  const reach = overview?.servers ?? { all_looked_at: false };
  return (
    <EmptyState
      title={t(wellOr(reach, 'portal.alerts.none-needs-action', 'portal.alerts.none-known'))}
      actions={
        <Link to="/alerts" search={{ status: 'all' }} className={buttonClass()}>
          {t('portal.alerts.show-former')}
        </Link>
      }
    >
      {t(wellOr(reach, 'portal.alerts.scanned-regularly', 'portal.overview.unknown'))}
    </EmptyState>
  );
}
