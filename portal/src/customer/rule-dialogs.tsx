import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { absoluteTime } from '../ui/time.tsx';
import { exposureKeys, type Rule } from './data.ts';
import { type EndChoice, EndFields, endOf, forGood, unchangedEnd } from './end-choice.tsx';
import { portsOf, protocolName, protocols } from './rule-words.ts';
import { ServerChoice } from './server-choice.tsx';

interface RuleInput {
  readonly port_start: number;
  readonly port_end: number;
  readonly protocol: Rule['protocol'];
  readonly description?: string;
  readonly expires_at?: string;
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: exposureKeys });
}

function readRule(form: FormData, end: EndChoice): RuleInput {
  const expiresAt = endOf(end, new Date());
  const from = Number(form.get('from'));
  const to = String(form.get('to')).trim();
  const description = String(form.get('description')).trim();
  return {
    port_start: from,
    port_end: to === '' ? from : Number(to),
    protocol: String(form.get('protocol')) as Rule['protocol'],
    ...(description === '' ? {} : { description }),
    ...(expiresAt ? { expires_at: expiresAt } : {}),
  };
}

/** Adds a rule, or changes one, whose servers stay the same. */
export function RuleDialog({ rule, onClose }: { rule?: Rule; onClose: () => void }) {
  const refresh = useRefresh();
  const [serverId, setServerId] = useState('');
  const [end, setEnd] = useState(rule?.expires_at ? unchangedEnd : forGood);
  const [orderProblem, setOrderProblem] = useState<string>();
  const save = useMutation({
    mutationFn: async (input: RuleInput) => {
      const endpointId = rule ? rule.endpoint_id : serverId || null;
      const body = { ...input, ...(endpointId === null ? {} : { endpoint_id: endpointId }) };
      const create = () => answered(api.POST('/api/v1/whitelists', { body }));
      if (!rule) return create();
      const changed = await answered(
        api.PUT('/api/v1/whitelists/{id}', { params: { path: { id: rule.id } }, body: input }),
      );
      // A change without an end leaves the end as it is; allowing the same ports anew without one takes it away.
      return rule.expires_at !== null && end.choice === 'good' ? create() : changed;
    },
    onSuccess: async ({ data }) => {
      await refresh();
      onClose();
      announce(t('portal.rule.allowed', { ports: portsOf(data) }));
    },
  });
  const submit = (form: FormData) => {
    const input = readRule(form, end);
    const isReversed = input.port_end < input.port_start;
    setOrderProblem(isReversed ? t('portal.rule.order') : undefined);
    if (!isReversed) save.mutate(input);
  };
  const problems = save.error instanceof ApiError ? save.error.fields : {};
  return (
    <FormDialog
      title={t(rule ? 'portal.rule.change' : 'portal.allowed-ports.allow')}
      action={t(rule ? 'portal.common.save' : 'portal.chosen.allow')}
      busy={save.isPending}
      error={Object.keys(problems).length === 0 ? save.error : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4">
        <PortField
          label={t('portal.alerts.port')}
          name="from"
          initial={rule?.port_start}
          required
          problems={problems.port_start}
        />
        <PortField
          label={t('portal.rule.to')}
          name="to"
          initial={rule && rule.port_end !== rule.port_start ? rule.port_end : undefined}
          problems={orderProblem ? [orderProblem] : problems.port_end}
        />
      </div>
      <SelectField label={t('portal.rule.protocol')} name="protocol" defaultValue={rule?.protocol ?? 'tcp'}>
        {protocols.map((protocol) => (
          <option key={protocol} value={protocol}>
            {protocolName(protocol)}
          </option>
        ))}
      </SelectField>
      {!rule && <ServerChoice value={serverId} onChange={setServerId} firstOption={t('portal.rule.all-servers')} />}
      <EndFields
        value={end}
        onChange={setEnd}
        unchanged={
          rule?.expires_at ? t('portal.rule.unchanged', { time: absoluteTime(new Date(rule.expires_at)) }) : undefined
        }
      />
      <TextField
        label={t('portal.common.note')}
        name="description"
        maxLength={255}
        defaultValue={rule?.description ?? ''}
        hint={t('portal.rule.hint')}
        problems={problems.description}
      />
    </FormDialog>
  );
}

function PortField({
  label,
  name,
  initial,
  required = false,
  problems,
}: {
  label: string;
  name: string;
  initial: number | undefined;
  required?: boolean;
  problems: readonly string[] | undefined;
}) {
  return (
    <TextField
      label={label}
      name={name}
      type="number"
      inputMode="numeric"
      min={1}
      max={65_535}
      required={required}
      defaultValue={initial}
      problems={problems}
    />
  );
}

export function DeleteRuleDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const refresh = useRefresh();
  const remove = useMutation({
    mutationFn: () => answered(api.DELETE('/api/v1/whitelists/{id}', { params: { path: { id: rule.id } } })),
    onSuccess: async () => {
      await refresh();
      onClose();
      announce(t('portal.rule.deleted', { ports: portsOf(rule) }));
    },
  });
  return (
    <ConfirmDialog
      open
      title={t('portal.rule.delete-title', { ports: portsOf(rule) })}
      action={t('portal.rule.delete')}
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('portal.rule.delete-note')}</p>
    </ConfirmDialog>
  );
}
