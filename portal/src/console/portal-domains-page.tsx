import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { domainsQuery, keysQuery, otherThan, type PortalDomain, problemsOf, useChange } from './data.ts';
import { ForManagers } from './for-managers.tsx';
import { DnsStatus, TlsStatus } from './portal-reach.tsx';
import { Table } from './table.tsx';

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
      title="Portal domains"
      lead="Your customers see their dashboard, and your billing system reaches the API, under these names."
      actions={
        <ForManagers>
          <Button kind="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" size={16} />
            Add a domain
          </Button>
        </ForManagers>
      }
    >
      <LoadError of={domains} />
      {domains.isPending && <Placeholder className="h-40" />}
      {domains.data && (
        <Card>
          <Table
            caption="Portal domains"
            rows={domains.data}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: 'Domain',
                cell: ({ domain, created_at }) => (
                  <span className="grid gap-1">
                    <span className="inline-flex flex-wrap items-center gap-2 font-medium">
                      {domain}
                      {domain === location.hostname && <Badge>You are here</Badge>}
                    </span>
                    <span className="text-xs text-muted">
                      Added <Time at={created_at} />
                    </span>
                  </span>
                ),
              },
              { heading: 'Status', cell: (domain) => <Status domain={domain} /> },
              { heading: 'DNS', cell: (domain) => <DnsStatus domain={domain} /> },
              { heading: 'Certificate', cell: (domain) => <TlsStatus domain={domain} /> },
              {
                heading: 'Actions',
                actions: true,
                cell: (domain) => (
                  <ForManagers>
                    <ReachButton domain={domain} />
                    {domain.verified_by !== 'operator' && (
                      <Button
                        aria-label={`${domain.status === 'verified' ? 'DNS records of' : 'Verify'} ${domain.domain}`}
                        onClick={() => setProvedId(domain.id)}
                      >
                        {domain.status === 'verified' ? 'DNS records' : 'Verify'}
                      </Button>
                    )}
                    {!(serving.length === 1 && serving[0] === domain) && (
                      <Button kind="danger" aria-label={`Give up ${domain.domain}`} onClick={() => setRemoved(domain)}>
                        Give up
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
  if (status === 'pending') return <Badge tone="warning">Not verified yet</Badge>;
  if (status === 'lapsed') return <Badge tone="bad">Record is gone: answers no more</Badge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone="good">Verified</Badge>
      {missing_since && (
        <span className="text-muted">
          Record missing since <Time at={missing_since} />
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
    done: () => `${domain} was looked at.`,
  });
  return (
    <>
      <Button aria-label={`Check again: ${domain}`} busy={look.isPending} onClick={() => look.mutate(undefined)}>
        Check again
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
  const form = useId();
  const [domain, setDomain] = useState('');
  const add = useChange({
    change: async () => (await answered(api.POST('/api/v1/portal-domains', { body: { domain } }))).data.portal_domain,
    touches: [domainsQuery],
    done: (added) => `${added.domain} is added. Prove that it is yours.`,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(undefined, {
      onSuccess: (added) => {
        onClose();
        setDomain('');
        onAdded(added);
      },
    });
  };
  return (
    <Dialog
      open={open}
      title="Add a portal domain"
      closeLabel="Cancel"
      onClose={onClose}
      actions={
        <Button kind="primary" type="submit" form={form} busy={add.isPending}>
          Add the domain
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <ErrorNotice error={otherThan(add.error, ['domain'])} />
        <TextField
          label="Domain"
          required
          maxLength={253}
          placeholder="security.example.com"
          value={domain}
          onChange={(event) => setDomain(event.target.value)}
          problems={problemsOf(add.error, 'domain')}
        />
        <p className="text-sm">
          Next you get the DNS records that prove that it is yours. It answers once they are there.
        </p>
      </form>
    </Dialog>
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
      title={`Prove that ${domain.domain} is yours`}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={check.isPending} onClick={() => check.mutate(undefined)}>
          Check now
        </Button>
      }
    >
      <div className="grid gap-4 text-sm">
        <p>
          {cname
            ? 'Add one of these records where you manage the domain’s DNS, and leave it there.'
            : 'Add this TXT record where you manage the domain’s DNS, and leave it there.'}{' '}
          It is looked up daily. When it is missing for three days, the portal and its API keys stop working until it is
          back.
        </p>
        {cname && (
          <Record
            title="Either a CNAME record, which also leads the domain here"
            kind="CNAME record"
            name={cname.name}
            value={cname.value}
          />
        )}
        <Record title={cname ? 'Or a TXT record' : 'TXT record'} kind="TXT record" name={txt.name} value={txt.value} />
        {!cname && <LeadingRecord domain={domain} />}
        <div role="status">
          {check.data && <Notice kind={check.data.record_found ? 'good' : 'warning'}>{check.data.message}</Notice>}
          {!check.data && domain.status === 'verified' && <Notice kind="good">Control of the domain is proved.</Notice>}
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
      <h3 className="font-medium">To lead the domain here</h3>
      <CodeBlock label="Record that leads the domain here" text={`${domain}. CNAME ${target}.`} />
      <p className="text-muted">
        {record
          ? 'This is the public address of the installation.'
          : 'The installation has no public address set, so this is where you are now. Your provider knows whether it stays.'}
      </p>
    </div>
  );
}

function Record({ title, kind, name, value }: { title: string; kind: string; name: string; value: string }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-medium">{title}</h3>
      <div className="grid gap-1">
        <span className="text-muted">Name</span>
        <CodeBlock text={name} label={`Name of the ${kind}`} />
      </div>
      <div className="grid gap-1">
        <span className="text-muted">{kind === 'CNAME record' ? 'Target' : 'Value'}</span>
        <CodeBlock text={value} label={`Value of the ${kind}`} />
      </div>
    </section>
  );
}

function RemoveDialog({ domain: { id, domain, status }, onClose }: { domain: PortalDomain; onClose: () => void }) {
  const remove = useChange({
    change: () => answered(api.DELETE('/api/v1/portal-domains/{id}', { params: { path: { id } } })),
    touches: [domainsQuery, keysQuery],
    done: () => `${domain} is given up.`,
  });
  return (
    <ConfirmDialog
      open
      title={`Give ${domain} up?`}
      action="Give the domain up"
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {status === 'pending' ? (
        <p>The domain does not answer yet, so nothing else changes.</p>
      ) : (
        <p>
          The portal no longer answers there. Its API keys stop working at once, and everybody who is signed in on it is
          signed out{domain === location.hostname ? ', you too' : ''}.
        </p>
      )}
      <p>Servers, domains and alerts of your customers stay as they are.</p>
    </ConfirmDialog>
  );
}
