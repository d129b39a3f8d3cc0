import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { t } from '../messages/messages.ts';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { numberText } from '../ui/numbers.ts';
import { Page } from '../ui/page.tsx';
import { severities, severityLabel } from '../ui/severity.tsx';
import { Table } from '../ui/table.tsx';
import { useSettled } from '../ui/use-settled.ts';
import { type CustomerFilter, customersQuery, type ListedCustomer, type Urgency } from './data.ts';
import { MoreButton } from './more-button.tsx';
import { SeverityCounts, Worst } from './urgency.tsx';

const fewestPictured = 20;

/** The customers that the billing system has told of: those in danger first, searched as one types. */
export function CustomersPage() {
  const filter = useSearch({ from: '/console/customers' });
  const navigate = useNavigate({ from: '/console/customers' });
  const [typed, setTyped] = useState(filter.search ?? '');
  const search = useSettled(typed.trim()) || undefined;
  const change = (changed: CustomerFilter) => navigate({ search: { ...filter, ...changed }, replace: true });
  useEffect(() => {
    if (search !== filter.search) navigate({ search: { ...filter, search }, replace: true });
  }, [search, filter, navigate]);
  const customers = useInfiniteQuery(customersQuery(filter));
  const rows = customers.data?.pages.flatMap((page) => page.customers);
  return (
    <Page title={t('console.common.customers')} lead={t('console.customers.lead')}>
      <search className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
        <TextField
          label={t('console.customers.search')}
          type="search"
          value={typed}
          placeholder={t('console.customers.search-placeholder')}
          hint={t('console.customers.search-hint')}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label={t('console.customers.most-severe-open-alert')}
          value={filter.urgency ?? ''}
          onChange={({ target }) => change({ urgency: (target.value || undefined) as Urgency | undefined })}
        >
          <option value="">{t('console.common.any')}</option>
          {severities.map((severity) => (
            <option key={severity} value={severity}>
              {severityLabel(severity)}
            </option>
          ))}
          <option value="none">{t('console.common.no-open-alert')}</option>
        </SelectField>
        <SelectField
          label={t('console.customers.order')}
          value={filter.sort ?? 'urgency'}
          onChange={({ target }) =>
            change({ sort: target.value === 'urgency' ? undefined : (target.value as CustomerFilter['sort']) })
          }
        >
          <option value="urgency">{t('console.customers.by-urgency')}</option>
          <option value="number">{t('console.customers.by-number')}</option>
        </SelectField>
      </search>
      {filter.search === undefined && <Fleet urgency={filter.urgency} />}
      <LoadError of={customers} />
      {customers.isPending && <Placeholder className="h-64" />}
      {rows?.length === 0 && <Nobody filter={filter} />}
      {rows && rows.length > 0 && (
        <Card>
          <CustomerTable customers={rows} />
          <MoreButton of={customers} />
        </Card>
      )}
    </Page>
  );
}

const FleetPicture = lazy(() => import('../ui/fleet-picture.tsx'));

/** So many fit on a screen. */
const fleetSize = 1_000;

/** The customers at one glance; a few need no picture. */
function Fleet({ urgency }: { urgency: Urgency | undefined }) {
  const navigate = useNavigate();
  const fleet = useInfiniteQuery(customersQuery({ urgency }, fleetSize));
  const page = fleet.data?.pages[0];
  const members = useMemo(
    () =>
      page?.customers.map(({ billing_customer_id: id, name, worst_severity, endpoints_not_scanned }) => ({
        id: String(id),
        name: name ?? t('console.common.customer-id', { id }),
        worst: worst_severity,
        isUnwatched: endpoints_not_scanned > 0,
      })) ?? [],
    [page],
  );
  if (!page || members.length < fewestPictured) return null;
  return (
    <Card
      title={t('console.customers.at-a-glance')}
      lead={
        page.has_more
          ? t('console.customers.thousand-customers-greatest-danger')
          : t('console.customers.each-square-customer')
      }
    >
      <Suspense fallback={<Placeholder className="h-24" />}>
        <FleetPicture
          members={members}
          label={(count) => t('console.customers.fleet-picture', { count })}
          onOpen={(id) => navigate({ to: '/console/customers/$customerId', params: { customerId: id } })}
        />
      </Suspense>
    </Card>
  );
}

function Nobody({ filter: { search, urgency } }: { filter: CustomerFilter }) {
  if (search !== undefined)
    return (
      <EmptyState title={t('console.customers.no-customer-called')}>
        {t('console.customers.search-number-how-name')}
      </EmptyState>
    );
  if (urgency !== undefined) return <EmptyState title={t('console.customers.no-customer-most-severe')} />;
  return (
    <EmptyState title={t('console.customers.no-customer-yet')}>
      {t('console.customers.first-order-billing-system')}
    </EmptyState>
  );
}

export function CustomerTable({ customers }: { customers: readonly ListedCustomer[] }) {
  return (
    <Table
      caption={t('console.common.customers')}
      rows={customers}
      keyOf={({ billing_customer_id }) => billing_customer_id}
      columns={[
        {
          heading: t('console.common.customer'),
          cell: ({ billing_customer_id, name, email }) => (
            <>
              <Link
                to="/console/customers/$customerId"
                params={{ customerId: String(billing_customer_id) }}
                className="inline-flex min-h-6 items-center font-medium text-accent underline"
              >
                {name ?? t('console.common.customer-id', { id: billing_customer_id })}
              </Link>
              {email && <span className="block text-xs text-muted">{email}</span>}
            </>
          ),
        },
        {
          heading: t('console.customers.customer-number'),
          numeric: true,
          cell: ({ billing_customer_id }) => billing_customer_id,
        },
        { heading: t('console.common.worst'), cell: ({ worst_severity }) => <Worst severity={worst_severity} /> },
        {
          heading: t('console.common.open-alerts'),
          cell: ({ billing_customer_id, alerts_by_severity }) => (
            <SeverityCounts customerId={billing_customer_id} counts={alerts_by_severity} />
          ),
        },
        {
          heading: t('console.common.servers'),
          numeric: true,
          cell: ({ billing_customer_id: id, endpoints }) => <Count of={endpoints} customerId={id} hash="servers" />,
        },
        {
          heading: t('console.customers.not-scanned'),
          numeric: true,
          cell: ({ billing_customer_id: id, endpoints_not_scanned: count }) => (
            <span className={count > 0 ? 'font-semibold text-high' : ''}>
              <Count of={count} customerId={id} hash="servers" />
            </span>
          ),
        },
        {
          heading: t('console.common.domains'),
          numeric: true,
          cell: ({ billing_customer_id: id, domains }) => <Count of={domains} customerId={id} hash="domains" />,
        },
      ]}
    />
  );
}

/** A number, as a link to what it counts on the customer's page. */
function Count({ of: count, customerId, hash }: { of: number; customerId: number; hash: string }) {
  if (count === 0) return <>0</>;
  return (
    <Link
      to="/console/customers/$customerId"
      params={{ customerId: String(customerId) }}
      hash={hash}
      className="inline-flex min-h-6 items-center underline"
    >
      {numberText(count)}
    </Link>
  );
}
