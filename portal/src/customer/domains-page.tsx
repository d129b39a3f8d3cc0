import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState, Placeholder } from '../ui/card.tsx';
import { HostName } from '../ui/host-name.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { listText } from '../ui/numbers.ts';
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
    <Page title={t('portal.nav.domains')} lead={leadOf(domains)}>
      <UpgradeOffer product="domain_monitoring" />
      {list.isPending && <Placeholder className="h-64" />}
      {list.data && domains.length === 0 && (
        <EmptyState title={t('portal.domains.none')}>{t('portal.domains.none-help')}</EmptyState>
      )}
      <ul className="grid gap-4">
        {domains.map((domain) => (
          <li key={domain.id} data-row>
            <DomainCard domain={domain} onVerify={() => setVerified(domain)} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div>
          <Button changesNothing busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {t('portal.domains.more')}
          </Button>
        </div>
      )}
      <LoadError of={list} />
      {verified && <VerifyDomainDialog domain={verified} onClose={() => setVerified(null)} />}
    </Page>
  );
}

/** Who is really asked about them. */
function leadOf(domains: readonly Domain[]): string {
  const sources = [...new Set(domains.flatMap(({ look }) => look.sources))];
  return sources.length === 0
    ? t('portal.domains.lead')
    : t('portal.domains.lead-sources', { sources: listText(sources, 'conjunction') });
}

function DomainCard({ domain, onVerify }: { domain: Domain; onVerify: () => void }) {
  return (
    <section className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold [overflow-wrap:anywhere]">
            <Link to="/domains/$domainId" params={{ domainId: domain.id }} className="text-accent underline">
              <HostName name={domain.domain} />
            </Link>
          </h2>
          <p className="mt-2 flex flex-wrap items-center gap-2">
            <State domain={domain} />
            {domain.verified ? (
              <Badge tone="good">{t('portal.domains.proved')}</Badge>
            ) : (
              <Badge>{t('portal.domains.not-proved')}</Badge>
            )}
          </p>
        </div>
        <Button onClick={onVerify}>
          {domain.verified ? t('portal.domains.see-proof') : t('portal.domains.prove')}
        </Button>
      </div>
      {domain.status === 'active' && domain.look.state !== 'looked_at' && (
        <p className="mt-3 text-sm">{domain.look.sentence}</p>
      )}
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        <Link to="/leaks" search={{ domain: domain.id }} className="text-accent underline">
          {t('portal.servers.open-alerts', { count: domain.open_alerts })}
        </Link>
        <Link to="/domains/$domainId" params={{ domainId: domain.id }} className="text-accent underline">
          {t('portal.posture.see')}
        </Link>
        <span>{t('portal.domains.findings', { count: domain.findings_count })}</span>
        <span>
          <Message
            id="portal.domains.last-look"
            values={{ time: <Time at={domain.last_scan_at} otherwise={t('portal.domains.not-yet')} /> }}
          />
        </span>
        {domain.next_scan_at && (
          <span>
            <Message id="portal.domains.next-look" values={{ time: <Time at={domain.next_scan_at} /> }} />
          </span>
        )}
      </p>
    </section>
  );
}

function State({ domain }: { domain: Domain }) {
  if (domain.look.state === 'looked_at') return <Badge tone="good">{t('portal.domains.monitored')}</Badge>;
  if (domain.look.state === 'posture_only') return <Badge>{t('portal.domains.posture-only')}</Badge>;
  if (domain.status === 'active') return <Badge tone="warning">{t('portal.domains.not-looked-at')}</Badge>;
  return domain.quota_paused ? (
    <Badge tone="warning">{t('portal.domains.waits')}</Badge>
  ) : (
    <Badge>{t('portal.domains.paused')}</Badge>
  );
}
