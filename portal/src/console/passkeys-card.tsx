import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import { OwnPasswordField } from './credential-fields.tsx';
import { administratorsQuery, type Passkey, secondFactorQuery } from './data.ts';
import { hasPasskeys, makePasskey } from './passkey.ts';
import { PasskeyNotice } from './passkey-notice.tsx';
import { useSessionRefresh } from './use-session-refresh.ts';

/** One's passkeys: to add, and to remove. */
export function PasskeysCard() {
  const factors = useQuery(secondFactorQuery);
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const passkeys = factors.data?.passkeys;
  return (
    <Card title={t('console.account.passkeys')} lead={t('console.account.passkeys-lead')}>
      <div className="grid gap-4">
        <LoadError of={factors} />
        {factors.isPending && <Placeholder className="h-16" />}
        {passkeys && passkeys.length > 0 && (
          <Table
            caption={t('console.account.your-passkeys')}
            rows={passkeys}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: t('console.account.passkey'),
                cell: ({ name, portal_domain }) => (
                  <>
                    <span className="block font-medium">{name}</span>
                    <span className="block text-xs text-muted">{portal_domain}</span>
                  </>
                ),
              },
              { heading: t('console.account.made'), cell: ({ created_at }) => <Time at={created_at} /> },
              {
                heading: t('console.common.last-used'),
                cell: ({ last_used_at }) => <Time at={last_used_at} otherwise={t('console.common.never')} />,
              },
              {
                heading: t('console.common.actions'),
                actions: true,
                cell: (passkey) => (
                  <Button
                    kind="danger"
                    aria-label={t('console.account.remove-passkey-name', { name: passkey.name })}
                    onClick={() => setRemoved(passkey)}
                  >
                    {t('console.common.remove')}
                  </Button>
                ),
              },
            ]}
          />
        )}
        {hasPasskeys() && passkeys && (
          <div>
            <Button onClick={() => setAdding(true)}>{t('console.account.add-passkey')}</Button>
          </div>
        )}
      </div>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {removed && <RemoveDialog passkey={removed} onClose={() => setRemoved(null)} />}
    </Card>
  );
}

const fields = ['name', 'password'];

function AddDialog({ onClose }: { onClose: () => void }) {
  const refreshSession = useSessionRefresh();
  const add = useChange({
    change: async ({ name, password }: { name: string; password: string }) => {
      const { options } = (await answered(api.POST('/api/v1/administrator/passkeys', { body: { password } }))).data;
      const body = { name, credential: await makePasskey(options) };
      return (await answered(api.POST('/api/v1/administrator/passkeys/confirm', { body }))).data.passkey;
    },
    touches: [secondFactorQuery, administratorsQuery],
    done: ({ name }) => t('console.account.passkey-added', { name }),
  });
  const finish = async () => {
    onClose();
    await refreshSession();
  };
  const submit = (input: FormData) => {
    const body = { name: String(input.get('name')).trim(), password: String(input.get('password')) };
    add.mutate(body, { onSuccess: finish });
  };
  return (
    <FormDialog
      title={t('console.account.add-passkey')}
      action={t('console.account.make-passkey')}
      busy={add.isPending}
      error={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasskeyNotice error={otherThan(add.error, fields)} />
      <TextField
        label={t('console.common.name')}
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        hint={t('console.account.passkey-name-hint')}
        problems={problemsOf(add.error, 'name')}
      />
      <OwnPasswordField required problems={problemsOf(add.error, 'password')} />
    </FormDialog>
  );
}

function RemoveDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const refreshSession = useSessionRefresh();
  const remove = useChange({
    change: () =>
      answered(api.DELETE('/api/v1/administrator/passkeys/{id}', { params: { path: { id } }, body: { password } })),
    touches: [secondFactorQuery, administratorsQuery],
    done: () => t('console.account.passkey-removed', { name }),
  });
  const finish = async () => {
    onClose();
    await refreshSession();
  };
  return (
    <ConfirmDialog
      open
      title={t('console.account.remove-passkey', { name })}
      action={t('console.account.remove-it')}
      kind="danger"
      busy={remove.isPending}
      error={otherThan(remove.error, ['password'])}
      onConfirm={() => remove.mutate(undefined, { onSuccess: finish })}
      onClose={onClose}
    >
      <p>{t('console.account.passkey-gone')}</p>
      <OwnPasswordField
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        problems={problemsOf(remove.error, 'password')}
      />
    </ConfirmDialog>
  );
}
