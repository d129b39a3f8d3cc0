import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { absoluteTime, Time } from '../ui/time.tsx';
import { portOf } from './alert-words.ts';
import { ComponentVerdicts } from './component-verdicts.tsx';
import { type EndpointService, type EndpointServices, servicesQuery } from './data.ts';
import { componentNames, serviceName } from './service-words.ts';

const shownAtFirst = 12;

/** What runs on each open port of a server, allowed ones too. */
export function ServerServices({ serverId }: { serverId: string }) {
  const services = useQuery(servicesQuery(serverId));
  return (
    <Card title={t('portal.services.title')} lead={t('portal.services.lead')}>
      {services.isPending ? <Placeholder className="h-40" /> : services.data && <Services found={services.data} />}
      <LoadError of={services} />
    </Card>
  );
}

function Services({ found: { data: ports, meta } }: { found: EndpointServices }) {
  const [showsAll, setShowsAll] = useState(false);
  if (ports.length === 0)
    return (
      <EmptyState title={meta.complete ? t('portal.history.none-open') : t('portal.services.not-known')}>
        {meta.complete ? null : t('portal.services.not-known-help')}
      </EmptyState>
    );
  return (
    <div className="grid gap-4">
      {!meta.complete && (
        <p className="text-sm text-muted">
          <Message id="portal.services.incomplete" values={{ time: <Time at={meta.looked_at} /> }} />
        </p>
      )}
      <Table
        caption={t('portal.services.title')}
        columns={columns()}
        rows={showsAll ? ports : ports.slice(0, shownAtFirst)}
        keyOf={portOf}
      />
      {ports.length > shownAtFirst && (
        <div>
          <Button changesNothing onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('portal.history.fewer') : t('portal.history.show-all', { count: ports.length })}
          </Button>
        </div>
      )}
      {showsAll && meta.has_more && <p className="text-sm text-muted">{t('portal.services.more')}</p>}
    </div>
  );
}

function columns(): Column<EndpointService>[] {
  return [
    {
      heading: t('portal.services.port'),
      cell: (row) => <span className="whitespace-nowrap font-mono">{portOf(row)}</span>,
    },
    { heading: t('portal.services.what'), cell: (row) => <What row={row} />, wide: true },
    { heading: t('portal.services.since'), cell: ({ since }) => <Time at={since} /> },
    { heading: t('portal.services.state'), cell: (row) => <State row={row} /> },
  ];
}

function What({ row }: { row: EndpointService }) {
  const components = componentNames(row);
  // The product with its revision, where it has one.
  const name = [components[0] ?? '', serviceName(row)].find((text) => text.startsWith(serviceName(row)))!;
  const more = components.filter((component) => component !== name);
  const isNamed = row.product !== null;
  return (
    <span className="grid gap-0.5">
      <span>
        <span className="font-medium">{name}</span>
        {isNamed && <span className="text-muted"> {row.service}</span>}
      </span>
      {more.length > 0 && <span className="text-muted">{more.join(' · ')}</span>}
      {row.title !== null && <span className="text-muted">{t('portal.services.page', { title: row.title })}</span>}
      <ComponentVerdicts components={row.components} />
    </span>
  );
}

function State({ row: { allowed_by: rule, alert_id: alertId } }: { row: EndpointService }) {
  if (alertId !== null)
    return (
      <Link to="/alerts/$alertId" params={{ alertId }} className="text-accent underline">
        {t('portal.services.alert')}
      </Link>
    );
  if (rule === null) return <span>{t('portal.history.open')}</span>;
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone="good">{t('portal.history.allowed')}</Badge>
      <span className="text-muted">
        <Message
          id="portal.services.allowed-by"
          values={{ by: rule.created_by ?? 'unknown', time: <Time at={rule.created_at} /> }}
        />
      </span>
      {rule.expires_at !== null && (
        <span className="text-muted">
          {t('portal.allowed-ports.until', { time: absoluteTime(new Date(rule.expires_at)) })}
        </span>
      )}
    </span>
  );
}
