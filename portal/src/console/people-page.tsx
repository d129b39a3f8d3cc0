import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { type Administrator, administratorsQuery, otherThan, problemsOf, useChange } from './data.ts';
import { useOwnAccount } from './own-account.ts';
import { Table } from './table.tsx';

/** Who can sign in to the console. */
export function PeoplePage() {
  const administrators = useQuery(administratorsQuery);
  const own = useOwnAccount();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Administrator | null>(null);
  return (
    <Page
      title="People"
      lead="They sign in to this console with everything that it can do."
      actions={
        <Button kind="primary" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" size={16} />
          Add a person
        </Button>
      }
    >
      <LoadError of={administrators} />
      {administrators.isPending && <Placeholder className="h-40" />}
      {administrators.data && (
        <Card>
          <Table
            caption="People who can sign in to the console"
            rows={administrators.data}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: 'Person',
                cell: ({ id, name, email }) => (
                  <>
                    <span className="flex flex-wrap items-center gap-2 font-medium">
                      {name ?? email}
                      {id === own.id && <Badge>You</Badge>}
                    </span>
                    {name && <span className="block text-xs text-muted">{email}</span>}
                  </>
                ),
              },
              {
                heading: 'Second factor',
                cell: ({ second_factor }) =>
                  second_factor ? <Badge tone="good">On</Badge> : <Badge tone="warning">Off</Badge>,
              },
              {
                heading: 'Signed in',
                cell: ({ last_signed_in_at }) => <Time at={last_signed_in_at} otherwise="never" />,
              },
              {
                heading: 'Actions',
                actions: true,
                cell: (person) =>
                  administrators.data.length > 1 &&
                  person.id !== own.id && (
                    <Button kind="danger" aria-label={`Remove ${person.email}`} onClick={() => setRemoved(person)}>
                      Remove
                    </Button>
                  ),
              },
            ]}
          />
        </Card>
      )}
      <AddDialog open={isAdding} onClose={() => setAdding(false)} />
      {removed && <RemoveDialog person={removed} onClose={() => setRemoved(null)} />}
    </Page>
  );
}

const fields = ['email', 'name', 'password'];

function AddDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useId();
  const add = useChange({
    change: async (body: { email: string; name?: string; password: string }) =>
      (await answered(api.POST('/api/v1/administrators', { body }))).data.administrator,
    touches: [administratorsQuery],
    done: ({ email }) => `${email} can sign in now.`,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = new FormData(event.currentTarget);
    const name = String(input.get('name')).trim();
    const body = { email: String(input.get('email')), password: String(input.get('password')), ...(name && { name }) };
    add.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog
      open={open}
      title="Add a person"
      closeLabel="Cancel"
      onClose={onClose}
      actions={
        <Button kind="primary" type="submit" form={form} busy={add.isPending}>
          Add the person
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <ErrorNotice error={otherThan(add.error, fields)} />
        <TextField
          label="Name"
          name="name"
          maxLength={255}
          autoComplete="off"
          problems={problemsOf(add.error, 'name')}
        />
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          required
          autoComplete="off"
          problems={problemsOf(add.error, 'email')}
        />
        <TextField
          label="First password"
          name="password"
          type="password"
          required
          minLength={12}
          maxLength={256}
          autoComplete="new-password"
          hint="At least 12 characters. Tell it in person; they can change it after signing in."
          problems={problemsOf(add.error, 'password')}
        />
      </form>
    </Dialog>
  );
}

function RemoveDialog({ person: { id, name, email }, onClose }: { person: Administrator; onClose: () => void }) {
  const remove = useChange({
    change: () => answered(api.DELETE('/api/v1/administrators/{id}', { params: { path: { id } } })),
    touches: [administratorsQuery],
    done: () => `${name ?? email} can no longer sign in.`,
  });
  return (
    <ConfirmDialog
      open
      title={`Remove ${name ?? email}?`}
      action="Remove the person"
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>They are signed out everywhere at once. API keys that they made go on working: look at those, too.</p>
    </ConfirmDialog>
  );
}
