import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { answered, api } from '../../api/api.ts';
import { t } from '../../messages/messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Placeholder } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { FullTime, Time } from '../../ui/time.tsx';
import { useChange } from '../../use-change.ts';
import { useMay } from '../own-account.ts';
import {
  type Delivery,
  type DeliveryStatus,
  deliveriesQuery,
  deliveryQuery,
  deliveryStatuses,
  headersOf,
  type Webhook,
} from './data.ts';

const tones = { pending: 'warning', delivered: 'good', failed: 'bad' } as const;

/** What became of the events of a webhook. */
export function DeliveriesCard({ webhook }: { webhook: Webhook }) {
  const [status, setStatus] = useState<DeliveryStatus | ''>('');
  const log = useInfiniteQuery(deliveriesQuery(webhook, status || undefined));
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries);
  return (
    <Card title={t('console.webhooks.deliveries')} lead={t('console.webhooks.deliveries-lead')}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <SelectField
          label={t('console.common.state')}
          value={status}
          onChange={({ target }) => setStatus(target.value as DeliveryStatus | '')}
        >
          <option value="">{t('portal.common.all')}</option>
          {deliveryStatuses.map((each) => (
            <option key={each} value={each}>
              {t(`console.webhooks.status-${each}`)}
            </option>
          ))}
        </SelectField>
        <Button busy={log.isRefetching} onClick={() => log.refetch()}>
          <RefreshCw aria-hidden="true" size={16} />
          {t('console.webhooks.refresh')}
        </Button>
      </div>
      <LoadError of={log} />
      {log.isPending && <Placeholder className="h-48" />}
      {deliveries?.length === 0 && <p className="text-sm text-muted">{t('console.webhooks.no-delivery')}</p>}
      {deliveries && deliveries.length > 0 && (
        <ul className="-my-2 divide-y divide-line">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <div className="mt-5">
          <Button busy={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
            {t('console.common.show-more')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const [isOpen, setOpen] = useState(false);
  const { status, event_type: type, created_at: at, last_attempt: last } = delivery;
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="-mx-2 flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 rounded-md px-2 py-3 text-sm hover:bg-raised">
          <Badge tone={tones[status]}>{t(`console.webhooks.status-${status}`)}</Badge>
          <code className="min-w-0 grow basis-48 [overflow-wrap:anywhere]">{type}</code>
          {last?.status && <span className="text-muted">{last.status}</span>}
          <span className="ml-auto text-muted">
            <Time at={at} />
          </span>
        </summary>
        {isOpen && <Detail webhook={webhook} deliveryId={delivery.id} />}
      </details>
    </li>
  );
}

function Detail({ webhook, deliveryId }: { webhook: Webhook; deliveryId: string }) {
  const detail = useQuery(deliveryQuery(webhook, deliveryId));
  const mayChange = useMay('manager');
  const retry = useChange({
    change: () => {
      const path = { id: webhook.id, delivery_id: deliveryId };
      const input = { params: { path }, headers: headersOf(webhook.world) };
      return answered(api.POST('/api/v1/webhooks/{id}/deliveries/{delivery_id}/retry', input));
    },
    touches: [{ queryKey: ['webhooks', webhook.id, 'deliveries'] }],
    done: () => t('console.webhooks.sent-again'),
  });
  const { data } = detail;
  return (
    <div className="grid gap-4 pt-1 pb-4">
      <LoadError of={detail} />
      {detail.isPending && <Placeholder className="h-32" />}
      {data && (
        <Facts
          facts={[
            [t('console.webhooks.attempts'), data.attempts],
            [t('console.webhooks.last-attempt'), data.last_attempt && <FullTime key="at" at={data.last_attempt.at} />],
            [t('console.webhooks.failure'), data.last_attempt?.failure],
            [
              t('console.webhooks.next-attempt'),
              data.next_attempt_at && <FullTime key="next" at={data.next_attempt_at} />,
            ],
            [
              t('console.common.request'),
              data.request && (
                <Exchange
                  key="request"
                  head={[`POST ${data.request.url}`, ...headerLines(data.request.headers)]}
                  body={data.request.body ?? t('console.webhooks.event-not-kept')}
                />
              ),
            ],
            [
              t('console.webhooks.answer'),
              data.answer && (
                <Exchange
                  key="answer"
                  head={[`HTTP ${data.answer.status}`, ...headerLines(data.answer.headers)]}
                  body={`${data.answer.body}${data.answer.is_cut ? '…' : ''}`}
                />
              ),
            ],
          ]}
        />
      )}
      <ErrorNotice error={retry.error} />
      {mayChange && webhook.enabled && (
        <div>
          <Button busy={retry.isPending} onClick={() => retry.mutate(undefined)}>
            {t('console.webhooks.send-again')}
          </Button>
        </div>
      )}
    </div>
  );
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

function Exchange({ head, body }: { head: readonly string[]; body: string }) {
  return (
    <pre className="font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
      {[...head, '', body].join('\n')}
    </pre>
  );
}
