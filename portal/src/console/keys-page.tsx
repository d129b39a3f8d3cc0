import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { PeriodDialog } from '../ui/period-dialog.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import { type ApiKey, domainsQuery, keysQuery } from './data.ts';
import { FirstRequest } from './first-request.tsx';
import { useMay } from './own-account.ts';
import { trialCommand } from './trial-command.ts';
import { useSandbox } from './use-sandbox.ts';

interface NewKey {
  readonly id: string;
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
      title={t('console.common.api-keys')}
      lead={t('console.keys.lead')}
      actions={
        isOwner && (
          <Button kind="primary" onClick={() => setOpen({ what: 'new' })}>
            <Plus aria-hidden="true" size={16} />
            {t('console.keys.new-key')}
          </Button>
        )
      }
    >
      {!isOwner && <p className="text-sm text-muted">{t('console.keys.only-owners-make-rotate')}</p>}
      <LoadError of={keys} />
      {keys.isPending && <Placeholder className="h-48" />}
      {keys.data?.length === 0 && (
        <EmptyState title={t('console.keys.no-key-yet')}>{t('console.keys.make-one-put-billing')}</EmptyState>
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
      caption={t('console.keys.api-keys-newest-first')}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: t('console.keys.key'),
          cell: ({ name, prefix, portal_domain }) => (
            <>
              <span className="block font-medium">{name}</span>
              <span className="block text-xs text-muted">
                <Message
                  id="console.keys.prefix-on-domain"
                  values={{ prefix: `${prefix}…`, domain: portal_domain }}
                  parts={{ code: (text) => <code>{text}</code> }}
                />
              </span>
            </>
          ),
        },
        {
          heading: t('console.common.state'),
          cell: (key) => (
            <span className="flex flex-wrap gap-1">
              <KeyState of={key} />
              {key.world === 'sandbox' && <Badge>{t('console.common.sandbox')}</Badge>}
            </span>
          ),
        },
        {
          heading: t('console.common.last-used'),
          cell: ({ last_used_at }) => <Time at={last_used_at} otherwise={t('console.common.never')} />,
        },
        { heading: t('console.keys.made'), cell: ({ created_at }) => <Time at={created_at} /> },
        {
          heading: t('console.common.actions'),
          actions: true,
          cell: (key) => (
            <>
              <Link
                to="/console/keys/$keyId/requests"
                params={{ keyId: key.id }}
                aria-label={t('console.keys.requests-name', { name: key.name })}
                className={buttonClass()}
              >
                {t('console.common.requests')}
              </Link>
              {key.status === 'valid' && isOwner && (
                <Button
                  aria-label={t('console.keys.rotate-name', { name: key.name })}
                  onClick={() => onOpen({ what: 'rotate', key })}
                >
                  {t('console.keys.rotate')}
                </Button>
              )}
              {key.status === 'valid' && isManager && (
                <Button
                  kind="danger"
                  aria-label={t('console.keys.revoke-name', { name: key.name })}
                  onClick={() => onOpen({ what: 'revoke', key })}
                >
                  {t('console.keys.revoke')}
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
  if (status === 'revoked') return <Badge>{t('console.keys.revoked')}</Badge>;
  if (status === 'expired') return <Badge>{t('console.common.expired')}</Badge>;
  if (expires_at === null) return <Badge tone="good">{t('console.keys.works')}</Badge>;
  return (
    <Badge tone="warning">
      <span>
        {t('console.common.ends')} <Time at={expires_at} />
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
  const { data: domains = [] } = useQuery(domainsQuery);
  const hasSandbox = useSandbox();
  const create = useChange({
    change: async (body: { name: string; portal_domain: string; world: ApiKey['world'] }) =>
      (await answered(api.POST('/api/v1/keys', { body }))).data,
    touches: [keysQuery],
  });
  const submit = (input: FormData) => {
    const body = {
      name: String(input.get('name')),
      portal_domain: String(input.get('portal_domain')),
      world: input.get('world') === 'sandbox' ? ('sandbox' as const) : ('live' as const),
    };
    create.mutate(body, { onSuccess: onMade });
  };
  const fields = ['name', 'portal_domain'];
  return (
    <FormDialog
      open={open}
      title={t('console.keys.new-api-key')}
      action={t('console.keys.make-key')}
      busy={create.isPending}
      error={otherThan(create.error, fields)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('console.keys.what-for')}
        name="name"
        required
        maxLength={100}
        placeholder={t('console.keys.what-for-placeholder')}
        hint={t('console.keys.what-for-hint')}
        problems={problemsOf(create.error, 'name')}
      />
      <SelectField
        label={t('console.keys.portal-domain')}
        name="portal_domain"
        hint={t('console.keys.portal-domain-hint')}
        problems={problemsOf(create.error, 'portal_domain')}
      >
        {domains
          .filter(({ status }) => status === 'verified')
          // That of the console comes first, and so is chosen.
          .toSorted((a, b) => Number(b.domain === location.hostname) - Number(a.domain === location.hostname))
          .map(({ id, domain }) => (
            <option key={id}>{domain}</option>
          ))}
      </SelectField>
      {hasSandbox && (
        <SelectField label={t('console.world.label')} name="world" hint={t('console.keys.world-hint')}>
          <option value="live">{t('console.world.live')}</option>
          <option value="sandbox">{t('console.common.sandbox')}</option>
        </SelectField>
      )}
    </FormDialog>
  );
}

const overlaps = [
  [0, 'console.keys.at-once'],
  [3_600, 'console.keys.after-hour'],
  [86_400, 'console.keys.after-day'],
  [7 * 86_400, 'console.keys.after-week'],
  [30 * 86_400, 'console.keys.after-30-days'],
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
  const rotate = useChange({
    change: async (overlap_seconds: number) => {
      const params = { path: { id: replaced.id } };
      return (await answered(api.POST('/api/v1/keys/{id}/rotate', { params, body: { overlap_seconds } }))).data;
    },
    touches: [keysQuery],
  });
  return (
    <PeriodDialog
      title={t('console.keys.rotate-title', { name: replaced.name })}
      action={t('console.keys.make-new-key')}
      busy={rotate.isPending}
      error={rotate.error}
      label={t('console.keys.old-key-ends')}
      periods={overlaps}
      preset={86_400}
      onConfirm={(overlap) => rotate.mutate(overlap, { onSuccess: onMade })}
      onClose={onClose}
    >
      <p>{t('console.keys.get-new-key-old')}</p>
    </PeriodDialog>
  );
}

function RevokeDialog({ revoked, onClose }: { revoked: ApiKey; onClose: () => void }) {
  const revoke = useChange({
    change: () => answered(api.DELETE('/api/v1/keys/{id}', { params: { path: { id: revoked.id } } })),
    touches: [keysQuery],
    done: () => t('console.keys.key-name-revoked', { name: revoked.name }),
  });
  return (
    <ConfirmDialog
      open
      title={t('console.keys.revoke-title', { name: revoked.name })}
      action={t('console.keys.revoke-key')}
      kind="danger"
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('console.keys.whatever-uses-refused-next')}</p>
      <p className="text-muted">
        {t('console.keys.last-used')} <Time at={revoked.last_used_at} otherwise={t('console.common.never')} />
      </p>
    </ConfirmDialog>
  );
}

function ShownOnceDialog({ made, onClose }: { made: NewKey | null; onClose: () => void }) {
  return (
    <Dialog
      open={made !== null}
      title={t('console.keys.your-new-api-key')}
      closeLabel={t('console.keys.kept')}
      closesByButtonOnly
      onClose={onClose}
    >
      {made && (
        <div className="grid gap-4">
          <Notice kind="warning" title={t('console.keys.copy-now')}>
            {t('console.keys.shown-once-we-keep')}
          </Notice>
          <CodeBlock label={t('console.keys.api-key')} text={made.api_key} />
          <div className="grid gap-1.5">
            <p className="text-sm">{t('console.keys.try-terminal')}</p>
            <CodeBlock label={t('console.keys.command-tries-key')} text={trialCommand(made, location)} />
          </div>
          <FirstRequest keyId={made.id} />
        </div>
      )}
    </Dialog>
  );
}
