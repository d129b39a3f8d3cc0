import { answered, api } from '../../api/api.ts';
import { t } from '../../messages/messages.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { otherThan, problemsOf, useChange } from '../../use-change.ts';
import { useSandbox } from '../use-sandbox.ts';
import { allOfWebhooks, headersOf, type Webhook } from './data.ts';

/** What events can be told of, by what they are about; none chosen means all. */
export const eventTypes = [
  ...['alert.opened', 'alert.resolved', 'alert.reopened', 'domain_alert.opened', 'domain_alert.resolved'],
  ...['endpoint.created', 'endpoint.paused', 'endpoint.resumed', 'endpoint.terminated'],
  ...['domain.created', 'domain.paused', 'domain.resumed', 'domain.terminated'],
  ...['subscription.changed', 'capacity.enforced', 'scan.completed', 'scan.failed'],
] as const;

export type EventType = (typeof eventTypes)[number];

const fields = ['url', 'description'];

/** Makes a webhook, or changes one. */
export function WebhookForm({
  webhook,
  onClose,
  onMade,
}: {
  /** Undefined: a new one. */
  webhook?: Webhook | undefined;
  onClose: () => void;
  /** With the secret of a new one. */
  onMade: (secret: string | null) => void;
}) {
  const save = useChange({
    change: async (body: { url: string; description: string; types: EventType[]; world: Webhook['world'] }) => {
      const headers = headersOf(body.world);
      if (webhook === undefined) return (await answered(api.POST('/api/v1/webhooks', { body, headers }))).data.secret;
      const params = { path: { id: webhook.id } };
      await answered(api.PUT('/api/v1/webhooks/{id}', { params, body, headers }));
      return null;
    },
    touches: [allOfWebhooks],
  });
  const hasSandbox = useSandbox();
  const submit = (input: FormData) => {
    const body = {
      url: String(input.get('url')),
      description: String(input.get('description')),
      types: eventTypes.filter((type) => input.getAll('types').includes(type)),
      world: webhook?.world ?? (input.get('world') === 'sandbox' ? 'sandbox' : 'live'),
    };
    save.mutate(body, { onSuccess: onMade });
  };
  return (
    <FormDialog
      title={t(webhook === undefined ? 'console.webhooks.new' : 'console.webhooks.change')}
      action={t(webhook === undefined ? 'console.webhooks.make' : 'portal.common.save')}
      busy={save.isPending}
      error={otherThan(save.error, fields)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('console.webhooks.url')}
        name="url"
        type="url"
        required
        maxLength={2_048}
        placeholder="https://billing.example.com/hooks"
        hint={t('console.webhooks.url-hint')}
        defaultValue={webhook?.url}
        problems={problemsOf(save.error, 'url')}
      />
      <TextField
        label={t('console.webhooks.what-for')}
        name="description"
        maxLength={255}
        defaultValue={webhook?.description ?? ''}
        problems={problemsOf(save.error, 'description')}
      />
      {webhook === undefined && hasSandbox && (
        <SelectField label={t('console.world.label')} name="world" hint={t('console.webhooks.world-hint')}>
          <option value="live">{t('console.world.live')}</option>
          <option value="sandbox">{t('console.common.sandbox')}</option>
        </SelectField>
      )}
      <fieldset className="grid gap-1 text-sm">
        <legend className="mb-1 font-medium">{t('console.webhooks.types')}</legend>
        <p className="mb-1 text-muted">{t('console.webhooks.types-hint')}</p>
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {eventTypes.map((type) => (
            <label key={type} className="flex items-center gap-2">
              <input
                type="checkbox"
                name="types"
                value={type}
                defaultChecked={webhook?.types.includes(type) ?? false}
                className="size-4 shrink-0 accent-accent"
              />
              <code>{type}</code>
            </label>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}
