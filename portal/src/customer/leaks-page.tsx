import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { readableName, withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { wellOr } from '../../../src/monitoring/looks/reassuring-messages.ts';
import { Message } from '../messages/message.tsx';
import { type MessageKey, t } from '../messages/messages.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, Placeholder } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Time } from '../ui/time.tsx';
import { oneLineOr, VirtualList } from '../ui/virtual-list.tsx';
import { AlertRow } from './alert-row.tsx';
import { useCustomerId } from './customer.ts';
import { type Alert, alertListQuery, overviewQuery } from './data.ts';
import { type DarkWebFinding, darkWebQuery, type LeakedCredential, leakedCredentialsQuery } from './domain-data.ts';
import { LeakFilters } from './leak-filters.tsx';
import { dataClasses, identityOf, kindLabel, matchLabel, secretOf } from './leak-words.ts';
import { rememberList } from './list-memory.ts';
import { type LeakSearch, type LeakView, leakViews } from './search.ts';

const route = getRouteApi('/customer/leaks');

const viewLabels = {
  alerts: 'portal.leaks.what-to-do',
  credentials: 'portal.domains.credentials',
  'dark-web': 'portal.leaks.dark-web',
} as const satisfies Record<LeakView, MessageKey>;

export function LeaksPage() {
  const search = route.useSearch();
  const { view = 'alerts' } = search;
  const navigate = route.useNavigate();
  useEffect(() => rememberList('/leaks', search), [search]);
  return (
    <Page title={t('portal.nav.leaks')} lead={t('portal.leaks.lead')}>
      <Tabs
        label={t('portal.nav.leaks')}
        options={leakViews.map((option) => [option, t(viewLabels[option])] as const)}
        value={view}
        onChange={(value) => navigate({ search: value === 'alerts' ? {} : { view: value as LeakView }, replace: true })}
      >
        {view === 'alerts' && <Alerts search={search} />}
        {view === 'credentials' && <Credentials />}
        {view === 'dark-web' && <DarkWeb />}
      </Tabs>
    </Page>
  );
}

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

function useMore({ hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: Pages): () => void {
  return useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
}

/** Until it is known what was looked at, nothing is said. */
function useReach() {
  const { data: overview } = useQuery(overviewQuery(useCustomerId()));
  return overview?.domains ?? { all_looked_at: false };
}

function Nothing() {
  const reach = useReach();
  return (
    <EmptyState title={t(wellOr(reach, 'portal.leaks.nothing', 'portal.leaks.none-known'))}>
      {t(wellOr(reach, 'portal.leaks.nothing-help', 'portal.leaks.unknown'))}
    </EmptyState>
  );
}

function Alerts({ search }: { search: LeakSearch }) {
  const { status = 'open', severity, domain } = search;
  const filter = { status: status === 'all' ? undefined : status, severity, domain_id: domain };
  const list = useInfiniteQuery(alertListQuery('domain', filter));
  const more = useMore(list);
  const alerts = list.data?.pages.flatMap((page) => page.alerts) ?? [];
  const isFiltered = search.status !== undefined || severity !== undefined || domain !== undefined;
  return (
    <div className="grid gap-4">
      <LeakFilters search={search} />
      {list.isPending && <Placeholder className="h-80" />}
      {list.data && alerts.length === 0 && (isFiltered ? <NoneFits /> : <NoneOpen />)}
      {alerts.length > 0 && (
        <VirtualList<Alert>
          key={JSON.stringify(search)}
          label={t('portal.leaks.alerts')}
          total={list.data?.pages[0]?.total}
          items={alerts}
          estimatedHeightPx={oneLineOr(84)}
          keyOf={({ id }) => id}
          onNearEnd={more}
          row={(alert) => <AlertRow alert={alert} />}
        />
      )}
      <LoadError of={list} />
    </div>
  );
}

function NoneOpen() {
  const reach = useReach();
  return (
    <EmptyState
      title={t(wellOr(reach, 'portal.leaks.none-open', 'portal.leaks.none-known'))}
      actions={
        <Link to="/leaks" search={{ status: 'all' }} className={buttonClass()}>
          {t('portal.leaks.show-former')}
        </Link>
      }
    >
      {t(wellOr(reach, 'portal.leaks.nothing-help', 'portal.leaks.unknown'))}
    </EmptyState>
  );
}

function NoneFits() {
  return (
    <EmptyState
      title={t('portal.leaks.none-fits')}
      actions={
        <Link to="/leaks" className={buttonClass()}>
          {t('portal.leaks.show-open')}
        </Link>
      }
    />
  );
}

function Credentials() {
  const list = useInfiniteQuery(leakedCredentialsQuery(useCustomerId()));
  const more = useMore(list);
  const found = list.data?.pages.flatMap((page) => page.leaked_credentials) ?? [];
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-sm text-muted">
        <Message
          id="portal.leaks.masked"
          parts={{
            link: (text) => (
              <Link to="/domains" className="text-accent underline">
                {text}
              </Link>
            ),
          }}
        />
      </p>
      {list.isPending && <Placeholder className="h-80" />}
      {list.data && found.length === 0 && <Nothing />}
      {found.length > 0 && (
        <VirtualList<LeakedCredential>
          label={t('portal.domains.credentials')}
          items={found}
          estimatedHeightPx={96}
          keyOf={({ id }) => id}
          onNearEnd={more}
          row={(credential) => <CredentialRow credential={credential} />}
        />
      )}
      <LoadError of={list} />
    </div>
  );
}

function CredentialRow({ credential }: { credential: LeakedCredential }) {
  const details = [
    kindLabel(credential.kind),
    credential.breach_name,
    credential.malware_family && t('portal.leaks.malware', { name: credential.malware_family }),
    credential.login_site && t('portal.leaks.for-site', { site: credential.login_site }),
  ].filter(Boolean);
  return (
    <div className="px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 font-medium [overflow-wrap:anywhere]">{identityOf(credential)}</h2>
        <SeverityBadge severity={credential.severity} />
      </div>
      <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">
        {secretOf(credential)} · {details.join(', ')} ·{' '}
        <Message id="portal.leaks.found" values={{ time: <Time at={credential.first_seen_at} /> }} />
      </p>
      {credential.data_classes.length > 0 && (
        <p className="text-sm text-muted">{t('portal.leaks.also', { what: dataClasses(credential.data_classes) })}</p>
      )}
      <Sources of={credential} />
    </div>
  );
}

function DarkWeb() {
  const list = useInfiniteQuery(darkWebQuery(useCustomerId()));
  const more = useMore(list);
  const found = list.data?.pages.flatMap((page) => page.dark_web) ?? [];
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-sm text-muted">{t('portal.leaks.not-clickable')}</p>
      {list.isPending && <Placeholder className="h-80" />}
      {list.data && found.length === 0 && <Nothing />}
      {found.length > 0 && (
        <VirtualList<DarkWebFinding>
          label={t('portal.domains.dark-web')}
          items={found}
          estimatedHeightPx={120}
          keyOf={({ id }) => id}
          onNearEnd={more}
          row={(finding) => <MentionRow finding={finding} />}
        />
      )}
      <LoadError of={list} />
    </div>
  );
}

function MentionRow({ finding }: { finding: DarkWebFinding }) {
  return (
    <div className="px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 font-medium [overflow-wrap:anywhere]">{withReadableNames(finding.title)}</h2>
        <SeverityBadge severity={finding.severity} />
      </div>
      <p className="mt-1 text-sm text-muted">
        {finding.actor
          ? t('portal.leaks.by', { kind: kindLabel(finding.kind), actor: finding.actor })
          : kindLabel(finding.kind)}{' '}
        · {readableName(finding.domain)} · {matchLabel(finding.match_type)} ·{' '}
        <Message id="portal.leaks.found" values={{ time: <Time at={finding.first_seen_at} /> }} />
      </p>
      {finding.excerpt && (
        <blockquote className="mt-2 border-l-2 border-line pl-3 text-sm [overflow-wrap:anywhere]">
          {finding.excerpt}
        </blockquote>
      )}
      {finding.source_url && (
        <p className="mt-1 font-mono text-xs text-muted [overflow-wrap:anywhere]">{finding.source_url}</p>
      )}
      <Sources of={finding} />
    </div>
  );
}

/** Who found it, as their licences ask to be named. */
function Sources({ of: { attribution } }: { of: Pick<LeakedCredential, 'attribution'> }) {
  if (attribution.length === 0) return null;
  return (
    <p className="mt-1 text-xs text-muted">
      {t('portal.leaks.source')}{' '}
      {attribution.map(({ source, name, url, licence }, index) => (
        <span key={source}>
          {index > 0 && ', '}
          {url === null ? (
            name
          ) : (
            <a href={url} target="_blank" rel="noreferrer" className="underline">
              {name}
            </a>
          )}
          {licence && ` (${licence})`}
        </span>
      ))}
    </p>
  );
}
