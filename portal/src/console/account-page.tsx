import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import { browserName } from './browser-name.ts';
import { CodeField, NewPasswordField, OwnPasswordField } from './credential-fields.tsx';
import { administratorsQuery, ownSessionsQuery, secondFactorQuery } from './data.ts';
import { LanguageCard } from './language-card.tsx';
import { useOwnAccount } from './own-account.ts';
import { PasskeysCard } from './passkeys-card.tsx';
import { QrCode } from './qr-code.tsx';
import { useSessionRefresh } from './use-session-refresh.ts';

/** One's own language, password, second factor and sessions. */
export function AccountPage() {
  const { email, second_factor: hasOne, second_factor_required: needsOne } = useOwnAccount();
  const isLacking = needsOne && !hasOne;
  return (
    <Page title={t('console.account.title')} lead={t('console.account.sign-email', { email })}>
      {isLacking && (
        <Notice kind="warning" title={t('console.account.second-factor-needed')}>
          {t('console.account.second-factor-needed-lead')}
        </Notice>
      )}
      <LanguageCard />
      <SecondFactor />
      <PasskeysCard />
      {/* Until there is a second factor, nothing else is answered. */}
      {!isLacking && <Password />}
      {!isLacking && <Sessions />}
    </Page>
  );
}

function SecondFactor() {
  const factors = useQuery(secondFactorQuery);
  const isOn = factors.data?.authenticator ?? false;
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
      title={t('console.common.second-factor')}
      lead={t('console.account.second-factor-lead')}
      actions={
        isOn ? (
          <Badge tone="good">{t('console.common.on')}</Badge>
        ) : (
          <Badge tone="warning">{t('console.common.off')}</Badge>
        )
      }
    >
      <div className="grid gap-4">
        <ErrorNotice error={propose.error} />
        {isOn && (
          <div>
            <Button kind="danger" onClick={() => setRemoving(true)}>
              {t('console.account.turn-off')}
            </Button>
          </div>
        )}
        {factors.data && !isOn && !propose.data && (
          <div>
            <Button kind="primary" busy={propose.isPending} onClick={() => propose.mutate(undefined)}>
              {t('console.account.set-up')}
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
    touches: [administratorsQuery, secondFactorQuery],
    done: () => t('console.account.second-factor-asked-code'),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm.mutate(String(new FormData(event.currentTarget).get('code')), { onSuccess: onDone });
  };
  return (
    <ol className="grid list-decimal gap-5 pl-5 text-sm">
      <li>
        <div className="grid gap-3">
          <p>{t('console.account.scan-authenticator-application-phone')}</p>
          <QrCode text={proposed.uri} label={t('console.account.qr-code-authenticator-application')} />
          <p>{t('console.account.type-key')}</p>
          <CodeBlock label={t('console.account.key-authenticator-application')} text={proposed.key} />
        </div>
      </li>
      <li>
        <form onSubmit={submit} className="grid max-w-sm gap-3">
          <ErrorNotice error={otherThan(confirm.error, ['code'])} />
          <CodeField
            label={t('console.account.type-code-shows')}
            required
            problems={problemsOf(confirm.error, 'code')}
          />
          <div>
            <Button kind="primary" type="submit" busy={confirm.isPending}>
              {t('console.account.turn-on')}
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
    touches: [administratorsQuery, secondFactorQuery],
    done: () => t('console.account.second-factor-off'),
  });
  const finish = async () => {
    onClose();
    await onDone();
  };
  return (
    <ConfirmDialog
      open
      title={t('console.account.turn-second-factor-off')}
      action={t('console.account.turn-off')}
      kind="danger"
      busy={remove.isPending}
      error={otherThan(remove.error, ['password', 'code'])}
      onConfirm={() => remove.mutate(undefined, { onSuccess: finish })}
      onClose={onClose}
    >
      <p>{t('console.account.password-alone-enough-sign')}</p>
      <OwnPasswordField
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        problems={problemsOf(remove.error, 'password')}
      />
      <CodeField
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
    done: () => t('console.account.password-changed-everywhere-else'),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const input = new FormData(form);
    const body = { current_password: String(input.get('current')), new_password: String(input.get('new')) };
    change.mutate(body, { onSuccess: () => form.reset() });
  };
  return (
    <Card title={t('console.common.password')} lead={t('console.account.password-lead')}>
      <form onSubmit={submit} className="grid max-w-sm gap-4">
        <ErrorNotice error={otherThan(change.error, passwordFields)} />
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={t('console.account.present-password')}
          name="current"
          type="password"
          autoComplete="current-password"
          required
          problems={problemsOf(change.error, 'current_password')}
        />
        <NewPasswordField
          name="new"
          hint={t('console.account.new-password-hint')}
          problems={problemsOf(change.error, 'new_password')}
        />
        <div>
          <Button type="submit" busy={change.isPending}>
            {t('console.common.change-password')}
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
    done: () => t('console.account.signed-out'),
  });
  return (
    <Card title={t('console.account.where-signed-in')} lead={t('console.account.where-signed-in-lead')}>
      <div className="grid gap-4">
        <LoadError of={sessions} />
        <ErrorNotice error={end.error} />
        {sessions.isPending && <Placeholder className="h-32" />}
        {sessions.data && (
          <Table
            caption={t('console.account.sessions-newest-first')}
            rows={sessions.data}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: t('console.account.browser'),
                cell: ({ user_agent, is_current }) => (
                  <span className="flex flex-wrap items-center gap-2 font-medium">
                    {browserName(user_agent)}
                    {is_current && <Badge>{t('console.account.this-session')}</Badge>}
                  </span>
                ),
              },
              { heading: t('console.common.signed-in'), cell: ({ created_at }) => <Time at={created_at} /> },
              {
                heading: t('console.common.last-used'),
                cell: ({ last_used_at }) => <Time at={last_used_at} otherwise={t('console.common.never')} />,
              },
              {
                heading: t('console.common.actions'),
                actions: true,
                cell: ({ id, user_agent, is_current }) =>
                  !is_current && (
                    <Button
                      aria-label={t('console.account.sign-out-browser', { browser: browserName(user_agent) })}
                      busy={end.isPending && end.variables === id}
                      onClick={() => end.mutate(id)}
                    >
                      {t('console.account.sign-out')}
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
