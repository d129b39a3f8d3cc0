import { Link } from '@tanstack/react-router';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { t } from '../messages/messages.ts';
import { HostName } from '../ui/host-name.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { CustomerCell } from './customer-cell.tsx';
import type { Alert } from './data.ts';

const ofCustomer = (): Column<Alert> => ({
  heading: t('console.common.customer'),
  cell: (alert) => <CustomerCell of={alert} />,
});

/** Alerts of any kind, each a link to its page; whose they are is said unless they are all of one customer. */
export function AlertTable({ alerts, ofOneCustomer = false }: { alerts: readonly Alert[]; ofOneCustomer?: boolean }) {
  return (
    <Table
      caption={t('console.common.open-alerts')}
      rows={alerts}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: t('console.alert-table.alert'),
          cell: ({ id, title }) => (
            <Link
              to="/console/alerts/$alertId"
              params={{ alertId: id }}
              className="inline-flex min-h-6 items-center font-medium text-accent underline"
            >
              {withReadableNames(title)}
            </Link>
          ),
        },
        { heading: t('console.common.severity'), cell: ({ severity }) => <SeverityBadge severity={severity} /> },
        { heading: t('console.common.about'), cell: ({ subject }) => <Subject subject={subject} /> },
        ...(ofOneCustomer ? [] : [ofCustomer()]),
        {
          heading: t('console.common.since'),
          cell: ({ first_detected_at }) => (
            <span className="whitespace-nowrap">
              <Time at={first_detected_at} />
            </span>
          ),
        },
      ]}
    />
  );
}

/** What people call it, and the address of a server that is called otherwise. */
function Subject({ subject: { name, address } }: Pick<Alert, 'subject'>) {
  return (
    <>
      <HostName name={name} />
      {address !== null && address !== name && <span className="block text-muted">{address}</span>}
    </>
  );
}
