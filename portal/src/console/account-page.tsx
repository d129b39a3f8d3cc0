import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { browserName } from './browser-name.ts';
import { administratorsQuery, otherThan, ownSessionsQuery, problemsOf, useChange } from './data.ts';
import { useOwnAccount } from './own-account.ts';
import { QrCode } from './qr-code.tsx';
import { Table } from './table.tsx';
import { useSessionRefresh } from './use-session-refresh.ts';

/** One's own password, second factor and sessions. */
export function AccountPage() {
  const { email } = useOwnAccount();
  return (
    <Page title="Your account" lead={`You sign in as ${email}.`}>
      <SecondFactor />
      <Password />
      <Sessions />
    </Page>
  );
}

function SecondFactor() {
  const { second_factor: isOn } = useOwnAccount();
  const refreshSession = useSessionRefresh();
  const [isRemoving, setRemoving] = useState(false);
  const propose = useChange({
    change: async () => (await answered(api.POST('/api/v1/administrator/second-factor', {}))).data,
    touches: [],
  });
  const refresh = async () => {
    propose.reset();
    await refreshSession();
  };
  return (
    <Card
      title="Second factor"
      lead="A code of your phone besides the password: whoever learns the password cannot sign in with it alone."
      actions={isOn ? <Badge tone="good">On</Badge> : <Badge tone="warning">Off</Badge>}
    >
      <div className="grid gap-4">
        <ErrorNotice error={propose.error} />
        {isOn && (
          <div>
            <Button kind="danger" onClick={() => setRemoving(true)}>
              Turn it off
            </Button>
          </div>
        )}
        {!isOn && !propose.data && (
          <div>
            <Button kind="primary" busy={propose.isPending} onClick={() => propose.mutate(undefined)}>
              Set it up
            </Button>
          </div>
        )}
        {!isOn && propose.data && <Confirmation proposed={propose.data} onDone={refresh} />}
      </div>
      {isRemoving && <RemovalDialog onClose={() => setRemoving(false)} onDone={refresh} />}
    </Card>
  );
}

function Confirmation({ proposed, onDone }: { proposed: { key: string; uri: string }; onDone: () => Promise<void> }) {
  const confirm = useChange({
    change: (code: string) => answered(api.POST('/api/v1/administrator/second-factor/confirm', { body: { code } })),
    touches: [administratorsQuery],
    done: () => 'The second factor is on. You are asked for a code when you sign in.',
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm.mutate(String(new FormData(event.currentTarget).get('code')), { onSuccess: onDone });
  };
  return (
    <ol className="grid list-decimal gap-5 pl-5 text-sm">
      <li>
        <div className="grid gap-3">
          <p>Scan this with an authenticator application on your phone.</p>
          <QrCode text={proposed.uri} label="QR code for the authenticator application" />
          <p>Or type this key into it:</p>
          <CodeBlock label="Key for the authenticator application" text={proposed.key} />
        </div>
      </li>
      <li>
        <form onSubmit={submit} className="grid max-w-sm gap-3">
          <ErrorNotice error={otherThan(confirm.error, ['code'])} />
          <TextField
            label="Type the code that it shows"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={16}
            problems={problemsOf(confirm.error, 'code')}
          />
          <div>
            <Button kind="primary" type="submit" busy={confirm.isPending}>
              Turn it on
            </Button>
          </div>
        </form>
      </li>
    </ol>
  );
}

function RemovalDialog({ onClose, onDone }: { onClose: () => void; onDone: () => Promise<void> }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useChange({
    change: () => answered(api.DELETE('/api/v1/administrator/second-factor', { body: { password, code } })),
    touches: [administratorsQuery],
    done: () => 'The second factor is off.',
  });
  const finish = async () => {
    onClose();
    await onDone();
  };
  return (
    <ConfirmDialog
      open
      title="Turn the second factor off?"
      action="Turn it off"
      kind="danger"
      busy={remove.isPending}
      error={otherThan(remove.error, ['password', 'code'])}
      onConfirm={() => remove.mutate(undefined, { onSuccess: finish })}
      onClose={onClose}
    >
      <p>
        From then on the password alone is enough to sign in. If you have lost the application, ask your provider to
        reset your sign-in.
      </p>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        problems={problemsOf(remove.error, 'password')}
      />
      <TextField
        label="Code of your authenticator application"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        problems={problemsOf(remove.error, 'code')}
      />
    </ConfirmDialog>
  );
}

const passwordFields = ['current_password', 'new_password'];

function Password() {
  const { email } = useOwnAccount();
  const change = useChange({
    change: (body: { current_password: string; new_password: string }) =>
      answered(api.PUT('/api/v1/administrator/password', { body })),
    touches: [ownSessionsQuery],
    done: () => 'Your password is changed. Everywhere else you are signed out.',
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const input = new FormData(form);
    const body = { current_password: String(input.get('current')), new_password: String(input.get('new')) };
    change.mutate(body, { onSuccess: () => form.reset() });
  };
  return (
    <Card title="Password" lead="When you change it, you are signed out everywhere else.">
      <form onSubmit={submit} className="grid max-w-sm gap-4">
        <ErrorNotice error={otherThan(change.error, passwordFields)} />
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Present password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
          problems={problemsOf(change.error, 'current_password')}
        />
        <TextField
          label="New password"
          name="new"
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          maxLength={256}
          hint="At least 12 characters: a few words that belong together for you only."
          problems={problemsOf(change.error, 'new_password')}
        />
        <div>
          <Button type="submit" busy={change.isPending}>
            Change the password
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Sessions() {
  const sessions = useQuery(ownSessionsQuery);
  const end = useChange({
    change: (id: string) => answered(api.DELETE('/api/v1/administrator/sessions/{id}', { params: { path: { id } } })),
    touches: [ownSessionsQuery],
    done: () => 'You are signed out there.',
  });
  return (
    <Card title="Where you are signed in" lead="A session ends by itself after 12 hours, or an hour without use.">
      <div className="grid gap-4">
        <LoadError of={sessions} />
        <ErrorNotice error={end.error} />
        {sessions.isPending && <Placeholder className="h-32" />}
        {sessions.data && (
          <Table
            caption="Your sessions, newest first"
            rows={sessions.data}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: 'Browser',
                cell: ({ user_agent, is_current }) => (
                  <span className="flex flex-wrap items-center gap-2 font-medium">
                    {browserName(user_agent)}
                    {is_current && <Badge>This one</Badge>}
                  </span>
                ),
              },
              { heading: 'Signed in', cell: ({ created_at }) => <Time at={created_at} /> },
              { heading: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} otherwise="never" /> },
              {
                heading: 'Actions',
                actions: true,
                cell: ({ id, user_agent, is_current }) =>
                  !is_current && (
                    <Button
                      aria-label={`Sign out of ${browserName(user_agent)}`}
                      busy={end.isPending && end.variables === id}
                      onClick={() => end.mutate(id)}
                    >
                      Sign out
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </div>
    </Card>
  );
}
