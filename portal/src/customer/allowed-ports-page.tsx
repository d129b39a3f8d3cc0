import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState, Placeholder } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { absoluteTime, Time } from '../ui/time.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
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
      Allow a port
    </Button>
  );
  return (
    <Page
      title="Allowed ports"
      lead="Ports that are meant to be open. They raise no alert. Allow only what strangers have to reach, such as a website."
      actions={
        <>
          <Link to="/public-services" className={buttonClass()}>
            Websites and mail servers
          </Link>
          <Link to="/firewall" className={buttonClass()}>
            <FileUp aria-hidden="true" size={16} />
            Read them from a firewall
          </Link>
          {add}
        </>
      }
    >
      {list.isPending && <Placeholder className="h-80" />}
      {list.data && rules.length === 0 && (
        <EmptyState title="No port is allowed yet" actions={add}>
          Every port that strangers can reach raises an alert.
        </EmptyState>
      )}
      {rules.length > 0 && (
        <VirtualList<Rule>
          label="Allowed ports"
          total={list.data?.pages[0]?.meta.total}
          items={rules}
          estimatedHeightPx={rowHeightPx}
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
    <div className="flex min-h-[4.7rem] items-center gap-3 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono font-medium">{ports}</span>
          <span className="text-sm">
            <Scope rule={rule} />
          </span>
          {rule.source === 'firewall_ingest' && <Badge>From a firewall</Badge>}
        </h2>
        <p className="mt-0.5 text-sm text-muted [overflow-wrap:anywhere]">
          {rule.description ? `${rule.description} · ` : ''}
          allowed <Time at={rule.created_at} />
          {rule.expires_at && ` · ${endText(rule.expires_at)}`}
        </p>
      </div>
      <div className="flex shrink-0 gap-1">
        <Button kind="quiet" className="px-3" aria-label={`Change the rule for ${ports}`} onClick={() => onAsk('edit')}>
          <Pencil aria-hidden="true" size={16} />
        </Button>
        <Button
          kind="quiet"
          className="px-3"
          aria-label={`Delete the rule for ${ports}`}
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
  return `${hasEnded ? 'ended' : 'until'} ${absoluteTime(new Date(at))}`;
}

function Scope({ rule }: { rule: Rule }) {
  if (rule.endpoint_id === null) return <>on all your servers</>;
  return <ServerName id={rule.endpoint_id} />;
}

function ServerName({ id }: { id: string }) {
  const { data, isError } = useQuery(serverQuery(id));
  if (isError) return <span className="text-muted">on a server that is no longer monitored</span>;
  return (
    <>
      on{' '}
      <Link to="/servers/$serverId" params={{ serverId: id }} className="text-accent underline">
        {data?.data.nickname ?? 'a server'}
      </Link>
    </>
  );
}
