import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import { type MailSender, mailSenderQuery } from './data.ts';

/** The address that mail comes from, and the DNS records that let it. */
export function MailSenderCard() {
  const query = useQuery(mailSenderQuery);
  return (
    <Card title={t('console.mail-sender-card.sender-mails')} lead={t('console.mail-sender-card.sender-mails-lead')}>
      <LoadError of={query} />
      {query.isPending && <Placeholder className="h-32" />}
      {query.data &&
        (query.data.default_address === null ? (
          <p className="text-sm text-muted">{t('console.mail-sender-card.e-mail-not-set')}</p>
        ) : (
          <div className="grid gap-5">
            <SenderForm defaultAddress={query.data.default_address} sender={query.data.sender} />
            <TestMail seenAt={query.data.test_seen_at} />
          </div>
        ))}
    </Card>
  );
}

function SenderForm({ defaultAddress, sender }: { defaultAddress: string; sender: MailSender | null }) {
  const [address, setAddress] = useState(sender?.address ?? '');
  const touches = [mailSenderQuery];
  const set = useChange({
    change: () => answered(api.PUT('/api/v1/mail-sender', { body: { address } })),
    touches,
    done: () => t('console.mail-sender-card.address-set'),
  });
  const remove = useChange({
    change: () => answered(api.DELETE('/api/v1/mail-sender', {})),
    touches,
    done: () => t('console.mail-sender-card.mails-come-address-installation'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate(undefined);
  };
  return (
    <div className="grid gap-5">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            label={t('console.mail-sender-card.address-sender')}
            type="email"
            required
            maxLength={255}
            placeholder="security@example.com"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            problems={problemsOf(set.error, 'address')}
          />
        </div>
        <Button type="submit" busy={set.isPending}>
          {t('console.mail-sender-card.set-address')}
        </Button>
        {sender && (
          <Button
            kind="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: () => setAddress('') })}
          >
            {t('console.mail-sender-card.remove-address')}
          </Button>
        )}
      </form>
      <ErrorNotice error={otherThan(set.error, ['address']) ?? remove.error} />
      <Status sender={sender} defaultAddress={defaultAddress} />
      {sender && <Records sender={sender} />}
    </div>
  );
}

function Status({ sender, defaultAddress }: { sender: MailSender | null; defaultAddress: string }) {
  if (sender?.status === 'verified')
    return (
      <Notice kind="good">
        {t('console.mail-sender-card.mails-come-address-signed', { address: sender.address })}
      </Notice>
    );
  return (
    <Notice kind={sender?.status === 'failing' ? 'warning' : 'info'}>
      {sender?.status === 'failing' && `${t('console.mail-sender-card.record-gone-receivers-would')} `}
      {t('console.mail-sender-card.mails-come-from-installation', { address: defaultAddress })}
    </Notice>
  );
}

/** Mails load nothing, so that only their reader can say that one has arrived. */
function TestMail({ seenAt }: { seenAt: string | null }) {
  const send = useChange({
    change: () => answered(api.POST('/api/v1/mail-sender/test', {})),
    touches: [mailSenderQuery],
    done: ({ data: { address } }) => t('console.mail-sender-card.test-sent', { address }),
  });
  return (
    <section className="grid gap-2 border-t border-line pt-5 text-sm">
      <h3 className="font-medium">{t('console.mail-sender-card.test')}</h3>
      <p className="text-muted">{t('console.mail-sender-card.test-lead')}</p>
      <div className="flex flex-wrap items-center gap-3 text-muted">
        <Button busy={send.isPending} onClick={() => send.mutate(undefined)}>
          {t('console.mail-sender-card.send-test')}
        </Button>
        <span>
          {seenAt === null ? (
            t('console.mail-sender-card.test-not-seen')
          ) : (
            <Message id="console.mail-sender-card.test-seen" values={{ time: <Time at={seenAt} /> }} />
          )}
        </span>
      </div>
      <ErrorNotice error={send.error} />
    </section>
  );
}

const kinds = [
  ['spf', 'console.mail-sender-card.spf-who-may-send', 'console.mail-sender-card.if-spf-record-already'],
  ['dkim', 'console.mail-sender-card.dkim-key-mails-signed', 'console.mail-sender-card.under-exactly-name'],
  ['dmarc', 'console.mail-sender-card.dmarc-what-receivers-others', 'console.mail-sender-card.any-policy-will-one'],
] as const;

function Records({ sender }: { sender: MailSender }) {
  const check = useChange({
    change: () => answered(api.POST('/api/v1/mail-sender/check', {})),
    touches: [mailSenderQuery],
    done: () => t('console.mail-sender-card.records-looked-up'),
  });
  return (
    <div className="grid gap-5">
      {kinds.map(([kind, title, hint]) => {
        const { record, state, found, problem } = sender[kind];
        return (
          <section key={kind} className="grid gap-2 text-sm">
            <h3 className="flex flex-wrap items-center gap-2 font-medium">
              {t(title)} <State state={state} />
            </h3>
            <p className="text-muted">{t(hint)}</p>
            <div className="grid gap-1">
              <span className="text-muted">{t('console.mail-sender-card.name-txt-record')}</span>
              <CodeBlock
                text={record.name}
                label={t('console.mail-sender-card.name-kind-record', { kind: kind.toUpperCase() })}
              />
            </div>
            <div className="grid gap-1">
              <span className="text-muted">{t('console.common.value')}</span>
              <CodeBlock
                text={record.value}
                label={t('console.mail-sender-card.value-kind-record', { kind: kind.toUpperCase() })}
              />
            </div>
            {state === 'wrong' && (
              <Notice kind="warning">
                <p className="font-semibold">{problem}</p>
                <p>{t('console.mail-sender-card.found-records', { records: found.join(' / ') })}</p>
              </Notice>
            )}
          </section>
        );
      })}
      <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
        <Button busy={check.isPending} onClick={() => check.mutate(undefined)}>
          {t('console.mail-sender-card.check-records')}
        </Button>
        <span>
          {sender.checked_at
            ? t('console.mail-sender-card.last-looked-up')
            : t('console.mail-sender-card.not-looked-up-yet')}
          {sender.checked_at && <Time at={sender.checked_at} />}
        </span>
      </div>
      <ErrorNotice error={check.error} />
    </div>
  );
}

function State({ state }: { state: MailSender['spf']['state'] }) {
  if (state === 'present') return <Badge tone="good">{t('console.mail-sender-card.found')}</Badge>;
  if (state === 'missing') return <Badge tone="warning">{t('console.mail-sender-card.not-found')}</Badge>;
  return state === 'wrong' ? (
    <Badge tone="bad">{t('console.mail-sender-card.not-right')}</Badge>
  ) : (
    <Badge>{t('console.common.not-known')}</Badge>
  );
}
