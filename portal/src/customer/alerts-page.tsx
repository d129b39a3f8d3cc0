import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState, Placeholder } from '../ui/card.tsx';
import { SelectField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { severities, severityLabel } from '../ui/severity.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { AlertRow } from './alert-row.tsx';
import { serverName, statusLabels, subjectName } from './alert-words.ts';
import { ChosenAlerts } from './chosen-alerts.tsx';
import { useCustomerId } from './customer.ts';
import { type Alert, type AlertStatus, alertListQuery, countText, overviewQuery, serverQuery } from './data.ts';
import { rememberList } from './list-memory.ts';
import { PortGroups } from './port-groups.tsx';
import { type AlertSearch, alertFilterOf } from './routes.tsx';
import { ServerFilterField } from './server-choice.tsx';

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
  const isGrouped = search.port === undefined && search.server === undefined && search.status === undefined;
  return (
    <Page
      title="Alerts"
      lead="What is wrong with your servers, such as ports that strangers can reach and that nobody has allowed. An alert resolves by itself once its cause is gone. The most urgent come first."
    >
      <Filters search={search} />
      {isGrouped && <PortGroups severity={search.severity} />}
      <div className="-mb-3 flex min-h-10 flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-sm text-muted">
          {first && `${countText(first)} ${noun(first.total)}`}
        </p>
        {alerts.length > 0 && chosen === null && <Button onClick={() => setChosen([])}>Choose several</Button>}
      </div>
      {list.isPending && <Placeholder className="h-[42rem]" />}
      {list.data && alerts.length === 0 && <NoAlerts search={search} />}
      {alerts.length > 0 && (
        <VirtualList<Alert>
          key={JSON.stringify(search)}
          label="Alerts"
          total={first?.total}
          items={alerts}
          estimatedHeightPx={rowHeightPx}
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
      {alertFilterOf(search).min_severity && <Notes />}
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
        <span className="sr-only">{`Choose ${alert.title}, ${subjectName(alert)}`}</span>
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

/** What is good to know is folded: it stands behind a link. */
function Notes() {
  const { data: overview } = useQuery(overviewQuery(useCustomerId()));
  const notes = overview?.open_alerts.servers.low ?? 0;
  if (notes === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-muted">
      {notes === 1
        ? 'One note is not listed: good to know, nothing has to be done.'
        : `${notes.toLocaleString('en')} notes are not listed: good to know, nothing has to be done.`}
      <Link
        to="/alerts"
        search={{ severity: 'low' }}
        className="inline-flex min-h-6 items-center text-accent underline"
      >
        See the notes
      </Link>
    </p>
  );
}

function noun(count: number): string {
  return count === 1 ? 'alert' : 'alerts';
}

function Filters({ search }: { search: AlertSearch }) {
  const navigate = route.useNavigate();
  const change = (changes: { [Key in keyof AlertSearch]: AlertSearch[Key] | undefined }) =>
    navigate({
      search: Object.fromEntries(
        Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined),
      ) as AlertSearch,
      replace: true,
    });
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label="Status"
        value={search.status ?? 'open'}
        onChange={({ target }) =>
          change({ status: target.value === 'open' ? undefined : (target.value as AlertStatus | 'all') })
        }
      >
        {Object.entries(statusLabels).map(([status, label]) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
        <option value="all">All</option>
      </SelectField>
      <SelectField
        label="Severity"
        value={search.severity ?? ''}
        onChange={({ target }) => change({ severity: (target.value || undefined) as AlertSearch['severity'] })}
      >
        <option value="">{search.status === undefined ? 'What needs action' : 'All'}</option>
        {severities.map((severity) => (
          <option key={severity} value={severity}>
            {severityLabel(severity)}
          </option>
        ))}
        {search.status === undefined && <option value="all">All, with notes</option>}
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
    </div>
  );
}

function ChosenServer({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useQuery(serverQuery(id));
  return (
    <div className="grid gap-1">
      <span className="text-sm font-medium">Server</span>
      <button
        type="button"
        onClick={onClear}
        className={`${buttonClass()} min-w-0 justify-between`}
        aria-label="Show the alerts of all servers"
      >
        <span className="truncate">{data ? serverName(data.data) : 'One server'}</span>
        <X aria-hidden="true" size={16} className="shrink-0" />
      </button>
    </div>
  );
}

function ChosenPort({ port, onClear }: { port: string; onClear: () => void }) {
  return (
    <div className="grid gap-1">
      <span className="text-sm font-medium">Port</span>
      <button
        type="button"
        onClick={onClear}
        className={`${buttonClass()} min-w-0 justify-between`}
        aria-label="Show the alerts of all ports"
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
        title="No server is monitored yet"
        actions={
          <Link to="/servers" className={buttonClass()}>
            See your servers
          </Link>
        }
      >
        Alerts tell what strangers can reach on the servers that are monitored.
      </EmptyState>
    );
  const isFiltered = search.severity !== undefined || search.server !== undefined || search.port !== undefined;
  if (isFiltered || (search.status ?? 'open') !== 'open')
    return (
      <EmptyState
        title="No alert fits these filters"
        actions={
          <Link to="/alerts" className={buttonClass()}>
            Show the open ones
          </Link>
        }
      />
    );
  return (
    <EmptyState
      title="No alert needs action"
      actions={
        <Link to="/alerts" search={{ status: 'all' }} className={buttonClass()}>
          Show former alerts
        </Link>
      }
    >
      Your servers are scanned regularly; what is found appears here.
    </EmptyState>
  );
}
