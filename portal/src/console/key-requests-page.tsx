import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { numberText } from '../ui/numbers.ts';
import { Page } from '../ui/page.tsx';
import { FullTime, Time } from '../ui/time.tsx';
import { type KeyRequest, keyRequestQuery, keyRequestsQuery, keysQuery } from './data.ts';

const statuses = [
  [2, 'console.key-requests.done-2xx'],
  [4, 'console.key-requests.refused-4xx'],
  [401, 'console.key-requests.401-key-session'],
  [403, 'console.key-requests.403-not-allowed'],
  [404, 'console.key-requests.404-not-there'],
  [409, 'console.key-requests.409-conflict'],
  [422, 'console.key-requests.422-input'],
  [429, 'console.key-requests.429-too-many'],
  [5, 'console.key-requests.failed-5xx'],
] as const;

/** What a billing system asked for with a key, and was answered. */
export function KeyRequestsPage() {
  const { keyId } = useParams({ from: '/console/keys/$keyId/requests' });
  const filter = useSearch({ from: '/console/keys/$keyId/requests' });
  const navigate = useNavigate({ from: '/console/keys/$keyId/requests' });
  const { data: keys = [] } = useQuery(keysQuery);
  const log = useInfiniteQuery(keyRequestsQuery(keyId, filter));
  const requests = log.data?.pages.flatMap((page) => page.requests);
  const name = keys.find(({ id }) => id === keyId)?.name;
  const isFiltered = filter.status !== undefined || filter.path !== undefined;
  return (
    <Page
      title={name === undefined ? t('console.common.requests') : t('console.key-requests.requests-name', { name })}
      back={{ to: '/console/keys', label: t('console.common.api-keys') }}
      lead={t('console.key-requests.lead')}
      actions={
        <Button busy={log.isRefetching} onClick={() => log.refetch()}>
          <RefreshCw aria-hidden="true" size={16} />
          {t('console.key-requests.refresh')}
        </Button>
      }
    >
      <search className="grid gap-4 sm:grid-cols-2 lg:max-w-2xl">
        <SelectField
          label={t('console.key-requests.answer')}
          value={filter.status ?? ''}
          onChange={({ target }) => navigate({ search: { ...filter, status: Number(target.value) || undefined } })}
        >
          <option value="">{t('console.key-requests.all-answers')}</option>
          {statuses.map(([status, label]) => (
            <option key={status} value={status}>
              {t(label)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('console.key-requests.part-path')}
          value={filter.path ?? ''}
          maxLength={200}
          placeholder="provision"
          onChange={({ target }) => navigate({ search: { ...filter, path: target.value || undefined }, replace: true })}
        />
      </search>
      <LoadError of={log} />
      {log.isPending && <Placeholder className="h-96" />}
      {requests?.length === 0 && (
        <EmptyState
          title={
            isFiltered ? t('console.key-requests.no-request-like') : t('console.key-requests.nothing-asked-key-lately')
          }
        >
          {t('console.key-requests.requests-appear-here-second')}
        </EmptyState>
      )}
      {requests && requests.length > 0 && (
        <Card>
          <ul className="-my-2 divide-y divide-line">
            {requests.map((request) => (
              <Request key={request.id} keyId={keyId} request={request} />
            ))}
          </ul>
          {log.hasNextPage && (
            <div className="mt-5">
              <Button busy={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
                {t('console.key-requests.show-older-requests')}
              </Button>
            </div>
          )}
        </Card>
      )}
    </Page>
  );
}

function toneOf(status: number): 'good' | 'warning' | 'bad' {
  if (status < 400) return 'good';
  return status < 500 ? 'warning' : 'bad';
}

function Request({ keyId, request }: { keyId: string; request: KeyRequest }) {
  const [isOpen, setOpen] = useState(false);
  const { method, path, status, error_code: code, sandbox, at } = request;
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="-mx-2 flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 rounded-md px-2 py-3 text-sm hover:bg-raised">
          <Badge tone={toneOf(status)}>{status}</Badge>
          <span className="min-w-0 grow basis-56 [overflow-wrap:anywhere]">
            <span className="font-medium">{method}</span> <code>{path}</code>
          </span>
          {code && <code className="text-muted [overflow-wrap:anywhere]">{code}</code>}
          {sandbox && <Badge>{t('console.common.sandbox')}</Badge>}
          <span className="ml-auto text-muted">
            <Time at={at} />
          </span>
        </summary>
        {isOpen && <Detail keyId={keyId} request={request} />}
      </details>
    </li>
  );
}

function Detail({ keyId, request }: { keyId: string; request: KeyRequest }) {
  const detail = useQuery(keyRequestQuery(keyId, request.id));
  const { data } = detail;
  return (
    <div className="grid gap-4 pt-1 pb-4">
      <LoadError of={detail} />
      {detail.isPending && <Placeholder className="h-32" />}
      {data && (
        <Facts
          facts={[
            [t('console.key-requests.answered'), <FullTime key="at" at={data.at} />],
            [t('console.key-requests.took'), `${numberText(data.duration_ms)} ms`],
            [t('console.key-requests.error'), data.message],
            ...Object.entries(data.errors).map(([field, sentences]) => [field, sentences.join(' ')] as const),
            [
              t('console.key-requests.body'),
              data.body ? (
                <pre key="body" className="overflow-x-auto whitespace-pre-wrap font-mono text-xs">
                  {JSON.stringify(data.body, null, 2)}
                </pre>
              ) : (
                t('console.key-requests.no-body-read')
              ),
            ],
            [t('console.key-requests.client'), data.user_agent],
            [t('console.common.request'), <code key="request">{data.request_id}</code>],
          ]}
        />
      )}
    </div>
  );
}
