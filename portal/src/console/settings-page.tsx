import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { type MessageKey, t } from '../messages/messages.ts';
import { Card, Placeholder } from '../ui/card.tsx';
import { CheckField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useChange } from '../use-change.ts';
import { type CustomerAdditions, customerAdditionsQuery, weeklySummaryQuery } from './data.ts';
import { useMay } from './own-account.ts';
import { RecordTemplateCard } from './record-template-card.tsx';

/** What customers may do for themselves and are told in the partner's name. */
export function SettingsPage() {
  return (
    <Page title={t('console.settings.title')} lead={t('console.settings.lead')}>
      <Additions />
      <WeeklySummaries />
      <RecordTemplateCard />
    </Page>
  );
}

const modes: readonly { readonly mode: CustomerAdditions; readonly name: MessageKey; readonly meaning: MessageKey }[] =
  [
    {
      mode: 'off',
      name: 'console.settings.no',
      meaning: 'console.settings.servers-come-billing-system',
    },
    {
      mode: 'within_capacity',
      name: 'console.settings.as-many-as-paid',
      meaning: 'console.settings.customers-who-never-bought',
    },
    {
      mode: 'on',
      name: 'console.settings.yes',
      meaning: 'console.settings.customers-who-never-bought-plan',
    },
  ];

function Additions() {
  const current = useQuery(customerAdditionsQuery);
  /** What was clicked, before the server has said so. */
  const [picked, setPicked] = useState<CustomerAdditions | null>(null);
  const choose = useChange({
    change: async (mode: CustomerAdditions) =>
      (await answered(api.PUT('/api/v1/settings/customer-additions', { body: { mode } }))).data,
    touches: [customerAdditionsQuery],
    done: ({ mode }) =>
      t('console.settings.customers-may-add-servers', { name: t(modes.find((one) => one.mode === mode)!.name) }),
  });
  const mayChange = useMay('manager');
  const pick = (mode: CustomerAdditions) => {
    setPicked(mode);
    choose.mutate(mode, { onSettled: () => setPicked(null) });
  };
  return (
    <Card
      title={t('console.settings.may-customers-add-servers')}
      lead={t('console.settings.may-customers-add-servers-lead')}
    >
      <LoadError of={current} />
      <ErrorNotice error={choose.error} />
      {current.isPending && <Placeholder className="h-40" />}
      {current.data && (
        <fieldset className="grid gap-2" disabled={!mayChange}>
          <legend className="sr-only">{t('console.settings.may-customers-add-servers')}</legend>
          {modes.map(({ mode, name, meaning }) => (
            <label
              key={mode}
              className="flex cursor-pointer gap-3 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-raised"
            >
              <input
                type="radio"
                name="customer-additions"
                className="mt-1 size-4 shrink-0 accent-accent"
                checked={mode === (picked ?? current.data)}
                onChange={() => pick(mode)}
              />
              <span className="text-sm">
                <span className="block font-medium">{t(name)}</span>
                <span className="block text-muted">{t(meaning)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Card>
  );
}

/** Whether customers hear of it when there is nothing to hear. */
function WeeklySummaries() {
  const current = useQuery(weeklySummaryQuery);
  const choose = useChange({
    change: async (enabled: boolean) =>
      (await answered(api.PUT('/api/v1/settings/weekly-summary', { body: { enabled } }))).data,
    touches: [weeklySummaryQuery],
    done: ({ enabled }) => t(enabled ? 'console.settings.week-on' : 'console.settings.week-off'),
  });
  const mayChange = useMay('manager');
  return (
    <Card title={t('console.settings.week')} lead={t('console.settings.week-lead')}>
      <LoadError of={current} />
      <ErrorNotice error={choose.error} />
      {current.isPending && <Placeholder className="h-6" />}
      {current.data !== undefined && (
        <CheckField
          label={t('console.settings.week-send')}
          checked={choose.isPending ? choose.variables : current.data}
          disabled={!mayChange || choose.isPending}
          onChange={({ target }) => choose.mutate(target.checked)}
        />
      )}
    </Card>
  );
}
