import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card, Placeholder } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { numberText } from '../ui/numbers.ts';
import { useCustomerId } from './customer.ts';
import { domainSummaryQuery } from './domain-data.ts';

/** What is known of the customer's domains, for the overview. */
export function DomainSummary() {
  const summary = useQuery(domainSummaryQuery(useCustomerId()));
  const { data } = summary;
  return (
    <Card
      title="Your domains"
      lead={data ? domainCount(data.domains) : 'What leaked of them, and where they are talked about'}
      actions={
        <Link to="/leaks" className="inline-flex min-h-6 items-center text-sm text-accent underline">
          All leaks
        </Link>
      }
    >
      {summary.isPending && <Placeholder className="h-16" />}
      <LoadError of={summary} />
      {data && data.domains.total > 0 && (
        <dl className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <Figure name="Open domain alerts" value={data.open_alerts.total} />
          <Figure name="Leaked credentials" value={data.leaked_credentials.total} />
          <Figure name="Dark-web findings" value={data.dark_web.total} />
        </dl>
      )}
    </Card>
  );
}

function domainCount({ total, active }: { total: number; active: number }): string {
  if (total === 0) return 'No domain is monitored. Domains are ordered in your customer area.';
  return `${numberText(active)} of ${numberText(total)} ${total === 1 ? 'domain' : 'domains'} monitored now`;
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-row-reverse items-baseline justify-end gap-2 sm:flex-col sm:gap-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-8 text-2xl font-semibold tabular-nums sm:order-first">{value.toLocaleString('en')}</dd>
    </div>
  );
}
