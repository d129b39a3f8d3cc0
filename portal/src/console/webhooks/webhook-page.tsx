import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { answered, api } from '../../api/api.ts';
import { t } from '../../messages/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PeriodDialog } from '../../ui/period-dialog.tsx';
import { FullTime, Time } from '../../ui/time.tsx';
import { useChange } from '../../use-change.ts';
import { useMay } from '../own-account.ts';
import { useSandbox } from '../use-sandbox.ts';
import { allOfWebhooks, headersOf, type Webhook, webhooksQuery } from './data.ts';
import { DeliveriesCard } from './deliveries-card.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { typeWords, WebhookState } from './webhooks-page.tsx';

/** A webhook: its state, what can be done with it, and what became of events. */
export function WebhookPage() {
  const { webhookId } = useParams({ from: '/console/webhooks/$webhookId' });
  const webhooks = useQuery(webhooksQuery(useSandbox()));
  const webhook = webhooks.data?.find(({ id }) => id === webhookId);
  return (
    <Page
      title={webhook?.description ?? t('console.webhooks.one')}
      back={{ to: '/console/webhooks', label: t('console.webhooks.title') }}
    >
      <LoadError of={webhooks} />
      {webhooks.isPending && <Placeholder className="h-48" />}
      {webhooks.data && !webhook && <EmptyState title={t('console.webhooks.gone')} />}
      {webhook && (
        <>
          <WebhookCard webhook={webhook} />
          <DeliveriesCard webhook={webhook} />
        </>
      )}
    </Page>
  );
}

type Open = 'test' | 'change' | 'rotate' | 'replay' | 'delete' | null;

function WebhookCard({ webhook }: { webhook: Webhook }) {
  const mayChange = useMay('manager');
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const input = { params: { path: { id: webhook.id } }, headers: headersOf(webhook.world) };
  const enable = useChange({
    change: (enabled: boolean) => answered(api.PUT('/api/v1/webhooks/{id}', { ...input, body: { enabled } })),
    touches: [allOfWebhooks],
    done: (_answer, enabled) => t(enabled ? 'console.webhooks.now-enabled' : 'console.webhooks.now-disabled'),
  });
  const close = () => setOpen(null);
  const { enabled, disabled_reason: reason } = webhook;
  return (
    <Card>
      <div className="grid gap-5">
        {(reason === 'gone' || reason === 'failing') && (
          <Notice kind="warning">{t(`console.webhooks.reason-${reason}`)}</Notice>
        )}
        <Facts
          facts={[
            [t('console.webhooks.url'), webhook.url],
            [t('console.common.state'), <WebhookState key="state" of={webhook} />],
            [
              t('console.world.label'),
              t(webhook.world === 'sandbox' ? 'console.common.sandbox' : 'console.world.live'),
            ],
            [t('console.webhooks.types'), typeWords(webhook.types)],
            [
              t('console.webhooks.failing-since'),
              webhook.failing_since && <FullTime key="failing" at={webhook.failing_since} />,
            ],
            [
              t('console.webhooks.old-secret-until'),
              webhook.previous_secret_until && <FullTime key="until" at={webhook.previous_secret_until} />,
            ],
            [t('console.webhooks.made'), <Time key="made" at={webhook.created_at} />],
          ]}
        />
        <ErrorNotice error={enable.error} />
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            {enabled && (
              <Button kind="primary" onClick={() => setOpen('test')}>
                {t('console.webhooks.send-test')}
              </Button>
            )}
            {enabled && <Button onClick={() => setOpen('replay')}>{t('console.webhooks.replay')}</Button>}
            <Button onClick={() => setOpen('change')}>{t('console.webhooks.change')}</Button>
            <Button onClick={() => setOpen('rotate')}>{t('console.webhooks.rotate')}</Button>
            <Button busy={enable.isPending} onClick={() => enable.mutate(!enabled)}>
              {t(enabled ? 'console.webhooks.disable' : 'console.webhooks.enable')}
            </Button>
            <Button kind="danger" onClick={() => setOpen('delete')}>
              {t('console.webhooks.delete')}
            </Button>
          </div>
        )}
      </div>
      {open === 'test' && <TestDialog webhook={webhook} onClose={close} />}
      {open === 'change' && <WebhookForm webhook={webhook} onClose={close} onMade={close} />}
      {open === 'rotate' && (
        <RotateDialog
          webhook={webhook}
          onClose={close}
          onMade={(made) => {
            close();
            setSecret(made);
          }}
        />
      )}
      {open === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {open === 'delete' && <DeleteDialog webhook={webhook} onClose={close} />}
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </Card>
  );
}

const overlaps = [
  [0, 'console.webhooks.at-once'],
  [3_600, 'console.webhooks.after-hour'],
  [86_400, 'console.webhooks.after-day'],
  [604_800, 'console.webhooks.after-week'],
] as const;

function RotateDialog({
  webhook: { id, world },
  onClose,
  onMade,
}: {
  webhook: Webhook;
  onClose: () => void;
  onMade: (secret: string) => void;
}) {
  const rotate = useChange({
    change: async (overlap_seconds: number) => {
      const input = { params: { path: { id } }, headers: headersOf(world), body: { overlap_seconds } };
      return (await answered(api.POST('/api/v1/webhooks/{id}/rotate-secret', input))).data.secret;
    },
    touches: [allOfWebhooks],
  });
  return (
    <PeriodDialog
      title={t('console.webhooks.rotate')}
      action={t('console.webhooks.make-secret')}
      busy={rotate.isPending}
      error={rotate.error}
      label={t('console.webhooks.old-secret-ends')}
      periods={overlaps}
      preset={86_400}
      onConfirm={(overlap) => rotate.mutate(overlap, { onSuccess: onMade })}
      onClose={onClose}
    >
      <p>{t('console.webhooks.rotate-hint')}</p>
    </PeriodDialog>
  );
}

const spans = [
  [1, 'console.webhooks.last-hour'],
  [24, 'console.webhooks.last-day'],
  [7 * 24, 'console.webhooks.last-week'],
  [30 * 24, 'console.webhooks.last-month'],
] as const;

function ReplayDialog({ webhook: { id, world }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const replay = useChange({
    change: async (spanHours: number) => {
      const since = new Date(Date.now() - spanHours * 3_600_000).toISOString();
      const input = { params: { path: { id } }, headers: headersOf(world), body: { since } };
      return (await answered(api.POST('/api/v1/webhooks/{id}/replay', input))).data;
    },
    touches: [allOfWebhooks],
    done: ({ queued }) => t('console.webhooks.replayed', { count: queued }),
  });
  return (
    <PeriodDialog
      title={t('console.webhooks.replay')}
      action={t('console.webhooks.replay-do')}
      busy={replay.isPending}
      error={replay.error}
      label={t('console.webhooks.replay-span')}
      periods={spans}
      preset={24}
      onConfirm={(hours) => replay.mutate(hours, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('console.webhooks.replay-hint')}</p>
    </PeriodDialog>
  );
}

function DeleteDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useChange({
    change: () =>
      answered(
        api.DELETE('/api/v1/webhooks/{id}', {
          params: { path: { id: webhook.id } },
          headers: headersOf(webhook.world),
        }),
      ),
    touches: [],
    done: () => t('console.webhooks.deleted'),
  });
  return (
    <ConfirmDialog
      open
      title={t('console.webhooks.delete-title')}
      action={t('console.webhooks.delete')}
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate({ to: '/console/webhooks' }) })}
      onClose={onClose}
    >
      <p className="[overflow-wrap:anywhere]">{webhook.url}</p>
      <p>{t('console.webhooks.delete-hint')}</p>
    </ConfirmDialog>
  );
}
