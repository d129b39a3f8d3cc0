import { messengers } from 'virtual:messengers';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../use-change.ts';
import { ChannelForm, type NamedServer } from './channel-form.tsx';
import { type Channel, channelsQuery, type KindOfAlerts, type Owner, ownedBy } from './data.ts';

/** The chats and pagers of an owner: how they are, and everything that can be done with them. */
export function ChannelsCard({
  owner,
  lead,
  servers = [],
}: {
  owner: Owner;
  lead: string;
  /** Those that a channel can be about; none: they are not chosen from. */
  servers?: readonly NamedServer[];
}) {
  const channels = useQuery(channelsQuery(owner));
  const [isAdding, setAdding] = useState(false);
  const { data } = channels;
  const isFull = data !== undefined && data.channels.length >= data.max_channels;
  return (
    <Card
      id="channels"
      title={t('portal.channels.title')}
      lead={lead}
      actions={
        data &&
        !isFull && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" size={16} />
            {t('portal.channels.add')}
          </Button>
        )
      }
    >
      <LoadError of={channels} />
      {channels.isPending && <Placeholder className="h-24" />}
      {data?.channels.length === 0 && <p className="text-sm text-muted">{t('portal.channels.none')}</p>}
      {data && data.channels.length > 0 && (
        <ul aria-label={t('portal.channels.title')} className="-my-3 divide-y divide-line">
          {data.channels.map((channel) => (
            <Row key={channel.id} owner={owner} channel={channel} kinds={data.alert_kinds} servers={servers} />
          ))}
        </ul>
      )}
      {isFull && <p className="mt-4 text-sm text-muted">{t('portal.channels.as-many')}</p>}
      {data && isAdding && (
        <ChannelForm owner={owner} kinds={data.alert_kinds} servers={servers} onClose={() => setAdding(false)} />
      )}
    </Card>
  );
}

function Row({
  owner,
  channel,
  kinds,
  servers,
}: {
  owner: Owner;
  channel: Channel;
  kinds: readonly KindOfAlerts[];
  servers: readonly NamedServer[];
}) {
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const { id, name, type, target, status, last_delivered_at: deliveredAt, waiting } = channel;
  const params = { path: { id } };
  const touches = [channelsQuery(owner)];
  const test = useChange({
    change: async () => (await answered(api.POST('/api/v1/channels/{id}/test', { params, body: ownedBy(owner) }))).data,
    touches,
    done: ({ accepted }) => t(accepted ? 'portal.channels.test-arrived' : 'portal.channels.test-failed', { name }),
  });
  const enable = useChange({
    change: (enabled: boolean) =>
      answered(api.PUT('/api/v1/channels/{id}', { params, body: { enabled, ...ownedBy(owner) } })),
    touches,
    done: (_answer, enabled) => t(enabled ? 'portal.channels.resumed' : 'portal.channels.now-paused', { name }),
  });
  const close = () => setOpen(null);
  const of = (action: string) => t('portal.common.labelled', { label: action, value: name });
  const isActive = status === 'active';
  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
            {name}
            <State of={channel} />
          </p>
          <p className="text-sm text-muted [overflow-wrap:anywhere]">
            {messengers[type].name} · {target}
            {deliveredAt && (
              <>
                {' · '}
                <Message id="portal.channels.last-message" values={{ time: <Time at={deliveredAt} /> }} />
              </>
            )}
            {waiting > 0 && ` · ${t('portal.channels.waiting', { count: waiting })}`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {isActive && (
            <Button
              busy={test.isPending}
              aria-label={of(t('portal.channels.test'))}
              onClick={() => test.mutate(undefined)}
            >
              {t('portal.channels.test')}
            </Button>
          )}
          <Button aria-label={of(t('portal.channels.change'))} onClick={() => setOpen('change')}>
            {t('portal.channels.change')}
          </Button>
          <Button
            busy={enable.isPending}
            aria-label={of(t(isActive ? 'portal.channels.pause' : 'portal.channels.resume'))}
            onClick={() => enable.mutate(!isActive)}
          >
            {t(isActive ? 'portal.channels.pause' : 'portal.channels.resume')}
          </Button>
          <Button kind="danger" aria-label={of(t('portal.channels.remove'))} onClick={() => setOpen('remove')}>
            {t('portal.channels.remove')}
          </Button>
        </div>
      </div>
      <Trouble of={channel} />
      {test.data?.accepted === true && <Notice kind="good">{t('portal.channels.test-arrived', { name })}</Notice>}
      {test.data?.accepted === false && (
        <Notice kind="error" title={t('portal.channels.test-failed', { name })}>
          {test.data.failure}
        </Notice>
      )}
      <ErrorNotice error={test.error ?? enable.error} />
      {open === 'change' && (
        <ChannelForm owner={owner} channel={channel} kinds={kinds} servers={servers} onClose={close} />
      )}
      {open === 'remove' && <RemoveDialog owner={owner} channel={channel} onClose={close} />}
    </li>
  );
}

function State({ of: { status, failure } }: { of: Channel }) {
  if (status === 'disabled') return <Badge tone="bad">{t('portal.channels.disabled')}</Badge>;
  if (status === 'paused') return <Badge>{t('portal.channels.paused')}</Badge>;
  if (failure !== null) return <Badge tone="warning">{t('portal.channels.failing')}</Badge>;
  return <Badge tone="good">{t('portal.channels.works')}</Badge>;
}

/** Why the last message did not arrive, and what to do about it. */
function Trouble({ of: { status, failure, failed_at: failedAt } }: { of: Channel }) {
  if (failure === null && status !== 'disabled') return null;
  return (
    <Notice kind="warning" title={t('portal.channels.not-arrived')}>
      {failure !== null && (
        <p>
          {failure}
          {failedAt && (
            <>
              {' · '}
              <Time at={failedAt} />
            </>
          )}
        </p>
      )}
      {status === 'disabled' && <p>{t('portal.channels.disabled-help')}</p>}
    </Notice>
  );
}

function RemoveDialog({ owner, channel, onClose }: { owner: Owner; channel: Channel; onClose: () => void }) {
  const { id, name } = channel;
  const remove = useChange({
    change: () => answered(api.DELETE('/api/v1/channels/{id}', { params: { path: { id }, query: ownedBy(owner) } })),
    touches: [channelsQuery(owner)],
    done: () => t('portal.channels.removed', { name }),
  });
  return (
    <ConfirmDialog
      open
      title={t('portal.channels.remove-title', { name })}
      action={t('portal.channels.remove')}
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t('portal.channels.remove-hint')}</p>
    </ConfirmDialog>
  );
}
