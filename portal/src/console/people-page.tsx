import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { answered, api } from '../api/api.ts';
import { sessionQuery } from '../api/session.ts';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import { EmailField, NewPasswordField } from './credential-fields.tsx';
import { type Administrator, administratorsQuery, invitationsQuery } from './data.ts';
import { InvitationList, InviteDialog } from './invitation-list.tsx';
import { type Role, roleMeaning, roleName, useMay, useOwnAccount } from './own-account.ts';
import { RoleField } from './role-field.tsx';
import { SecondFactorDemand } from './second-factor-demand.tsx';

/** Who can sign in to the console. */
export function PeoplePage() {
  const administrators = useQuery(administratorsQuery);
  const own = useOwnAccount();
  const invitations = useQuery(invitationsQuery);
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Administrator | null>(null);
  const [changed, setChanged] = useState<Administrator | null>(null);
  const isManager = useMay('manager');
  const isOwner = useMay('owner');
  const byMail = invitations.data?.mail_available ?? false;
  /** Managers manage everybody but owners; the last owner stays. */
  const owners = administrators.data?.filter(({ role }) => role === 'owner').length ?? 0;
  const mayManage = ({ role }: Administrator) => (role === 'owner' ? isOwner && owners > 1 : isManager);
  return (
    <Page
      title={t('console.common.people')}
      lead={t('console.people.lead')}
      actions={
        isManager &&
        invitations.data && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" size={16} />
            {byMail ? t('console.common.invite-person') : t('console.people.add-person')}
          </Button>
        )
      }
    >
      <LoadError of={administrators} />
      {administrators.isPending && <Placeholder className="h-40" />}
      {administrators.data && (
        <Card>
          <Table
            caption={t('console.people.people-who-can-sign')}
            rows={administrators.data}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: t('console.people.person'),
                cell: ({ id, name, email }) => (
                  <>
                    <span className="flex flex-wrap items-center gap-2 font-medium">
                      {name ?? email}
                      {id === own.id && <Badge>{t('console.people.you')}</Badge>}
                    </span>
                    {name && <span className="block text-xs text-muted">{email}</span>}
                  </>
                ),
              },
              {
                heading: t('console.common.role'),
                cell: ({ role }) => <span title={roleMeaning(role)}>{roleName(role)}</span>,
              },
              {
                heading: t('console.common.second-factor'),
                cell: ({ second_factor }) =>
                  second_factor ? (
                    <Badge tone="good">{t('console.common.on')}</Badge>
                  ) : (
                    <Badge tone="warning">{t('console.common.off')}</Badge>
                  ),
              },
              {
                heading: t('console.common.signed-in'),
                cell: ({ last_signed_in_at }) => <Time at={last_signed_in_at} otherwise={t('console.common.never')} />,
              },
              {
                heading: t('console.common.actions'),
                actions: true,
                cell: (person) =>
                  mayManage(person) && (
                    <>
                      <Button
                        aria-label={t('console.people.change-role-email', { email: person.email })}
                        onClick={() => setChanged(person)}
                      >
                        {t('console.people.change-role')}
                      </Button>
                      {person.id !== own.id && (
                        <Button
                          kind="danger"
                          aria-label={t('console.people.remove-email', { email: person.email })}
                          onClick={() => setRemoved(person)}
                        >
                          {t('console.common.remove')}
                        </Button>
                      )}
                    </>
                  ),
              },
            ]}
          />
        </Card>
      )}
      {invitations.data && <InvitationList invitations={invitations.data.invitations} />}
      <SecondFactorDemand />
      <InviteDialog open={isAdding && byMail} onClose={() => setAdding(false)} />
      <AddDialog open={isAdding && !byMail} onClose={() => setAdding(false)} />
      {changed && <RoleDialog person={changed} onClose={() => setChanged(null)} />}
      {removed && <RemoveDialog person={removed} onClose={() => setRemoved(null)} />}
    </Page>
  );
}

const fields = ['email', 'name', 'role', 'password'];

function AddDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const add = useChange({
    change: async (body: { email: string; name?: string; role: Role; password: string }) =>
      (await answered(api.POST('/api/v1/administrators', { body }))).data.administrator,
    touches: [administratorsQuery],
    done: ({ email }) => t('console.people.email-can-sign-now', { email }),
  });
  const submit = (input: FormData) => {
    const name = String(input.get('name')).trim();
    const body = {
      email: String(input.get('email')),
      password: String(input.get('password')),
      role: String(input.get('role')) as Role,
      ...(name && { name }),
    };
    add.mutate(body, { onSuccess: onClose });
  };
  return (
    <FormDialog
      open={open}
      title={t('console.people.add-person')}
      action={t('console.people.add-the-person')}
      busy={add.isPending}
      error={otherThan(add.error, fields)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('console.common.name')}
        name="name"
        maxLength={255}
        autoComplete="off"
        problems={problemsOf(add.error, 'name')}
      />
      <EmailField autoComplete="off" problems={problemsOf(add.error, 'email')} />
      <RoleField />
      <NewPasswordField
        label={t('console.people.first-password')}
        hint={t('console.people.first-password-hint')}
        problems={problemsOf(add.error, 'password')}
      />
    </FormDialog>
  );
}

function RoleDialog({ person, onClose }: { person: Administrator; onClose: () => void }) {
  const { id, name, email, role } = person;
  const [chosen, choose] = useState<Role>(role);
  const own = useOwnAccount();
  const queryClient = useQueryClient();
  const router = useRouter();
  const change = useChange({
    change: async () => {
      const params = { path: { id } };
      return (await answered(api.PUT('/api/v1/administrators/{id}/role', { params, body: { role: chosen } }))).data;
    },
    touches: [administratorsQuery],
    done: ({ administrator }) =>
      t('console.people.name-has-role', { name: name ?? email, role: roleName(administrator.role) }),
  });
  const confirm = async () => {
    await change.mutateAsync(undefined);
    onClose();
    if (id !== own.id) return;
    // What this very page offers follows from it.
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    await router.invalidate();
  };
  return (
    <ConfirmDialog
      open
      title={t('console.people.change-role-name', { name: name ?? email })}
      action={t('console.people.change-the-role')}
      busy={change.isPending}
      disabled={chosen === role}
      error={change.error}
      onConfirm={() => confirm().catch(() => undefined)}
      onClose={onClose}
    >
      <RoleField value={chosen} onChoose={choose} />
      <p className="text-muted">
        {id === own.id ? t('console.people.holds-your-next-click') : t('console.people.holds-their-next-click')}
      </p>
    </ConfirmDialog>
  );
}

function RemoveDialog({ person: { id, name, email }, onClose }: { person: Administrator; onClose: () => void }) {
  const remove = useChange({
    change: () => answered(api.DELETE('/api/v1/administrators/{id}', { params: { path: { id } } })),
    touches: [administratorsQuery],
    done: () => t('console.people.name-can-no-longer', { name: name ?? email }),
  });
  return (
    <ConfirmDialog
      open
      title={t('console.people.remove-name', { name: name ?? email })}
      action={t('console.people.remove-person')}
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('console.people.signed-out-everywhere-once')}</p>
    </ConfirmDialog>
  );
}
