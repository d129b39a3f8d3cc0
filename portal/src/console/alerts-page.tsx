import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readableName, withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { t } from '../messages/messages.ts';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { SelectField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { type Severity, severities, severityLabel } from '../ui/severity.tsx';
import { AlertTable } from './alert-table.tsx';
import { type AlertFilter, alertsQuery, type Cause, causesQuery } from './data.ts';
import { MoreButton } from './more-button.tsx';

/** Open alerts of every kind: of all customers, of one, of a server or domain, or of one cause. */
export function AlertsPage() {
  const filter = useSearch({ from: '/console/alerts' });
  const navigate = useNavigate({ from: '/console/alerts' });
  const alerts = useInfiniteQuery(alertsQuery(filter));
  const rows = alerts.data?.pages.flatMap((page) => page.alerts);
  const causes = useQuery({ ...causesQuery, enabled: filter.alike !== undefined });
  const cause = causes.data?.causes.find(({ oldest_alert }) => oldest_alert.id === filter.alike);
  const isNarrow = filter.customer !== undefined || filter.server !== undefined || filter.domain !== undefined;
  const customer = filter.customer ?? (isNarrow ? rows?.[0]?.billing_customer_id : undefined);
  const back = customer
    ? { to: `/console/customers/${customer}`, label: t('console.common.customer-id', { id: customer }) }
    : { to: '/console/customers', label: t('console.common.customers') };
  return (
    <Page
      title={titleOf(filter, rows?.[0]?.subject.name, cause)}
      lead={t('console.alerts.lead')}
      {...(isNarrow && { back })}
    >
      <search className="max-w-xs">
        <SelectField
          label={t('console.common.severity')}
          value={filter.severity ?? ''}
          onChange={({ target }) =>
            navigate({
              search: { ...filter, severity: (target.value || undefined) as Severity | undefined },
              replace: true,
            })
          }
        >
          <option value="">{t('console.common.any')}</option>
          {severities.map((severity) => (
            <option key={severity} value={severity}>
              {severityLabel(severity)}
            </option>
          ))}
        </SelectField>
      </search>
      <LoadError of={alerts} />
      {alerts.isPending && <Placeholder className="h-64" />}
      {rows?.length === 0 && <EmptyState title={t('console.alerts.no-alert-kind-open')} />}
      {rows && rows.length > 0 && (
        <Card>
          <AlertTable alerts={rows} ofOneCustomer={isNarrow} />
          <MoreButton of={alerts} />
        </Card>
      )}
    </Page>
  );
}

function titleOf(
  { customer, server, domain }: AlertFilter,
  name: string | undefined,
  cause: Cause | undefined,
): string {
  if (cause) return withReadableNames(cause.title);
  if ((server ?? domain) !== undefined && name !== undefined)
    return t('console.alerts.open-alerts-about-name', { name: readableName(name) });
  return customer === undefined
    ? t('console.common.open-alerts')
    : t('console.alerts.open-alerts-of-customer', { customer });
}
