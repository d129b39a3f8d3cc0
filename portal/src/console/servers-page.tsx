import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ServerState } from '../customer/server-state.tsx';
import { t } from '../messages/messages.ts';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { SelectField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { CustomerCell } from './customer-cell.tsx';
import { type ServerFilter, serversQuery } from './data.ts';
import { MoreButton } from './more-button.tsx';
import { ServerCell } from './server-cell.tsx';

/** The servers of all customers. */
export function ServersPage() {
  const filter = useSearch({ from: '/console/servers' });
  const navigate = useNavigate({ from: '/console/servers' });
  const servers = useInfiniteQuery(serversQuery(filter));
  const rows = servers.data?.pages.flatMap((page) => page.data);
  return (
    <Page title={t('console.common.servers')} lead={t('console.servers.lead')}>
      <search className="max-w-xs">
        <SelectField
          label={t('console.common.state')}
          value={filter.status ?? ''}
          onChange={({ target }) =>
            navigate({
              search: { ...filter, status: (target.value || undefined) as ServerFilter['status'] },
              replace: true,
            })
          }
        >
          <option value="">{t('console.common.any')}</option>
          <option value="active">{t('console.common.watched')}</option>
          <option value="paused">{t('console.servers.paused')}</option>
        </SelectField>
      </search>
      <LoadError of={servers} />
      {servers.isPending && <Placeholder className="h-64" />}
      {rows?.length === 0 && <EmptyState title={t('console.servers.no-server-state')} />}
      {rows && rows.length > 0 && (
        <Card>
          <Table
            caption={t('console.common.servers')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: t('console.common.server'),
                cell: (server) => <ServerCell server={server} />,
              },
              { heading: t('console.common.state'), cell: (server) => <ServerState server={server} /> },
              {
                heading: t('console.common.customer'),
                cell: (server) => <CustomerCell of={server} />,
              },
              { heading: t('console.common.last-scan'), cell: ({ last_scan_at }) => <Time at={last_scan_at} /> },
            ]}
          />
          <MoreButton of={servers} />
        </Card>
      )}
    </Page>
  );
}
