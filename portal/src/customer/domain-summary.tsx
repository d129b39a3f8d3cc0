import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../messages/messages.ts';
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
      title={t('portal.domains.yours')}
      lead={data ? domainCount(data.domains) : t('portal.domains.about')}
      actions={
        <Link to="/leaks" className="inline-flex min-h-6 items-center text-sm text-accent underline">
          {t('portal.domains.all-leaks')}
        </Link>
      }
    >
      {summary.isPending && <Placeholder className="h-16" />}
      <LoadError of={summary} />
      {data && data.domains.total > 0 && (
        <dl className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <Figure name={t('portal.domains.open-alerts')} value={data.open_alerts.total} />
          <Figure name={t('portal.domains.credentials')} value={data.leaked_credentials.total} />
          <Figure name={t('portal.domains.dark-web')} value={data.dark_web.total} />
        </dl>
      )}
    </Card>
  );
}

function domainCount({ total, active }: { total: number; active: number }): string {
  return total === 0 ? t('portal.domains.none-ordered') : t('portal.domains.count', { active, total });
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-row-reverse items-baseline justify-end gap-2 sm:flex-col sm:gap-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-8 text-2xl font-semibold tabular-nums sm:order-first">{numberText(value)}</dd>
    </div>
  );
}
