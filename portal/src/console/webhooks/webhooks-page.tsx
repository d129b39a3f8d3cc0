import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../messages/messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card, EmptyState, Placeholder } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Page } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { useMay } from '../own-account.ts';
import { useSandbox } from '../use-sandbox.ts';
import { type Webhook, webhooksQuery } from './data.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** Where the partner's systems are told of events. */
export function WebhooksPage() {
  const webhooks = useQuery(webhooksQuery(useSandbox()));
  const mayChange = useMay('manager');
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const made = (secret: string | null) => {
    setMaking(false);
    setSecret(secret);
  };
  return (
    <Page
      title={t('console.webhooks.title')}
      lead={t('console.webhooks.lead')}
      actions={
        mayChange && (
          <Button kind="primary" onClick={() => setMaking(true)}>
            <Plus aria-hidden="true" size={16} />
            {t('console.webhooks.new')}
          </Button>
        )
      }
    >
      <LoadError of={webhooks} />
      {webhooks.isPending && <Placeholder className="h-48" />}
      {webhooks.data?.length === 0 && (
        <EmptyState title={t('console.webhooks.none')}>{t('console.webhooks.none-hint')}</EmptyState>
      )}
      {webhooks.data && webhooks.data.length > 0 && (
        <Card>
          <Table
            caption={t('console.webhooks.title')}
            rows={webhooks.data}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: t('console.webhooks.url'),
                cell: ({ url, description }) => (
                  <>
                    <span className="block font-medium">{description ?? url}</span>
                    {description !== null && <span className="block text-xs text-muted">{url}</span>}
                  </>
                ),
              },
              {
                heading: t('console.common.state'),
                cell: (webhook) => (
                  <span className="flex flex-wrap gap-1">
                    <WebhookState of={webhook} />
                    {webhook.world === 'sandbox' && <Badge>{t('console.common.sandbox')}</Badge>}
                  </span>
                ),
              },
              { heading: t('console.webhooks.types'), cell: ({ types }) => typeWords(types) },
              {
                heading: t('console.common.actions'),
                actions: true,
                cell: ({ id, url }) => (
                  <Link
                    to="/console/webhooks/$webhookId"
                    params={{ webhookId: id }}
                    aria-label={t('console.webhooks.open-url', { url })}
                    className={buttonClass()}
                  >
                    {t('console.webhooks.open')}
                  </Link>
                ),
              },
            ]}
          />
        </Card>
      )}
      {isMaking && <WebhookForm onClose={() => setMaking(false)} onMade={made} />}
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </Page>
  );
}

/** The types that a webhook wants, in words. */
export function typeWords(types: Webhook['types']): string {
  return types.length === 0 ? t('console.webhooks.all-events') : types.join(', ');
}

export function WebhookState({ of: { enabled, failing_since } }: { of: Webhook }) {
  if (!enabled) return <Badge>{t('console.webhooks.disabled')}</Badge>;
  if (failing_since !== null) return <Badge tone="warning">{t('console.webhooks.failing')}</Badge>;
  return <Badge tone="good">{t('console.webhooks.works')}</Badge>;
}
