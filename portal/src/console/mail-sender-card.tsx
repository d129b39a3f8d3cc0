import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { type MailSender, mailSenderQuery, otherThan, problemsOf, useChange } from './data.ts';

/** The address that mail comes from, and the DNS records that let it. */
export function MailSenderCard() {
  const query = useQuery(mailSenderQuery);
  return (
    <Card
      title="Sender of mails"
      lead="Your customers’ mails come from an address of yours once your domain’s DNS says that they may."
    >
      <LoadError of={query} />
      {query.isPending && <Placeholder className="h-32" />}
      {query.data &&
        (query.data.default_address === null ? (
          <p className="text-sm text-muted">E-mail is not set up on this installation.</p>
        ) : (
          <SenderForm defaultAddress={query.data.default_address} sender={query.data.sender} />
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
    done: () => 'The address is set.',
  });
  const remove = useChange({
    change: () => answered(api.DELETE('/api/v1/mail-sender', {})),
    touches,
    done: () => 'Mails come from the address of the installation again.',
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
            label="Address of the sender"
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
          Set the address
        </Button>
        {sender && (
          <Button
            kind="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: () => setAddress('') })}
          >
            Remove it
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
    return <Notice kind="good">Mails come from {sender.address}, signed with the key of your domain.</Notice>;
  return (
    <Notice kind={sender?.status === 'failing' ? 'warning' : 'info'}>
      {sender?.status === 'failing' && 'A record is gone, so that receivers would refuse mails from your address. '}
      Mails come from {defaultAddress}, in your name. Answers go to your e-mail address for questions.
    </Notice>
  );
}

const kinds = [
  ['spf', 'SPF: who may send', 'If there is an SPF record already, add the include to it: there can be one only.'],
  ['dkim', 'DKIM: the key that mails are signed with', 'As it is, under exactly this name.'],
  ['dmarc', 'DMARC: what receivers do with others', 'Any policy will do; one that is there already can stay as it is.'],
] as const;

function Records({ sender }: { sender: MailSender }) {
  const check = useChange({
    change: () => answered(api.POST('/api/v1/mail-sender/check', {})),
    touches: [mailSenderQuery],
    done: () => 'The records are looked up.',
  });
  return (
    <div className="grid gap-5">
      {kinds.map(([kind, title, hint]) => {
        const { record, state, found, problem } = sender[kind];
        return (
          <section key={kind} className="grid gap-2 text-sm">
            <h3 className="flex flex-wrap items-center gap-2 font-medium">
              {title} <State state={state} />
            </h3>
            <p className="text-muted">{hint}</p>
            <div className="grid gap-1">
              <span className="text-muted">Name of the TXT record</span>
              <CodeBlock text={record.name} label={`Name of the ${kind.toUpperCase()} record`} />
            </div>
            <div className="grid gap-1">
              <span className="text-muted">Value</span>
              <CodeBlock text={record.value} label={`Value of the ${kind.toUpperCase()} record`} />
            </div>
            {state === 'wrong' && (
              <Notice kind="warning">
                <p className="font-semibold">{problem}</p>
                <p>Found: {found.join(' / ')}</p>
              </Notice>
            )}
          </section>
        );
      })}
      <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
        <Button busy={check.isPending} onClick={() => check.mutate(undefined)}>
          Check the records
        </Button>
        <span>
          {sender.checked_at ? 'Last looked up ' : 'Not looked up yet'}
          {sender.checked_at && <Time at={sender.checked_at} />}
        </span>
      </div>
      <ErrorNotice error={check.error} />
    </div>
  );
}

function State({ state }: { state: MailSender['spf']['state'] }) {
  if (state === 'present') return <Badge tone="good">Found</Badge>;
  if (state === 'missing') return <Badge tone="warning">Not found</Badge>;
  return state === 'wrong' ? <Badge tone="bad">Not right</Badge> : <Badge>Not known</Badge>;
}
