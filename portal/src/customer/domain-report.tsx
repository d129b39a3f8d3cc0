import { useQuery } from '@tanstack/react-query';
import { Card, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { numberText } from '../ui/numbers.ts';
import { Time } from '../ui/time.tsx';
import { useCustomerId } from './customer.ts';
import { domainSummaryQuery } from './domain-data.ts';

/** The domains' part of the report: how things stand today. */
export function DomainReport() {
  const summary = useQuery(domainSummaryQuery(useCustomerId()));
  const { data } = summary;
  return (
    <Card title="Domains today">
      {summary.isPending && <Placeholder className="h-40" />}
      <LoadError of={summary} />
      {data?.domains.total === 0 && <p className="text-sm text-muted">No domain is monitored.</p>}
      {data && data.domains.total > 0 && (
        <Facts
          facts={[
            ['Domains monitored', `${numberText(data.domains.active)} of ${numberText(data.domains.total)}`],
            ['Open alerts', data.open_alerts.total.toLocaleString('en')],
            ['Leaked credentials', data.leaked_credentials.total.toLocaleString('en')],
            ['Dark-web findings', data.dark_web.total.toLocaleString('en')],
            ['Last look', <Time key="last" at={data.last_scan_at} />],
          ]}
        />
      )}
    </Card>
  );
}
