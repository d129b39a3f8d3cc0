import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { t } from '../messages/messages.ts';
import { Card } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { type Cause, causesQuery } from './data.ts';

/** What is wrong, whoever has it: each fault once, with how many customers and servers have it. */
export function CausesCard() {
  const causes = useQuery(causesQuery);
  if (causes.data?.causes.length === 0) return null;
  return (
    <Card title={t('console.causes.title')} lead={t('console.causes.lead')}>
      <LoadError of={causes} />
      {causes.data && (
        <Table
          caption={t('console.causes.title')}
          rows={causes.data.causes}
          keyOf={({ oldest_alert }) => oldest_alert.id}
          columns={columns()}
        />
      )}
    </Card>
  );
}

function columns(): readonly Column<Cause>[] {
  return [
    {
      heading: t('console.alert-table.alert'),
      cell: ({ title, oldest_alert }) => (
        <Link
          to="/console/alerts/$alertId"
          params={{ alertId: oldest_alert.id }}
          className="inline-flex min-h-6 items-center font-medium text-accent underline"
        >
          {withReadableNames(title)}
        </Link>
      ),
    },
    { heading: t('console.common.severity'), cell: ({ severity }) => <SeverityBadge severity={severity} /> },
    {
      heading: t('console.causes.affected'),
      cell: ({ customers, resources, severity, subject_type: subject, oldest_alert }) => (
        <Link
          to="/console/alerts"
          search={{ alike: oldest_alert.id, severity }}
          className="inline-flex min-h-6 items-center text-accent underline"
        >
          {t(subject === 'endpoint' ? 'console.causes.servers' : 'console.causes.domains', { customers, resources })}
        </Link>
      ),
    },
    {
      heading: t('console.common.since'),
      cell: ({ first_detected_at }) => (
        <span className="whitespace-nowrap">
          <Time at={first_detected_at} />
        </span>
      ),
    },
  ];
}
