import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { entriesOf } from '../ui/text-list.ts';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import { type RecordTemplate, recordTemplateQuery } from './data.ts';
import { ForManagers, ManagersForm } from './for-managers.tsx';

const fields = ['spf_include', 'dkim_selectors', 'report_address'];

/** What the records that customers are told to publish say of the partner's own servers. */
export function RecordTemplateCard() {
  const current = useQuery(recordTemplateQuery);
  return (
    <Card title={t('console.records.title')} lead={t('console.records.lead')}>
      <LoadError of={current} />
      {current.isPending && <Placeholder className="h-72" />}
      {current.data && <TemplateForm saved={current.data} />}
    </Card>
  );
}

function TemplateForm({ saved }: { saved: RecordTemplate }) {
  const [include, setInclude] = useState(saved.spf_include ?? '');
  const [selectors, setSelectors] = useState(saved.dkim_selectors.join(', '));
  const [address, setAddress] = useState(saved.report_address ?? '');
  const save = useChange({
    change: async () => {
      const body = {
        ...(include.trim() && { spf_include: include.trim() }),
        dkim_selectors: entriesOf(selectors),
        ...(address.trim() && { report_address: address.trim() }),
      };
      return answered(api.PUT('/api/v1/domain-monitoring/record-template', { body }));
    },
    touches: [recordTemplateQuery],
    done: () => t('console.records.saved'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined);
  };
  const technical = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const;
  return (
    <ManagersForm onSubmit={submit} className="grid max-w-xl gap-5">
      <TextField
        label={t('console.records.spf')}
        hint={t('console.records.spf-hint')}
        placeholder="_spf.example.com"
        maxLength={253}
        value={include}
        onChange={({ target }) => setInclude(target.value)}
        problems={problemsOf(save.error, 'spf_include')}
        {...technical}
      />
      <TextField
        label={t('console.records.dkim')}
        hint={t('console.records.dkim-hint')}
        placeholder="default, mail2026"
        value={selectors}
        onChange={({ target }) => setSelectors(target.value)}
        problems={problemsOf(save.error, 'dkim_selectors')}
        {...technical}
      />
      <TextField
        label={t('console.records.reports')}
        hint={t('console.records.reports-hint')}
        type="email"
        placeholder="dmarc@example.com"
        maxLength={255}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        problems={problemsOf(save.error, 'report_address')}
        {...technical}
      />
      <ErrorNotice error={otherThan(save.error, fields)} />
      <ForManagers>
        <div>
          <Button type="submit" busy={save.isPending}>
            {t('portal.common.save')}
          </Button>
        </div>
      </ForManagers>
    </ManagersForm>
  );
}
