import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import { domainsQuery, keysQuery, type PortalDomain } from './data.ts';
import { ForManagers } from './for-managers.tsx';
import { DnsStatus, TlsStatus } from './portal-reach.tsx';

/** The hosts on which the account answers, and those that it has claimed. */
export function PortalDomainsPage() {
  const domains = useQuery(domainsQuery);
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<PortalDomain | null>(null);
  const [provedId, setProvedId] = useState<string | null>(null);
  const proved = domains.data?.find(({ id }) => id === provedId);
  const serving = domains.data?.filter(({ status }) => status === 'verified') ?? [];
  return (
    <Page
      title={t('console.common.portal-domains')}
      lead={t('console.portal-domains.lead')}
      actions={
        <ForManagers>
          <Button kind="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" size={16} />
            {t('console.portal-domains.add-domain')}
          </Button>
        </ForManagers>
      }
    >
      <LoadError of={domains} />
      {domains.isPending && <Placeholder className="h-40" />}
      {domains.data && (
        <Card>
          <Table
            caption={t('console.common.portal-domains')}
            rows={domains.data}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: t('console.common.domain'),
                cell: ({ domain, created_at }) => (
                  <span className="grid gap-1">
                    <span className="inline-flex flex-wrap items-center gap-2 font-medium">
                      {domain}
                      {domain === location.hostname && <Badge>{t('console.portal-domains.you-are-here')}</Badge>}
                    </span>
                    <span className="text-xs text-muted">
                      {t('console.portal-domains.added')} <Time at={created_at} />
                    </span>
                  </span>
                ),
              },
              { heading: t('console.portal-domains.status'), cell: (domain) => <Status domain={domain} /> },
              { heading: 'DNS', cell: (domain) => <DnsStatus domain={domain} /> },
              { heading: t('console.portal-domains.certificate'), cell: (domain) => <TlsStatus domain={domain} /> },
              {
                heading: t('console.common.actions'),
                actions: true,
                cell: (domain) => (
                  <ForManagers>
                    <ReachButton domain={domain} />
                    {domain.verified_by !== 'operator' && (
                      <Button
                        aria-label={
                          domain.status === 'verified'
                            ? t('console.portal-domains.dns-records-of', { domain: domain.domain })
                            : t('console.portal-domains.verify-domain', { domain: domain.domain })
                        }
                        onClick={() => setProvedId(domain.id)}
                      >
                        {domain.status === 'verified'
                          ? t('console.portal-domains.dns-records')
                          : t('console.portal-domains.verify')}
                      </Button>
                    )}
                    {!(serving.length === 1 && serving[0] === domain) && (
                      <Button
                        kind="danger"
                        aria-label={t('console.portal-domains.give-up-domain', { domain: domain.domain })}
                        onClick={() => setRemoved(domain)}
                      >
                        {t('console.portal-domains.give-up')}
                      </Button>
                    )}
                  </ForManagers>
                ),
              },
            ]}
          />
        </Card>
      )}
      <AddDialog open={isAdding} onClose={() => setAdding(false)} onAdded={({ id }) => setProvedId(id)} />
      {proved && <ProofDialog domain={proved} onClose={() => setProvedId(null)} />}
      {removed && <RemoveDialog domain={removed} onClose={() => setRemoved(null)} />}
    </Page>
  );
}

function Status({ domain: { status, missing_since } }: { domain: PortalDomain }) {
  if (status === 'pending') return <Badge tone="warning">{t('console.portal-domains.not-verified-yet')}</Badge>;
  if (status === 'lapsed') return <Badge tone="bad">{t('console.portal-domains.record-gone-answers-no')}</Badge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone="good">{t('console.portal-domains.verified')}</Badge>
      {missing_since && (
        <span className="text-muted">
          {t('console.portal-domains.record-missing-since')} <Time at={missing_since} />
        </span>
      )}
    </span>
  );
}

/** Looks where a domain leads and at its certificate; what comes of it stands in the row. */
function ReachButton({ domain: { id, domain } }: { domain: PortalDomain }) {
  const look = useChange({
    change: () => answered(api.POST('/api/v1/portal-domains/{id}/reach', { params: { path: { id } } })),
    touches: [domainsQuery],
    done: () => t('console.portal-domains.domain-looked', { domain }),
  });
  return (
    <>
      <Button
        aria-label={t('console.portal-domains.check-again-domain', { domain })}
        busy={look.isPending}
        onClick={() => look.mutate(undefined)}
      >
        {t('console.portal-domains.check-again')}
      </Button>
      <ErrorNotice error={look.error} />
    </>
  );
}

function AddDialog({
  open,
  onClose,
  onAdded,
}: {
  open: boolean;
  onClose: () => void;
  onAdded: (domain: PortalDomain) => void;
}) {
  const [domain, setDomain] = useState('');
  const add = useChange({
    change: async () => (await answered(api.POST('/api/v1/portal-domains', { body: { domain } }))).data.portal_domain,
    touches: [domainsQuery],
    done: (added) => t('console.portal-domains.domain-added-prove-yours', { domain: added.domain }),
  });
  const submit = () => {
    add.mutate(undefined, {
      onSuccess: (added) => {
        onClose();
        setDomain('');
        onAdded(added);
      },
    });
  };
  return (
    <FormDialog
      open={open}
      title={t('console.portal-domains.add-portal-domain')}
      action={t('console.portal-domains.add-the-domain')}
      busy={add.isPending}
      error={otherThan(add.error, ['domain'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('console.common.domain')}
        required
        maxLength={253}
        placeholder="security.example.com"
        value={domain}
        onChange={(event) => setDomain(event.target.value)}
        problems={problemsOf(add.error, 'domain')}
      />
      <p className="text-sm">{t('console.portal-domains.next-get-dns-records')}</p>
    </FormDialog>
  );
}

/** The records that prove control of a domain, and the look whether one is there. */
function ProofDialog({ domain, onClose }: { domain: PortalDomain; onClose: () => void }) {
  const check = useChange({
    change: async () =>
      (await answered(api.POST('/api/v1/portal-domains/{id}/check', { params: { path: { id: domain.id } } }))).data,
    touches: [domainsQuery],
  });
  const { txt, cname } = domain.records;
  return (
    <Dialog
      open
      title={t('console.portal-domains.prove-domain-yours', { domain: domain.domain })}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={check.isPending} onClick={() => check.mutate(undefined)}>
          {t('console.portal-domains.check-now')}
        </Button>
      }
    >
      <div className="grid gap-4 text-sm">
        <p>
          {cname ? t('console.portal-domains.add-one-these-records') : t('console.portal-domains.add-txt-record-where')}{' '}
          {t('console.portal-domains.looked-up-daily')}
        </p>
        {cname && (
          <Record
            title={t('console.portal-domains.either-cname-record-also')}
            kind="CNAME"
            name={cname.name}
            value={cname.value}
          />
        )}
        <Record
          title={cname ? t('console.portal-domains.txt-record') : t('console.portal-domains.only-txt-record')}
          kind="TXT"
          name={txt.name}
          value={txt.value}
        />
        {!cname && <LeadingRecord domain={domain} />}
        <div role="status">
          {check.data && <Notice kind={check.data.record_found ? 'good' : 'warning'}>{check.data.message}</Notice>}
          {!check.data && domain.status === 'verified' && (
            <Notice kind="good">{t('console.portal-domains.control-domain-proved')}</Notice>
          )}
        </div>
        <ErrorNotice error={check.error} />
      </div>
    </Dialog>
  );
}

/** Where there is no CNAME record that proves the domain, it is led here by another one. */
function LeadingRecord({ domain: { domain, leads_here: record } }: { domain: PortalDomain }) {
  if (domain === location.hostname) return null;
  const target = record?.value ?? location.hostname;
  return (
    <div className="grid gap-1">
      <h3 className="font-medium">{t('console.portal-domains.lead-domain-here')}</h3>
      <CodeBlock label={t('console.portal-domains.record-leads-domain-here')} text={`${domain}. CNAME ${target}.`} />
      <p className="text-muted">
        {record
          ? t('console.portal-domains.public-address-installation')
          : t('console.portal-domains.installation-no-public-address')}
      </p>
    </div>
  );
}

function Record({ title, kind, name, value }: { title: string; kind: 'CNAME' | 'TXT'; name: string; value: string }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-medium">{title}</h3>
      <div className="grid gap-1">
        <span className="text-muted">{t('console.common.name')}</span>
        <CodeBlock text={name} label={t('console.portal-domains.name-of-record', { kind })} />
      </div>
      <div className="grid gap-1">
        <span className="text-muted">
          {kind === 'CNAME' ? t('console.portal-domains.target') : t('console.common.value')}
        </span>
        <CodeBlock text={value} label={t('console.portal-domains.value-of-record', { kind })} />
      </div>
    </section>
  );
}

function RemoveDialog({ domain: { id, domain, status }, onClose }: { domain: PortalDomain; onClose: () => void }) {
  const remove = useChange({
    change: () => answered(api.DELETE('/api/v1/portal-domains/{id}', { params: { path: { id } } })),
    touches: [domainsQuery, keysQuery],
    done: () => t('console.portal-domains.domain-given-up', { domain }),
  });
  return (
    <ConfirmDialog
      open
      title={t('console.portal-domains.give-domain-up', { domain })}
      action={t('console.portal-domains.give-the-domain-up')}
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {status === 'pending' ? (
        <p>{t('console.portal-domains.domain-not-answer-yet')}</p>
      ) : (
        <p>
          {domain === location.hostname
            ? t('console.portal-domains.no-longer-answers-here')
            : t('console.portal-domains.no-longer-answers')}
        </p>
      )}
      <p>{t('console.portal-domains.servers-domains-alerts-customers')}</p>
    </ConfirmDialog>
  );
}
