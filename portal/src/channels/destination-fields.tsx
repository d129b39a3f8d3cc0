import { messengers } from 'virtual:messengers';
import type { TargetField } from '../../../src/engines/messengers/messenger.ts';
import { type MessageKey, t } from '../messages/messages.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import { problemsOf } from '../use-change.ts';
import type { ChannelType, NewChannel } from './data.ts';

/** What a service needs to be reached. It is a secret, so it is not shown again: where there is one, nothing entered leaves it. */
export function DestinationFields({ type, isNew, error }: { type: ChannelType; isNew: boolean; error: Error | null }) {
  const { fields } = messengers[type];
  const has = (field: TargetField) => fields[field] !== undefined;
  const common = (field: TargetField) => ({
    name: field,
    // What there is stays where nothing is entered.
    required: isNew && fields[field]?.byDefault === undefined,
    autoComplete: 'off',
    spellCheck: false,
    problems: problemsOf(error, field),
  });
  return (
    <>
      <p className="text-sm text-muted">{t(`portal.channels.hint.${type}`)}</p>
      {has('topic') && <TextField label={t('portal.channels.topic')} maxLength={64} {...common('topic')} />}
      {has('url') && (
        <TextField
          // An address that there is by default is a server's, any other a webhook's.
          label={t(fields.url?.byDefault ? 'portal.channels.server' : 'portal.channels.url')}
          type="url"
          maxLength={2_048}
          placeholder={fields.url?.byDefault ?? undefined}
          {...common('url')}
        />
      )}
      {has('token') && (
        <TextField label={t(`portal.channels.token.${type}` as MessageKey)} maxLength={200} {...common('token')} />
      )}
      {has('chat_id') && (
        <TextField
          label={t('portal.channels.chat')}
          hint={t('portal.channels.chat-hint')}
          maxLength={70}
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
export function destinationIn(input: FormData): Pick<NewChannel, TargetField> {
  const text = (field: TargetField) => {
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
