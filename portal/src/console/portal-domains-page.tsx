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
import { ErrorNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { domainsQuery, keysQuery, otherThan, type PortalDomain, problemsOf, useChange } from './data.ts';
import { Table } from './table.tsx';

/** The hosts on which the account answers. */
export function PortalDomainsPage() {
  const domains = useQuery(domainsQuery);
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<PortalDomain | null>(null);
  return (
    <Page
      title="Portal domains"
      lead="Your customers see their dashboard, and your billing system reaches the API, under these names."
      actions={
        <Button kind="primary" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" size={16} />
          Add a domain
        </Button>
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
                cell: ({ domain }) => (
                  <span className="inline-flex flex-wrap items-center gap-2 font-medium">
                    {domain}
                    {domain === location.hostname && <Badge>You are here</Badge>}
                  </span>
                ),
              },
              { heading: 'Added', cell: ({ created_at }) => <Time at={created_at} /> },
              {
                heading: 'Actions',
                actions: true,
                cell: (domain) =>
                  domains.data.length > 1 && (
                    <Button kind="danger" aria-label={`Give up ${domain.domain}`} onClick={() => setRemoved(domain)}>
                      Give up
                    </Button>
                  ),
              },
            ]}
          />
        </Card>
      )}
      <AddDialog open={isAdding} onClose={() => setAdding(false)} />
      {removed && <RemoveDialog domain={removed} onClose={() => setRemoved(null)} />}
    </Page>
  );
}

function AddDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useId();
  const [domain, setDomain] = useState('');
  const add = useChange({
    change: async () => (await answered(api.POST('/api/v1/portal-domains', { body: { domain } }))).data.portal_domain,
    touches: [domainsQuery],
    done: (added) => `${added.domain} is yours. Make an API key for it.`,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(undefined, { onSuccess: onClose });
  };
  const name = domain.trim() || 'security.example.com';
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
        <div className="grid gap-1.5">
          <p className="text-sm">At your DNS provider, let it lead to the same place as this portal:</p>
          <CodeBlock label="DNS record" text={`${name}. CNAME ${location.hostname}.`} />
        </div>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ domain: { id, domain }, onClose }: { domain: PortalDomain; onClose: () => void }) {
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
      <p>
        The portal no longer answers there. Its API keys stop working at once, and everybody who is signed in on it is
        signed out{domain === location.hostname ? ', you too' : ''}.
      </p>
      <p>Servers, domains and alerts of your customers stay as they are.</p>
    </ConfirmDialog>
  );
}
