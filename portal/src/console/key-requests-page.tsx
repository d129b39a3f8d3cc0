import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { FullTime, Time } from '../ui/time.tsx';
import { type KeyRequest, keyRequestQuery, keyRequestsQuery, keysQuery } from './data.ts';

const statuses = [
  [2, 'Done (2xx)'],
  [4, 'Refused (4xx)'],
  [401, '401: key or session'],
  [403, '403: not allowed'],
  [404, '404: not there'],
  [409, '409: conflict'],
  [422, '422: input'],
  [429, '429: too many'],
  [5, 'Failed (5xx)'],
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
      title={name === undefined ? 'Requests' : `Requests with “${name}”`}
      back={{ to: '/console/keys', label: 'API keys' }}
      lead="The last 1,000 of seven days, refused ones included. Of what was sent, ids and types are kept, and no values."
      actions={
        <Button busy={log.isRefetching} onClick={() => log.refetch()}>
          <RefreshCw aria-hidden="true" size={16} />
          Refresh
        </Button>
      }
    >
      <search className="grid gap-4 sm:grid-cols-2 lg:max-w-2xl">
        <SelectField
          label="Answer"
          value={filter.status ?? ''}
          onChange={({ target }) => navigate({ search: { ...filter, status: Number(target.value) || undefined } })}
        >
          <option value="">All answers</option>
          {statuses.map(([status, label]) => (
            <option key={status} value={status}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Part of the path"
          value={filter.path ?? ''}
          maxLength={200}
          placeholder="provision"
          onChange={({ target }) => navigate({ search: { ...filter, path: target.value || undefined }, replace: true })}
        />
      </search>
      <LoadError of={log} />
      {log.isPending && <Placeholder className="h-96" />}
      {requests?.length === 0 && (
        <EmptyState title={isFiltered ? 'No request is like this.' : 'Nothing was asked with this key lately.'}>
          Requests appear here a second after they were answered.
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
                Show older requests
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
          {sandbox && <Badge>Sandbox</Badge>}
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
            ['Answered', <FullTime key="at" at={data.at} />],
            ['Took', `${data.duration_ms.toLocaleString('en')} ms`],
            ['Error', data.message],
            ...Object.entries(data.errors).map(([field, sentences]) => [field, sentences.join(' ')] as const),
            [
              'Body',
              data.body ? (
                <pre key="body" className="overflow-x-auto whitespace-pre-wrap font-mono text-xs">
                  {JSON.stringify(data.body, null, 2)}
                </pre>
              ) : (
                'No body was read.'
              ),
            ],
            ['Client', data.user_agent],
            ['Request', <code key="request">{data.request_id}</code>],
          ]}
        />
      )}
    </div>
  );
}
