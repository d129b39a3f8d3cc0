import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { type ApiKey, domainsQuery, keysQuery, otherThan, problemsOf, useChange } from './data.ts';
import { useMay } from './own-account.ts';
import { Table } from './table.tsx';

interface NewKey {
  readonly portal_domain: string;
  readonly api_key: string;
}

type Open = { readonly what: 'new' } | { readonly what: 'rotate' | 'revoke'; readonly key: ApiKey } | null;

/** Keys for billing systems: made, shown once, rotated with an overlap, revoked. */
export function KeysPage() {
  const keys = useQuery(keysQuery);
  const isOwner = useMay('owner');
  const [open, setOpen] = useState<Open>(null);
  const [made, setMade] = useState<NewKey | null>(null);
  const close = () => setOpen(null);
  const show = (key: NewKey) => {
    setOpen(null);
    setMade(key);
  };
  return (
    <Page
      title="API keys"
      lead="With a key your billing system sets up servers and domains, reads alerts and signs customers in."
      actions={
        isOwner && (
          <Button kind="primary" onClick={() => setOpen({ what: 'new' })}>
            <Plus aria-hidden="true" size={16} />
            New key
          </Button>
        )
      }
    >
      {!isOwner && (
        <p className="text-sm text-muted">
          Only owners make and rotate keys, since a key goes on when its maker is gone.
        </p>
      )}
      <LoadError of={keys} />
      {keys.isPending && <Placeholder className="h-48" />}
      {keys.data?.length === 0 && (
        <EmptyState title="There is no key yet.">Make one, and put it into your billing system.</EmptyState>
      )}
      {keys.data && keys.data.length > 0 && (
        <Card>
          <KeyTable keys={keys.data} onOpen={setOpen} />
        </Card>
      )}
      <NewKeyDialog open={open?.what === 'new'} onClose={close} onMade={show} />
      {open?.what === 'rotate' && <RotateDialog replaced={open.key} onClose={close} onMade={show} />}
      {open?.what === 'revoke' && <RevokeDialog revoked={open.key} onClose={close} />}
      <ShownOnceDialog made={made} onClose={() => setMade(null)} />
    </Page>
  );
}

function KeyTable({ keys, onOpen }: { keys: readonly ApiKey[]; onOpen: (open: Open) => void }) {
  const isOwner = useMay('owner');
  const isManager = useMay('manager');
  return (
    <Table
      caption="API keys, newest first"
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: 'Key',
          cell: ({ name, prefix, portal_domain }) => (
            <>
              <span className="block font-medium">{name}</span>
              <span className="block text-xs text-muted">
                <code>{prefix}…</code> on {portal_domain}
              </span>
            </>
          ),
        },
        { heading: 'State', cell: (key) => <KeyState of={key} /> },
        { heading: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} otherwise="never" /> },
        { heading: 'Made', cell: ({ created_at }) => <Time at={created_at} /> },
        {
          heading: 'Actions',
          actions: true,
          cell: (key) => (
            <>
              <Link
                to="/console/keys/$keyId/requests"
                params={{ keyId: key.id }}
                aria-label={`Requests of ${key.name}`}
                className={buttonClass()}
              >
                Requests
              </Link>
              {key.status === 'valid' && isOwner && (
                <Button aria-label={`Rotate ${key.name}`} onClick={() => onOpen({ what: 'rotate', key })}>
                  Rotate
                </Button>
              )}
              {key.status === 'valid' && isManager && (
                <Button kind="danger" aria-label={`Revoke ${key.name}`} onClick={() => onOpen({ what: 'revoke', key })}>
                  Revoke
                </Button>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function KeyState({ of: { status, expires_at } }: { of: ApiKey }) {
  if (status === 'revoked') return <Badge>Revoked</Badge>;
  if (status === 'expired') return <Badge>Expired</Badge>;
  if (expires_at === null) return <Badge tone="good">Works</Badge>;
  return (
    <Badge tone="warning">
      <span>
        Ends <Time at={expires_at} />
      </span>
    </Badge>
  );
}

function NewKeyDialog({
  open,
  onClose,
  onMade,
}: {
  open: boolean;
  onClose: () => void;
  onMade: (key: NewKey) => void;
}) {
  const form = useId();
  const { data: domains = [] } = useQuery(domainsQuery);
  const create = useChange({
    change: async (body: { name: string; portal_domain: string }) =>
      (await answered(api.POST('/api/v1/keys', { body }))).data,
    touches: [keysQuery],
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = new FormData(event.currentTarget);
    const body = { name: String(input.get('name')), portal_domain: String(input.get('portal_domain')) };
    create.mutate(body, { onSuccess: onMade });
  };
  const fields = ['name', 'portal_domain'];
  return (
    <Dialog
      open={open}
      title="New API key"
      closeLabel="Cancel"
      onClose={onClose}
      actions={
        <Button kind="primary" type="submit" form={form} busy={create.isPending}>
          Make the key
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <ErrorNotice error={otherThan(create.error, fields)} />
        <TextField
          label="What it is for"
          name="name"
          required
          maxLength={100}
          placeholder="Billing system"
          hint="So that you know later which key is which."
          problems={problemsOf(create.error, 'name')}
        />
        <SelectField
          label="Portal domain"
          name="portal_domain"
          hint="The key works on this domain only."
          problems={problemsOf(create.error, 'portal_domain')}
          defaultValue={location.hostname}
        >
          {domains
            .filter(({ status }) => status === 'verified')
            .map(({ id, domain }) => (
              <option key={id}>{domain}</option>
            ))}
        </SelectField>
      </form>
    </Dialog>
  );
}

const overlaps = [
  [0, 'At once'],
  [3_600, 'After an hour'],
  [86_400, 'After a day'],
  [7 * 86_400, 'After a week'],
  [30 * 86_400, 'After 30 days'],
] as const;

function RotateDialog({
  replaced,
  onClose,
  onMade,
}: {
  replaced: ApiKey;
  onClose: () => void;
  onMade: (key: NewKey) => void;
}) {
  const [overlap, setOverlap] = useState(86_400);
  const rotate = useChange({
    change: async (overlap_seconds: number) => {
      const params = { path: { id: replaced.id } };
      return (await answered(api.POST('/api/v1/keys/{id}/rotate', { params, body: { overlap_seconds } }))).data;
    },
    touches: [keysQuery],
  });
  return (
    <ConfirmDialog
      open
      title={`Rotate “${replaced.name}”`}
      action="Make the new key"
      busy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate(overlap, { onSuccess: onMade })}
      onClose={onClose}
    >
      <p>You get a new key. The old one goes on working for a while, so that nothing fails while you replace it.</p>
      <SelectField
        label="The old key ends"
        value={overlap}
        onChange={(event) => setOverlap(Number(event.target.value))}
      >
        {overlaps.map(([seconds, label]) => (
          <option key={seconds} value={seconds}>
            {label}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}

function RevokeDialog({ revoked, onClose }: { revoked: ApiKey; onClose: () => void }) {
  const revoke = useChange({
    change: () => answered(api.DELETE('/api/v1/keys/{id}', { params: { path: { id: revoked.id } } })),
    touches: [keysQuery],
    done: () => `The key “${revoked.name}” is revoked.`,
  });
  return (
    <ConfirmDialog
      open
      title={`Revoke “${revoked.name}”?`}
      action="Revoke the key"
      kind="danger"
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Whatever uses it is refused from its next request on. A revoked key cannot be brought back.</p>
      <p className="text-muted">
        Last used: <Time at={revoked.last_used_at} otherwise="never" />
      </p>
    </ConfirmDialog>
  );
}

function ShownOnceDialog({ made, onClose }: { made: NewKey | null; onClose: () => void }) {
  return (
    <Dialog
      open={made !== null}
      title="Your new API key"
      closeLabel="I have kept it"
      closesByButtonOnly
      onClose={onClose}
    >
      {made && (
        <div className="grid gap-4">
          <Notice kind="warning" title="Copy it now">
            It is shown this once: we keep no copy of it that could be read.
          </Notice>
          <CodeBlock label="API key" text={made.api_key} />
          <div className="grid gap-1.5">
            <p className="text-sm">Try it in a terminal:</p>
            <CodeBlock label="Command that tries the key" text={trial(made)} />
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** A command that shows the account behind the key. */
function trial({ portal_domain, api_key }: NewKey): string {
  const origin = portal_domain === location.hostname ? location.origin : `https://${portal_domain}`;
  return `curl -H 'Authorization: Bearer ${api_key}' \\\n  ${origin}/api/v1/account`;
}
