import { answered, api } from '../../api/api.ts';
import { t } from '../../messages/messages.ts';
import { SelectField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useChange } from '../../use-change.ts';
import { allOfWebhooks, headersOf, type Webhook } from './data.ts';
import { type EventType, eventTypes } from './webhook-form.tsx';

const plainTest = 'webhook.test';

/** Sends a webhook what an event of a type looks like. */
export function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const test = useChange({
    change: (type: EventType | typeof plainTest) => {
      const input = { params: { path: { id: webhook.id } }, headers: headersOf(webhook.world), body: { type } };
      return answered(api.POST('/api/v1/webhooks/{id}/test', input));
    },
    touches: [allOfWebhooks],
    done: () => t('console.webhooks.test-sent'),
  });
  const submit = (input: FormData) => {
    const type = eventTypes.find((each) => each === input.get('type')) ?? plainTest;
    test.mutate(type, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('console.webhooks.send-test')}
      action={t('console.webhooks.send-test')}
      busy={test.isPending}
      error={test.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField label={t('console.webhooks.test-type')} name="type" hint={t('console.webhooks.test-type-hint')}>
        {[plainTest, ...eventTypes].map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
