import { getRouteApi, Link } from '@tanstack/react-router';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { LoadError, MissingOrFailed } from '../ui/load-error.tsx';
import { Notice } from '../ui/notice.tsx';
import { numberText } from '../ui/numbers.ts';
import { Page, PagePlaceholder } from '../ui/page.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { FullTime, Time } from '../ui/time.tsx';
import { coverageWords } from './coverage-words.ts';
import type { Scan, Server, ServerDetail } from './data.ts';
import { backToList } from './list-memory.ts';
import { PortHistory } from './port-history.tsx';
import { ScanHistory } from './scan-history.tsx';
import { ScanNow } from './scan-now.tsx';
import { ServerActions } from './server-actions.tsx';
import { ServerState } from './server-state.tsx';
import { useWatchedServer } from './watched-server.ts';

const route = getRouteApi('/customer/servers/$serverId');

export function ServerPage() {
  const { serverId } = route.useParams();
  const { server, scans } = useWatchedServer(serverId);
  if (server.isError && !server.data) return <MissingOrFailed of={server} back={backToList('/servers', 'Servers')} />;
  if (!server.data)
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
      back={backToList('/servers', 'Servers')}
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
        <Notice kind="warning" title="This server waits for your plan">
          Your plan covers fewer servers than you have, so the newest are not scanned. This one comes back by itself
          when your plan has room, or when you delete or pause another server.
        </Notice>
      )}
      {record.not_scanned !== null && (
        <Notice kind="warning" title="This server is not scanned">
          {record.not_scanned}
        </Notice>
      )}
      <LastScan detail={server.data} scans={scans.data?.data} />
      <OpenAlerts detail={server.data} />
      <Card title="Open ports over time" lead="What the last scans found open, by port.">
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
      <Card title="Scans" lead="What each scan found, and how that differs from the one before.">
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
        ['Open ports', latest && (latest.open_ports.length === 0 ? 'None' : <Ports ports={latest.open_ports} />)],
        ['Newly open', opened.length > 0 ? <Ports ports={opened} /> : null],
        ['Closed since', closed.length > 0 ? <Ports ports={closed} /> : null],
        ['Last scan', server.last_scan_at ? <FullTime at={server.last_scan_at} /> : 'Not yet'],
        [
          'Next scan',
          server.next_scan_at ? <FullTime at={server.next_scan_at} /> : (server.not_scanned ?? 'None planned'),
        ],
        ['What is scanned', server.not_scanned === null ? coverageWords(server.coverage) : null],
        ['Platform', server.platform],
      ]}
    />
  );
  if (server.status !== 'active') return <Card title="Last scan">{facts}</Card>;
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
      {more > 0 && <span className="text-muted">and {numberText(more)} more</span>}
    </span>
  );
}

function OpenAlerts({ detail }: { detail: ServerDetail }) {
  const { alerts, data: server } = detail;
  return (
    <Card
      title="Open alerts"
      actions={
        <Link
          to="/alerts"
          search={{ server: server.id, status: 'all' }}
          className="inline-flex min-h-6 items-center text-sm text-accent underline"
        >
          All alerts of this server
        </Link>
      }
    >
      {alerts.length === 0 ? (
        <p className="text-sm text-muted">{withoutAlerts(server)}</p>
      ) : (
        <ul className="-mx-2 grid grid-cols-1">
          {alerts.map((alert) => (
            <li key={alert.id}>
              <Link
                to="/alerts/$alertId"
                params={{ alertId: alert.id }}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md px-2 py-2.5 hover:bg-raised"
              >
                <span className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">{alert.title}</span>
                <span className="flex items-center gap-3 text-sm text-muted">
                  <SeverityBadge severity={alert.severity} />
                  <span>
                    since <Time at={alert.first_detected_at} />
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

function withoutAlerts({ last_scan_at, not_scanned }: Server): string {
  if (not_scanned !== null) return 'None, for it is not scanned.';
  return last_scan_at === null ? 'The first scan will tell.' : 'None: nothing is open that is not allowed.';
}

function AllowedPorts({ detail: { whitelisted_ports: allowed } }: { detail: ServerDetail }) {
  return (
    <Card
      title="Allowed ports"
      lead="These ports may be open and raise no alert."
      actions={
        <Link to="/allowed-ports" className={buttonClass()}>
          Change
        </Link>
      }
    >
      {allowed.length === 0 ? (
        <EmptyState title="No port is allowed">Every port that strangers can reach raises an alert.</EmptyState>
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
