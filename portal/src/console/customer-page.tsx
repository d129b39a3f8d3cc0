import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { MissingOrFailed } from '../ui/load-error.tsx';
import { numberText } from '../ui/numbers.ts';
import { Page, PagePlaceholder } from '../ui/page.tsx';
import { FullTime, Time } from '../ui/time.tsx';
import { CustomerAlerts, CustomerDomains, CustomerServers } from './customer-exposure.tsx';
import { CustomerHistory } from './customer-history.tsx';
import { type Customer, customerQuery, useChange } from './data.ts';
import { ForManagers } from './for-managers.tsx';
import { products } from './products.ts';
import { Table } from './table.tsx';
import { ViewAs } from './view-as.tsx';

const back = { to: '/console/customers', label: 'Customers' };

/** What is on record of a customer, for whoever answers its questions. */
export function CustomerPage() {
  const { customerId } = useParams({ from: '/console/customers/$customerId' });
  const customer = useQuery(customerQuery(Number(customerId)));
  if (customer.isPending)
    return (
      <PagePlaceholder>
        <Placeholder className="h-48" />
        <Placeholder className="h-48" />
      </PagePlaceholder>
    );
  if (!customer.data) return <MissingOrFailed of={customer} back={back} />;
  return <Overview of={customer.data} />;
}

function Overview({ of: customer }: { of: Customer }) {
  const { billing_customer_id: id, name, email, endpoints, capacity } = customer;
  return (
    <Page
      title={name ?? `Customer ${id}`}
      back={back}
      actions={
        <>
          <ViewAs customerId={id} />
          <SignOutEverywhere customerId={id} />
        </>
      }
    >
      <Card>
        <Facts
          facts={[
            ['Customer number', String(id)],
            ['E-mail address', email],
            ['Since', <FullTime key="since" at={customer.created_at} />],
            [
              'Servers',
              <a key="servers" href="#servers" className="text-accent underline">
                {serverWords(endpoints)}
              </a>,
            ],
          ]}
        />
      </Card>
      <CustomerAlerts customerId={id} />
      <CustomerServers customerId={id} />
      <CustomerDomains customerId={id} />
      <div className="grid gap-6 md:grid-cols-2">
        <CapacityCard title="Port monitoring" unit="servers" use={capacity.port_monitoring} />
        <CapacityCard title="Domain monitoring" unit="domains" use={capacity.domain_monitoring} />
      </div>
      <Subscriptions of={customer} />
      <Services of={customer} />
      <CustomerHistory customerId={id} />
    </Page>
  );
}

function serverWords({ active, paused, quota_paused }: Customer['endpoints']): string {
  const parts = [`${numberText(active)} watched`];
  if (paused - quota_paused > 0) parts.push(`${numberText(paused - quota_paused)} paused by hand`);
  if (quota_paused > 0) parts.push(`${numberText(quota_paused)} paused because the plan has no room`);
  return parts.join(', ');
}

type Use = Customer['capacity']['port_monitoring'];

function CapacityCard({
  title,
  unit,
  use: { capacity, usage, over_quota },
}: {
  title: string;
  unit: string;
  use: Use;
}) {
  return (
    <Card title={title} actions={over_quota && <Badge tone="bad">More than paid for</Badge>}>
      <p className="text-3xl font-semibold tracking-tight tabular-nums">
        {usage.toLocaleString('en')}
        {capacity !== null && <span className="text-lg text-muted"> of {capacity.toLocaleString('en')}</span>}
        <span className="text-lg font-normal text-muted"> {unit}</span>
      </p>
      {capacity === null ? (
        <p className="mt-1 text-sm text-muted">Billed by the piece: there is no limit.</p>
      ) : (
        // The numbers above say the same.
        <div aria-hidden="true" className="mt-3 h-2 overflow-hidden rounded-full bg-raised">
          <div
            className={`h-full rounded-full ${over_quota ? 'bg-critical' : 'bg-accent'}`}
            style={{ width: `${(100 * Math.min(usage, capacity)) / Math.max(capacity, 1)}%` }}
          />
        </div>
      )}
    </Card>
  );
}

const tones = { active: 'good', suspended: 'warning', cancelled: 'neutral' } as const;

function Subscriptions({ of: { subscriptions } }: { of: Customer }) {
  return (
    <Card title="Subscriptions">
      {subscriptions.length === 0 ? (
        <EmptyState title="No subscription." />
      ) : (
        <Table
          caption="Subscriptions"
          rows={subscriptions}
          keyOf={({ subscription_id }) => subscription_id}
          columns={[
            {
              heading: 'Product',
              cell: ({ product_slug, plan_slug, quantity }) => (
                <>
                  <span className="font-medium">{products[product_slug]}</span>{' '}
                  <span className="text-muted">{plan_slug ?? `${quantity} slots`}</span>
                </>
              ),
            },
            { heading: 'State', cell: ({ status }) => <Badge tone={tones[status]}>{status}</Badge> },
            { heading: 'Service', numeric: true, cell: ({ service_id }) => service_id },
            { heading: 'Per month', numeric: true, cell: ({ mrr }) => amountWords(mrr) },
            {
              heading: 'Since',
              cell: ({ windows, created_at }) => <Time at={windows.at(-1)?.started_at ?? created_at} />,
            },
          ]}
        />
      )}
    </Card>
  );
}

/** Those that the billing system told more of than their number; the others are only counted. */
function Services({ of: { services } }: { of: Customer }) {
  const told = services.filter(({ product_slug, plan_slug, mrr }) =>
    [product_slug, plan_slug, mrr].some((value) => value !== null),
  );
  const others = services.length - told.length;
  if (services.length === 0) return null;
  return (
    <Card
      title="Services in your billing system"
      {...(others > 0 && {
        lead:
          others === 1
            ? 'Of one more service only its number is known.'
            : `Of ${others.toLocaleString('en')} more services only their numbers are known.`,
      })}
    >
      {told.length > 0 && (
        <Table
          caption="Services in your billing system"
          rows={told}
          keyOf={({ service_id }) => service_id}
          columns={[
            { heading: 'Service', cell: ({ service_id }) => <span className="font-medium">{service_id}</span> },
            {
              heading: 'Product',
              cell: ({ product_slug }) => (product_slug === null ? '–' : (products[product_slug] ?? product_slug)),
            },
            { heading: 'Plan', cell: ({ plan_slug }) => plan_slug ?? '–' },
            { heading: 'Per month', numeric: true, cell: ({ mrr }) => amountWords(mrr) },
            { heading: 'Since', cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
        />
      )}
    </Card>
  );
}

/** The billing system tells the amount without its currency. */
function amountWords(mrr: number | null): string {
  return mrr === null ? '–' : mrr.toLocaleString('en', { minimumFractionDigits: 2 });
}

function SignOutEverywhere({ customerId }: { customerId: number }) {
  const [isAsking, setAsking] = useState(false);
  const end = useChange({
    change: async () =>
      (
        await answered(
          api.DELETE('/api/v1/customers/{billing_customer_id}/sessions', {
            params: { path: { billing_customer_id: customerId } },
          }),
        )
      ).data,
    touches: [],
    done: ({ sessions_ended: ended }) =>
      ended === 0
        ? 'The customer was signed in nowhere.'
        : `The customer is signed out. Sessions that ended: ${ended}.`,
  });
  return (
    <>
      <ForManagers>
        <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
      </ForManagers>
      <ConfirmDialog
        open={isAsking}
        title="Sign the customer out everywhere?"
        action="Sign out everywhere"
        kind="danger"
        busy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>
          Whoever is signed in as this customer, on whatever device, has to come again from your customer area. Sign-in
          links that were not opened yet stop working.
        </p>
      </ConfirmDialog>
    </>
  );
}
