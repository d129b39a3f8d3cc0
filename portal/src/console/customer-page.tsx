import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { ChannelsCard } from '../channels/channels-card.tsx';
import { LooksOnly } from '../may-change.tsx';
import { Message } from '../messages/message.tsx';
import { intl, t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { MissingOrFailed } from '../ui/load-error.tsx';
import { Page, PagePlaceholder } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { FullTime, Time } from '../ui/time.tsx';
import { useChange } from '../use-change.ts';
import { CustomerAlerts, CustomerDomains, CustomerServers } from './customer-exposure.tsx';
import { CustomerHistory } from './customer-history.tsx';
import { CustomerLanguage } from './customer-language.tsx';
import { MoveToCustomer } from './customer-moves.tsx';
import { type Customer, customerQuery } from './data.ts';
import { ForManagers } from './for-managers.tsx';
import { useMay } from './own-account.ts';
import { productName } from './product-name.ts';
import { ViewAs } from './view-as.tsx';

const back = () => ({ to: '/console/customers', label: t('console.common.customers') });

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
  if (!customer.data) return <MissingOrFailed of={customer} back={back()} />;
  return <Overview of={customer.data} />;
}

function Overview({ of: customer }: { of: Customer }) {
  const { billing_customer_id: id, name, email, endpoints, capacity } = customer;
  const mayChange = useMay('manager');
  return (
    <Page
      title={name ?? t('console.common.customer-id', { id })}
      back={back()}
      actions={
        <>
          <ViewAs customerId={id} />
          <SignOutEverywhere customerId={id} />
          <MoveToCustomer customerId={id} serviceId={null} />
        </>
      }
    >
      <Card>
        <Facts
          facts={[
            [t('console.common.customer-number'), String(id)],
            [t('console.common.e-mail-address'), email],
            [t('console.common.since'), <FullTime key="since" at={customer.created_at} />],
            [
              t('console.common.servers'),
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
        <CapacityCard title={t('console.customer.port-monitoring')} unit="servers" use={capacity.port_monitoring} />
        <CapacityCard title={t('console.customer.domain-monitoring')} unit="domains" use={capacity.domain_monitoring} />
      </div>
      <Subscriptions of={customer} />
      <Services of={customer} />
      <LooksOnly because={mayChange ? null : t('console.layout.support-only')}>
        <ChannelsCard owner={id} lead={t('console.channels.of-customer')} />
      </LooksOnly>
      <CustomerLanguage of={customer} />
      <CustomerHistory customerId={id} />
    </Page>
  );
}

function serverWords({ active, paused, quota_paused }: Customer['endpoints']): string {
  const parts = [t('console.customer.count-watched', { count: active })];
  if (paused - quota_paused > 0) parts.push(t('console.customer.count-paused-hand', { count: paused - quota_paused }));
  if (quota_paused > 0) parts.push(t('console.customer.count-paused-because-plan', { count: quota_paused }));
  return parts.join(', ');
}

type Use = Customer['capacity']['port_monitoring'];

function CapacityCard({
  title,
  unit,
  use: { capacity, usage, over_quota },
}: {
  title: string;
  unit: 'servers' | 'domains';
  use: Use;
}) {
  return (
    <Card title={title} actions={over_quota && <Badge tone="bad">{t('console.customer.more-than-paid')}</Badge>}>
      <p className="text-3xl font-semibold tracking-tight tabular-nums">
        <Message
          id={capacity === null ? `console.customer.use-${unit}` : `console.customer.use-${unit}-capacity`}
          values={{ usage, capacity: capacity ?? 0 }}
          parts={{ rest: (text) => <span className="text-lg font-normal text-muted">{text}</span> }}
        />
      </p>
      {capacity === null ? (
        <p className="mt-1 text-sm text-muted">{t('console.customer.billed-piece-no-limit')}</p>
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
    <Card title={t('console.common.subscriptions')}>
      {subscriptions.length === 0 ? (
        <EmptyState title={t('console.customer.no-subscription')} />
      ) : (
        <Table
          caption={t('console.common.subscriptions')}
          rows={subscriptions}
          keyOf={({ subscription_id }) => subscription_id}
          columns={[
            {
              heading: t('console.common.product'),
              cell: ({ product_slug, plan_slug, quantity }) => (
                <>
                  <span className="font-medium">{productName(product_slug)}</span>{' '}
                  <span className="text-muted">
                    {plan_slug ?? t('console.common.count-slots', { count: quantity })}
                  </span>
                </>
              ),
            },
            {
              heading: t('console.common.state'),
              cell: ({ status }) => <Badge tone={tones[status]}>{t(`console.customer.status-${status}`)}</Badge>,
            },
            { heading: t('console.customer.service'), numeric: true, cell: ({ service_id }) => service_id },
            { heading: t('console.customer.per-month'), numeric: true, cell: ({ mrr }) => amountWords(mrr) },
            {
              heading: t('console.common.since'),
              cell: ({ windows, created_at }) => <Time at={windows.at(-1)?.started_at ?? created_at} />,
            },
          ]}
        />
      )}
    </Card>
  );
}

/** Those that the billing system told more of than their number; the others are only counted. */
function Services({ of: { billing_customer_id: customerId, services } }: { of: Customer }) {
  const told = services.filter(({ product_slug, plan_slug, mrr }) =>
    [product_slug, plan_slug, mrr].some((value) => value !== null),
  );
  const others = services.length - told.length;
  if (services.length === 0) return null;
  return (
    <Card
      title={t('console.customer.services-billing-system')}
      {...(others > 0 && {
        lead: t('console.customer.other-services', { count: others }),
      })}
    >
      {told.length > 0 && (
        <Table
          caption={t('console.customer.services-billing-system')}
          rows={told}
          keyOf={({ service_id }) => service_id}
          columns={[
            {
              heading: t('console.customer.service'),
              cell: ({ service_id }) => <span className="font-medium">{service_id}</span>,
            },
            {
              heading: t('console.common.product'),
              cell: ({ product_slug }) => (product_slug === null ? '–' : productName(product_slug)),
            },
            { heading: t('console.common.plan'), cell: ({ plan_slug }) => plan_slug ?? '–' },
            { heading: t('console.customer.per-month'), numeric: true, cell: ({ mrr }) => amountWords(mrr) },
            { heading: t('console.common.since'), cell: ({ created_at }) => <Time at={created_at} /> },
            {
              heading: t('console.common.actions'),
              actions: true,
              cell: ({ service_id }) => <MoveToCustomer customerId={customerId} serviceId={service_id} />,
            },
          ]}
        />
      )}
    </Card>
  );
}

const amount = () => intl('amount', (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }));

/** The billing system tells the amount without its currency. */
function amountWords(mrr: number | null): string {
  return mrr === null ? '–' : amount().format(mrr);
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
        ? t('console.customer.customer-signed-nowhere')
        : t('console.customer.customer-signed-out-sessions', { ended }),
  });
  return (
    <>
      <ForManagers>
        <Button onClick={() => setAsking(true)}>{t('console.customer.sign-out-everywhere')}</Button>
      </ForManagers>
      <ConfirmDialog
        open={isAsking}
        title={t('console.customer.sign-customer-out-everywhere')}
        action={t('console.customer.sign-out-everywhere')}
        kind="danger"
        busy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>{t('console.customer.whoever-signed-customer-whatever')}</p>
      </ConfirmDialog>
    </>
  );
}
