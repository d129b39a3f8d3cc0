import { messengers } from 'virtual:messengers';
import { type ReactNode, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SeverityOptions } from '../ui/severity.tsx';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import {
  type Channel,
  type ChannelType,
  channelsQuery,
  type KindOfAlerts,
  type NewChannel,
  type Owner,
  ownedBy,
  type Urgency,
} from './data.ts';
import { DestinationFields, destinationIn } from './destination-fields.tsx';

const shownFields = [
  ...['name', 'url', 'token', 'chat_id', 'thread_id', 'topic', 'region', 'quiet_from', 'quiet_until', 'time_zone'],
  'billing_customer_ids',
] as const;

const urgencies = {
  at_once: 'portal.delivery.immediate',
  five_minutes: 'portal.delivery.gathered',
  daily: 'portal.delivery.daily',
  weekly: 'portal.delivery.weekly',
} as const satisfies Record<Urgency, string>;

/** The same time twice: there are no quiet hours. */
const noQuietHours = { quiet_from: '00:00', quiet_until: '00:00' };

/** A server that a channel can be about. */
export interface NamedServer {
  readonly id: string;
  readonly name: string;
}

/** Sets a channel up, or changes one. */
export function ChannelForm({
  owner,
  channel,
  kinds,
  servers,
  onClose,
}: {
  owner: Owner;
  /** Undefined: a new one. */
  channel?: Channel | undefined;
  kinds: readonly KindOfAlerts[];
  /** Those of the owner; none: they are not chosen from. */
  servers: readonly NamedServer[];
  onClose: () => void;
}) {
  const isNew = channel === undefined;
  const [type, setType] = useState<ChannelType>(channel?.type ?? 'slack');
  const save = useChange({
    change: async (body: Omit<NewChannel, 'type'>) => {
      if (isNew) return answered(api.POST('/api/v1/channels', { body: { ...body, type, ...ownedBy(owner) } }));
      const input = { params: { path: { id: channel.id } }, body: { ...body, ...ownedBy(owner) } };
      return answered(api.PUT('/api/v1/channels/{id}', input));
    },
    touches: [channelsQuery(owner)],
    done: (_answer, { name }) => t(isNew ? 'portal.channels.added' : 'portal.channels.saved', { name }),
  });
  const submit = (input: FormData) => {
    const body = {
      ...destinationIn(input),
      ...choicesIn(input, isNew),
      ...(owner === null && { billing_customer_ids: customersIn(input) }),
      ...(servers.length > 0 && { endpoint_ids: serversIn(input, servers, channel) }),
    };
    save.mutate(body, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={isNew ? t('portal.channels.new') : t('portal.channels.change-title', { name: channel.name })}
      action={t(isNew ? 'portal.channels.set-up' : 'portal.common.save')}
      busy={save.isPending}
      error={otherThan(save.error, shownFields)}
      onSubmit={submit}
      onClose={onClose}
    >
      {isNew && (
        <SelectField
          label={t('portal.channels.service')}
          value={type}
          onChange={({ target }) => setType(target.value as ChannelType)}
        >
          {Object.entries(messengers).map(([each, { name }]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={t('portal.channels.name')}
        hint={t('portal.channels.name-hint')}
        name="name"
        required
        maxLength={80}
        defaultValue={channel?.name}
        problems={problemsOf(save.error, 'name')}
      />
      {isNew ? (
        <DestinationFields key={type} type={type} isNew error={save.error} />
      ) : (
        <details>
          <summary className="cursor-pointer text-sm font-medium">{t('portal.channels.other-destination')}</summary>
          <div className="mt-3 grid gap-4">
            <p className="text-sm">{t('portal.channels.kept', { target: channel.target })}</p>
            <DestinationFields type={type} isNew={false} error={save.error} />
          </div>
        </details>
      )}
      <What kinds={kinds} channel={channel} />
      {owner === null && (
        <TextField
          label={t('portal.channels.customers')}
          hint={t('portal.channels.customers-hint')}
          name="customers"
          inputMode="numeric"
          pattern="[0-9, ]*"
          defaultValue={channel?.billing_customer_ids.join(', ')}
          problems={problemsOf(save.error, 'billing_customer_ids')}
        />
      )}
      {servers.length > 0 && (
        <Boxes legend={t('portal.channels.servers')} hint={t('portal.channels.servers-hint')}>
          {servers.map(({ id, name }) => (
            <Box key={id} name="servers" value={id} isChosen={channel?.endpoint_ids.includes(id) ?? false}>
              {name}
            </Box>
          ))}
        </Boxes>
      )}
      <When channel={channel} error={save.error} />
    </FormDialog>
  );
}

function What({ kinds, channel }: { kinds: readonly KindOfAlerts[]; channel: Channel | undefined }) {
  // Kinds that are about the same are one choice.
  const titles = [...new Set(kinds.map(({ title }) => title))];
  return (
    <>
      <Boxes legend={t('portal.channels.kinds')} hint={t('portal.channels.kinds-hint')}>
        {titles.map((title) => {
          const meant = kinds.filter((each) => each.title === title).map(({ kind }) => kind);
          return (
            <Box
              key={title}
              name="kinds"
              value={meant.join(' ')}
              isChosen={meant.some((kind) => channel?.kinds.includes(kind))}
            >
              {`${title.charAt(0).toUpperCase()}${title.slice(1)}`}
            </Box>
          );
        })}
      </Boxes>
      <SelectField
        label={t('portal.channels.severity')}
        name="min_severity"
        defaultValue={channel?.min_severity ?? 'low'}
      >
        <SeverityOptions />
      </SelectField>
    </>
  );
}

function When({ channel, error }: { channel: Channel | undefined; error: Error | null }) {
  return (
    <>
      <SelectField
        label={t('portal.notifications.delivery')}
        hint={t('portal.channels.urgency-hint')}
        name="urgency"
        defaultValue={channel?.urgency ?? 'five_minutes'}
      >
        {Object.entries(urgencies).map(([urgency, words]) => (
          <option key={urgency} value={urgency}>
            {t(words)}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('portal.notifications.quiet-from')}
          name="quiet_from"
          type="time"
          defaultValue={channel?.quiet_from ?? ''}
          problems={problemsOf(error, 'quiet_from')}
        />
        <TextField
          label={t('portal.notifications.quiet-to')}
          name="quiet_until"
          type="time"
          defaultValue={channel?.quiet_until ?? ''}
          problems={problemsOf(error, 'quiet_until')}
        />
      </div>
      <TextField
        label={t('portal.notifications.time-zone')}
        name="time_zone"
        required
        maxLength={64}
        // A new one is most likely for people where the reader is.
        defaultValue={channel?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
        problems={problemsOf(error, 'time_zone')}
      />
    </>
  );
}

function Boxes({ legend, hint, children }: { legend: string; hint: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-1 text-sm">
      <legend className="mb-1 font-medium">{legend}</legend>
      <p className="mb-1 text-muted">{hint}</p>
      <div className="grid max-h-48 gap-x-4 gap-y-2 overflow-y-auto sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

function Box({
  name,
  value,
  isChosen,
  children,
}: {
  name: string;
  value: string;
  isChosen: boolean;
  children: ReactNode;
}) {
  return (
    <label className="flex items-center gap-2 [overflow-wrap:anywhere]">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isChosen}
        className="size-5 shrink-0 accent-accent"
      />
      {children}
    </label>
  );
}

/** What was chosen besides the destination, and of whom it hears. */
function choicesIn(input: FormData, isNew: boolean): Omit<NewChannel, 'type'> {
  const text = (field: string) => String(input.get(field) ?? '').trim();
  const quiet = { quiet_from: text('quiet_from'), quiet_until: text('quiet_until') };
  // Of one without the other the API says what is missing.
  const given = Object.fromEntries(Object.entries(quiet).filter(([, time]) => time !== ''));
  const isNever = Object.keys(given).length === 0;
  return {
    name: text('name'),
    kinds: input.getAll('kinds').flatMap((kinds) => String(kinds).split(' ')),
    min_severity: text('min_severity') as Channel['min_severity'],
    urgency: text('urgency') as Urgency,
    time_zone: text('time_zone'),
    ...(isNever && !isNew ? noQuietHours : given),
  };
}

function customersIn(input: FormData): number[] {
  const numbers = String(input.get('customers') ?? '').split(/[\s,]+/);
  return numbers.filter((number) => number !== '').map(Number);
}

/** Those that are chosen, and those that were and could not be shown. */
function serversIn(input: FormData, shown: readonly NamedServer[], channel: Channel | undefined): string[] {
  const hidden = channel?.endpoint_ids.filter((id) => !shown.some((server) => server.id === id)) ?? [];
  return [...input.getAll('servers').map(String), ...hidden];
}
