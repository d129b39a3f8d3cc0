import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState, Placeholder } from '../ui/card.tsx';
import { HostName } from '../ui/host-name.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { numberText } from '../ui/numbers.ts';
import { Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { useCustomerId } from './customer.ts';
import { type Domain, domainListQuery } from './domain-data.ts';
import { UpgradeOffer } from './upgrade-offer.tsx';
import { VerifyDomainDialog } from './verify-domain-dialog.tsx';

export function DomainsPage() {
  const list = useInfiniteQuery(domainListQuery(useCustomerId()));
  const [verified, setVerified] = useState<Domain | null>(null);
  const domains = list.data?.pages.flatMap((page) => page.domains) ?? [];
  return (
    <Page
      title="Domains"
      lead="We look for your domains in data breaches, in what malware has stolen and where criminals trade. Domains are ordered in your customer area."
    >
      <UpgradeOffer product="domain_monitoring" />
      {list.isPending && <Placeholder className="h-64" />}
      {list.data && domains.length === 0 && (
        <EmptyState title="No domain is monitored">Order domain monitoring in your customer area to begin.</EmptyState>
      )}
      <ul className="grid gap-4">
        {domains.map((domain) => (
          <li key={domain.id}>
            <DomainCard domain={domain} onVerify={() => setVerified(domain)} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div>
          <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Show more domains
          </Button>
        </div>
      )}
      <LoadError of={list} />
      {verified && <VerifyDomainDialog domain={verified} onClose={() => setVerified(null)} />}
    </Page>
  );
}

function DomainCard({ domain, onVerify }: { domain: Domain; onVerify: () => void }) {
  return (
    <section className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold [overflow-wrap:anywhere]">
            <HostName name={domain.domain} />
          </h2>
          <p className="mt-2 flex flex-wrap items-center gap-2">
            <State domain={domain} />
            {domain.verified ? <Badge tone="good">Control proved</Badge> : <Badge>Control not proved</Badge>}
          </p>
        </div>
        <Button onClick={onVerify}>{domain.verified ? 'See the proof' : 'Prove control'}</Button>
      </div>
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        <Link to="/leaks" search={{ domain: domain.id }} className="text-accent underline">
          {domain.open_alerts} open {domain.open_alerts === 1 ? 'alert' : 'alerts'}
        </Link>
        <span>
          {numberText(domain.findings_count)} {domain.findings_count === 1 ? 'finding' : 'findings'} so far
        </span>
        <span>
          last looked at <Time at={domain.last_scan_at} otherwise="not yet" />
        </span>
        {domain.next_scan_at && (
          <span>
            next <Time at={domain.next_scan_at} />
          </span>
        )}
      </p>
    </section>
  );
}

function State({ domain }: { domain: Domain }) {
  if (domain.status === 'active') return <Badge tone="good">Monitored</Badge>;
  return domain.quota_paused ? <Badge tone="warning">Waits for your plan</Badge> : <Badge>Paused</Badge>;
}
