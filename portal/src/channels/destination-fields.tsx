import { t } from '../messages/messages.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import { problemsOf } from '../use-change.ts';
import { type DestinationField, destinations } from './channel-types.ts';
import type { ChannelType, NewChannel } from './data.ts';

/** What a service needs to be reached. It is a secret, so it is not shown again: where there is one, nothing entered leaves it. */
export function DestinationFields({ type, isNew, error }: { type: ChannelType; isNew: boolean; error: Error | null }) {
  const { fields, hint, token } = destinations[type];
  const has = (field: DestinationField) => fields.includes(field);
  const common = (field: DestinationField) => ({
    name: field,
    autoComplete: 'off',
    spellCheck: false,
    problems: problemsOf(error, field),
  });
  return (
    <>
      <p className="text-sm text-muted">{t(hint)}</p>
      {has('topic') && (
        <TextField label={t('portal.channels.topic')} maxLength={64} required={isNew} {...common('topic')} />
      )}
      {has('url') && (
        <TextField
          label={t(type === 'ntfy' ? 'portal.channels.server' : 'portal.channels.url')}
          type="url"
          maxLength={2_048}
          required={isNew && type !== 'ntfy'}
          placeholder={type === 'ntfy' ? 'https://ntfy.sh' : undefined}
          {...common('url')}
        />
      )}
      {token !== undefined && (
        <TextField label={t(token)} maxLength={200} required={isNew && type !== 'ntfy'} {...common('token')} />
      )}
      {has('chat_id') && (
        <TextField
          label={t('portal.channels.chat')}
          hint={t('portal.channels.chat-hint')}
          maxLength={70}
          required={isNew}
          {...common('chat_id')}
        />
      )}
      {has('thread_id') && (
        <TextField label={t('portal.channels.thread')} inputMode="numeric" maxLength={16} {...common('thread_id')} />
      )}
      {has('region') && (
        <SelectField label={t('portal.channels.region')} name="region" problems={problemsOf(error, 'region')}>
          {!isNew && <option value="">{t('portal.channels.as-it-is')}</option>}
          <option value="us">{t('portal.channels.region-us')}</option>
          <option value="eu">{t('portal.channels.region-eu')}</option>
        </SelectField>
      )}
    </>
  );
}

/** What was entered of a destination. */
export function destinationIn(input: FormData): Pick<NewChannel, DestinationField> {
  const text = (field: DestinationField) => {
    const value = String(input.get(field) ?? '').trim();
    return value === '' ? {} : { [field]: value };
  };
  const thread = String(input.get('thread_id') ?? '').trim();
  return {
    ...text('url'),
    ...text('token'),
    ...text('chat_id'),
    ...text('topic'),
    ...text('region'),
    ...(thread === '' ? {} : { thread_id: Number(thread) }),
  };
}
