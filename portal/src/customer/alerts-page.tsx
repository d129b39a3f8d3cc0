import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useCallback } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, Placeholder } from '../ui/card.tsx';
import { SelectField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { type Severity, severities, severityLabel } from '../ui/severity.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { AlertRow } from './alert-row.tsx';
import { serverName, statusLabels } from './alert-words.ts';
import { type Alert, type AlertStatus, alertListQuery, serverQuery } from './data.ts';
import { type AlertSearch, alertFilterOf } from './routes.tsx';
import { ServerFilterField } from './server-choice.tsx';

const route = getRouteApi('/customer/alerts');
const rowHeightPx = 79;

export function AlertsPage() {
  const search = route.useSearch();
  const list = useInfiniteQuery(alertListQuery('endpoint', alertFilterOf(search)));
  const alerts = list.data?.pages.flatMap((page) => page.alerts) ?? [];
  const first = list.data?.pages[0];
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return (
    <Page
      title="Alerts"
      lead="What is wrong with your servers, such as ports that strangers can reach and that nobody has allowed. An alert resolves by itself once its cause is gone. The most urgent come first."
    >
      <Filters search={search} />
      <p role="status" className="-mb-3 min-h-5 text-sm text-muted">
        {first && `${first.total.toLocaleString('en')}${first.total_is_exact ? '' : '+'} ${noun(first.total)}`}
      </p>
      {list.isPending && <Placeholder className="h-[42rem]" />}
      {list.data && alerts.length === 0 && <NoAlerts search={search} />}
      {alerts.length > 0 && (
        <VirtualList<Alert>
          key={JSON.stringify(search)}
          label="Alerts"
          items={alerts}
          estimatedHeightPx={rowHeightPx}
          keyOf={({ id }) => id}
          row={(alert) => <AlertRow alert={alert} />}
          onNearEnd={more}
        />
      )}
      <LoadError of={list} />
    </Page>
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
        onChange={({ target }) => change({ severity: (target.value || undefined) as Severity | undefined })}
      >
        <option value="">All</option>
        {severities.map((severity) => (
          <option key={severity} value={severity}>
            {severityLabel(severity)}
          </option>
        ))}
      </SelectField>
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

function NoAlerts({ search }: { search: AlertSearch }) {
  const isFiltered = search.severity !== undefined || search.server !== undefined;
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
      title="Nothing is exposed that should not be"
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
