import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState, Placeholder } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { absoluteTime, Time } from '../ui/time.tsx';
import { oneLineOr, VirtualList } from '../ui/virtual-list.tsx';
import { type Rule, rulesQuery, serverQuery } from './data.ts';
import { DeleteRuleDialog, RuleDialog } from './rule-dialogs.tsx';
import { portsOf } from './rule-words.ts';

type Asked = { readonly what: 'add' } | { readonly what: 'edit' | 'delete'; readonly rule: Rule };

const rowHeightPx = 76;

export function AllowedPortsPage() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const list = useInfiniteQuery(rulesQuery());
  const rules = list.data?.pages.flatMap((page) => page.data) ?? [];
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const close = () => setAsked(null);
  const add = (
    <Button kind="primary" onClick={() => setAsked({ what: 'add' })}>
      <Plus aria-hidden="true" size={16} />
      {t('portal.allowed-ports.allow')}
    </Button>
  );
  return (
    <Page
      title={t('portal.nav.allowed-ports')}
      lead={t('portal.allowed-ports.lead')}
      actions={
        <>
          <Link to="/public-services" className={buttonClass()}>
            {t('portal.allowed-ports.web-and-mail')}
          </Link>
          <Link to="/firewall" className={buttonClass()}>
            <FileUp aria-hidden="true" size={16} />
            {t('portal.allowed-ports.read-firewall')}
          </Link>
          {add}
        </>
      }
    >
      {list.isPending && <Placeholder className="h-80" />}
      {list.data && rules.length === 0 && (
        <EmptyState title={t('portal.allowed-ports.none')} actions={add}>
          {t('portal.allowed-ports.none-help')}
        </EmptyState>
      )}
      {rules.length > 0 && (
        <VirtualList<Rule>
          label={t('portal.nav.allowed-ports')}
          total={list.data?.pages[0]?.meta.total}
          items={rules}
          estimatedHeightPx={oneLineOr(rowHeightPx)}
          keyOf={({ id }) => id}
          onNearEnd={more}
          row={(rule) => <Row rule={rule} onAsk={(what) => setAsked({ what, rule })} />}
        />
      )}
      <LoadError of={list} />
      {asked?.what === 'add' && <RuleDialog onClose={close} />}
      {asked?.what === 'edit' && <RuleDialog rule={asked.rule} onClose={close} />}
      {asked?.what === 'delete' && <DeleteRuleDialog rule={asked.rule} onClose={close} />}
    </Page>
  );
}

function Row({ rule, onAsk }: { rule: Rule; onAsk: (what: 'edit' | 'delete') => void }) {
  const ports = portsOf(rule);
  return (
    <div className="flex min-h-[4.7rem] items-center gap-3 px-4 py-3 sm:px-5 lg:min-h-11 lg:py-0.5">
      <div className="min-w-0 flex-1 lg:flex lg:items-center lg:gap-4">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono font-medium">{ports}</span>
          <span className="text-sm">
            <Scope rule={rule} />
          </span>
          {rule.source === 'firewall_ingest' && <Badge>{t('portal.allowed-ports.from-firewall')}</Badge>}
        </h2>
        <p className="mt-0.5 text-sm text-muted [overflow-wrap:anywhere] lg:mt-0 lg:ml-auto lg:max-w-[60%]">
          {rule.description ? `${rule.description} · ` : ''}
          <Message
            id="portal.allowed-ports.since"
            values={{ by: rule.created_by ?? 'unknown', time: <Time at={rule.created_at} /> }}
          />
          {rule.expires_at && ` · ${endText(rule.expires_at)}`}
        </p>
      </div>
      <div className="flex shrink-0 gap-1">
        <Button
          kind="quiet"
          className="px-3"
          aria-label={t('portal.allowed-ports.change', { ports })}
          onClick={() => onAsk('edit')}
        >
          <Pencil aria-hidden="true" size={16} />
        </Button>
        <Button
          kind="quiet"
          className="px-3"
          aria-label={t('portal.allowed-ports.delete', { ports })}
          onClick={() => onAsk('delete')}
        >
          <Trash2 aria-hidden="true" size={16} />
        </Button>
      </div>
    </div>
  );
}

function endText(at: string): string {
  const hasEnded = Date.parse(at) <= Date.now();
  return t(hasEnded ? 'portal.allowed-ports.ended' : 'portal.allowed-ports.until', {
    time: absoluteTime(new Date(at)),
  });
}

function Scope({ rule }: { rule: Rule }) {
  if (rule.endpoint_id === null) return t('portal.allowed-ports.on-all');
  return <ServerName id={rule.endpoint_id} />;
}

function ServerName({ id }: { id: string }) {
  const { data, isError } = useQuery(serverQuery(id));
  if (isError) return <span className="text-muted">{t('portal.allowed-ports.on-gone')}</span>;
  return (
    <Message
      id="portal.allowed-ports.on"
      values={{ name: data?.data.nickname ?? t('portal.allowed-ports.a-server') }}
      parts={{
        link: (name) => (
          <Link to="/servers/$serverId" params={{ serverId: id }} className="text-accent underline">
            {name}
          </Link>
        ),
      }}
    />
  );
}
