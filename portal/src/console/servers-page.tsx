import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ServerState } from '../customer/server-state.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { SelectField } from '../ui/field.tsx';
import { HostName } from '../ui/host-name.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { type ServerFilter, serversQuery } from './data.ts';
import { MoreButton } from './more-button.tsx';
import { Table } from './table.tsx';

/** The servers of all customers. */
export function ServersPage() {
  const filter = useSearch({ from: '/console/servers' });
  const navigate = useNavigate({ from: '/console/servers' });
  const servers = useInfiniteQuery(serversQuery(filter));
  const rows = servers.data?.pages.flatMap((page) => page.data);
  return (
    <Page title="Servers" lead="The servers of all your customers, the newest first.">
      <search className="max-w-xs">
        <SelectField
          label="State"
          value={filter.status ?? ''}
          onChange={({ target }) =>
            navigate({
              search: { ...filter, status: (target.value || undefined) as ServerFilter['status'] },
              replace: true,
            })
          }
        >
          <option value="">Any</option>
          <option value="active">Watched</option>
          <option value="paused">Paused</option>
        </SelectField>
      </search>
      <LoadError of={servers} />
      {servers.isPending && <Placeholder className="h-64" />}
      {rows?.length === 0 && <EmptyState title="No server is in this state." />}
      {rows && rows.length > 0 && (
        <Card>
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
              { heading: 'State', cell: (server) => <ServerState server={server} /> },
              {
                heading: 'Customer',
                numeric: true,
                cell: ({ billing_customer_id: customer }) => (
                  <Link
                    to="/console/customers/$customerId"
                    params={{ customerId: String(customer) }}
                    className="inline-flex min-h-6 items-center text-accent underline"
                  >
                    {customer}
                  </Link>
                ),
              },
              { heading: 'Last scan', cell: ({ last_scan_at }) => <Time at={last_scan_at} /> },
            ]}
          />
          <MoreButton of={servers} />
        </Card>
      )}
    </Page>
  );
}
