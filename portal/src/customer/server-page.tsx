import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { wellOr } from '../../../src/monitoring/looks/reassuring-messages.ts';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { LoadError, MissingOrFailed } from '../ui/load-error.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, PagePlaceholder } from '../ui/page.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { FullTime, Time } from '../ui/time.tsx';
import { coverageWords } from './coverage-words.ts';
import { type Alert, type Scan, type ServerDetail, serverAlertsQuery } from './data.ts';
import { backToList } from './list-memory.ts';
import { PortHistory } from './port-history.tsx';
import { ScanHistory } from './scan-history.tsx';
import { ScanNow } from './scan-now.tsx';
import { SeenFromElsewhere } from './seen-from-elsewhere.tsx';
import { ServerActions } from './server-actions.tsx';
import { ServerDays } from './server-days.tsx';
import { ServerServices } from './server-services.tsx';
import { ServerState } from './server-state.tsx';
import { useWatchedServer } from './watched-server.ts';

const route = getRouteApi('/customer/servers/$serverId');

export function ServerPage() {
  const { serverId } = route.useParams();
  const { server, scans } = useWatchedServer(serverId);
  const alerts = useQuery(serverAlertsQuery(serverId));
  if (server.isError && !server.data)
    return <MissingOrFailed of={server} back={backToList('/servers', t('portal.nav.servers'))} />;
  if (!server.data || alerts.isPending)
    return (
      <PagePlaceholder>
        <Placeholder className="h-40" />
        <Placeholder className="h-80" />
      </PagePlaceholder>
    );
  const { data: record } = server.data;
  return (
    <Page
      title={record.nickname}
      back={backToList('/servers', t('portal.nav.servers'))}
      badges={
        <>
          <ServerState server={record} />
          <span className="text-sm text-muted">
            {[record.ip_address, record.hostname]
              .filter((name, index, all) => name !== record.nickname && all.indexOf(name) === index)
              .join(' · ')}
          </span>
        </>
      }
      actions={<ServerActions server={record} />}
    >
      {record.quota_paused && (
        <Notice kind="warning" title={t('portal.server.waits')}>
          {t('portal.server.waits-note')}
        </Notice>
      )}
      {record.not_scanned !== null && (
        <Notice kind="warning" title={t('portal.server.not-scanned')}>
          {record.not_scanned}
        </Notice>
      )}
      <LastScan detail={server.data} scans={scans.data?.data} />
      <OpenAlerts detail={server.data} found={alerts} />
      <ServerDays server={record} />
      <ServerServices serverId={serverId} />
      <SeenFromElsewhere server={record} />
      <Card title={t('portal.server.over-time')} lead={t('portal.server.over-time-lead')}>
        {scans.isPending ? (
          <Placeholder className="h-56" />
        ) : (
          <PortHistory
            scans={scans.data?.data ?? []}
            marks={{ alerts: server.data.alerts, allowed: server.data.whitelisted_ports }}
          />
        )}
      </Card>
      <AllowedPorts detail={server.data} />
      <Card title={t('portal.server.scans')} lead={t('portal.server.scans-lead')}>
        {scans.isPending ? (
          <Placeholder className="h-56" />
        ) : (
          <ScanHistory scans={scans.data?.data ?? []} notScanned={record.not_scanned} />
        )}
        <LoadError of={scans} />
      </Card>
    </Page>
  );
}

function LastScan({ detail, scans }: { detail: ServerDetail; scans: readonly Scan[] | undefined }) {
  const { latest_scan: latest, new_ports: opened, closed_ports: closed, data: server } = detail;
  const facts = (
    <Facts
      facts={[
        [
          t('portal.server.open-ports'),
          latest && (latest.open_ports.length === 0 ? t('portal.server.none') : <Ports ports={latest.open_ports} />),
        ],
        [t('portal.server.newly'), opened.length > 0 ? <Ports ports={opened} /> : null],
        [t('portal.server.closed-since'), closed.length > 0 ? <Ports ports={closed} /> : null],
        [
          t('portal.scan.last'),
          server.last_scan_at ? <FullTime at={server.last_scan_at} /> : t('portal.server.not-yet'),
        ],
        [
          t('portal.server.next'),
          server.next_scan_at ? (
            <FullTime at={server.next_scan_at} />
          ) : (
            (server.not_scanned ?? t('portal.server.none-planned'))
          ),
        ],
        [t('portal.server.what'), server.not_scanned === null ? coverageWords(server.coverage) : null],
        [t('portal.server.platform'), server.platform],
      ]}
    />
  );
  if (server.status !== 'active') return <Card title={t('portal.scan.last')}>{facts}</Card>;
  return (
    <ScanNow server={server} scans={scans}>
      {facts}
    </ScanNow>
  );
}

const shownPorts = 40;

function Ports({ ports }: { ports: readonly number[] }) {
  const more = ports.length - shownPorts;
  return (
    <span className="flex flex-wrap gap-1.5">
      {ports.slice(0, shownPorts).map((port) => (
        <span key={port} className="rounded bg-raised px-1.5 font-mono text-[0.8125rem]">
          {port}
        </span>
      ))}
      {more > 0 && <span className="text-muted">{t('portal.server.more-ports', { count: more })}</span>}
    </span>
  );
}

function OpenAlerts({
  detail,
  found,
}: {
  detail: ServerDetail;
  found: UseQueryResult<{ readonly alerts: readonly Alert[] }>;
}) {
  const { data: server } = detail;
  const alerts = found.data?.alerts;
  return (
    <Card
      title={t('portal.server.open-alerts')}
      actions={
        <Link
          to="/alerts"
          search={{ server: server.id, status: 'all' }}
          className="inline-flex min-h-6 items-center text-sm text-accent underline"
        >
          {t('portal.server.all-alerts')}
        </Link>
      }
    >
      <LoadError of={found} />
      {alerts?.length === 0 && <p className="text-sm text-muted">{withoutAlerts(detail)}</p>}
      {alerts && alerts.length > 0 && (
        <ul className="-mx-2 grid grid-cols-1">
          {alerts.map((alert) => (
            <li key={alert.id}>
              <Link
                to="/alerts/$alertId"
                params={{ alertId: alert.id }}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md px-2 py-2.5 hover:bg-raised"
              >
                <span className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">
                  {withReadableNames(alert.title)}
                </span>
                <span className="flex items-center gap-3 text-sm text-muted">
                  <SeverityBadge severity={alert.severity} />
                  <span>
                    <Message id="portal.alert.since" values={{ time: <Time at={alert.first_detected_at} /> }} />
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function withoutAlerts({ look, data: { not_scanned } }: ServerDetail): string {
  if (not_scanned !== null) return t('portal.server.not-scanned-none');
  if (look.state === 'never_scanned') return t('portal.server.first-scan');
  const reach = { all_looked_at: look.state === 'looked_at' };
  return t(wellOr(reach, 'portal.server.all-allowed', 'portal.server.none-known'), { look: look.sentence });
}

function AllowedPorts({ detail: { whitelisted_ports: allowed } }: { detail: ServerDetail }) {
  return (
    <Card
      title={t('portal.nav.allowed-ports')}
      lead={t('portal.server.allowed-lead')}
      actions={
        <Link to="/allowed-ports" className={buttonClass()}>
          {t('portal.server.change')}
        </Link>
      }
    >
      {allowed.length === 0 ? (
        <EmptyState title={t('portal.server.none-allowed')}>{t('portal.allowed-ports.none-help')}</EmptyState>
      ) : (
        <p className="flex flex-wrap gap-1.5">
          {allowed.map((port) => (
            <Badge key={port}>{port.replace(':', '/')}</Badge>
          ))}
        </p>
      )}
    </Card>
  );
}
