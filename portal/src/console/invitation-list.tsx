import { type FormEvent, useId } from 'react';
import { answered, api } from '../api/api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { type Invitation, invitationsQuery, otherThan, problemsOf, useChange } from './data.ts';
import { type Role, roleNames, useMay } from './own-account.ts';
import { RoleField } from './role-field.tsx';
import { Table } from './table.tsx';

/** Who was invited and has not come; nothing without any. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const isManager = useMay('manager');
  const isOwner = useMay('owner');
  const resend = useChange({
    change: ({ id }: Invitation) => answered(api.POST('/api/v1/invitations/{id}/resend', { params: { path: { id } } })),
    touches: [invitationsQuery],
    done: (_answer, { email }) => `A new link is on the way to ${email}.`,
  });
  const revoke = useChange({
    change: ({ id }: Invitation) => answered(api.DELETE('/api/v1/invitations/{id}', { params: { path: { id } } })),
    touches: [invitationsQuery],
    done: (_answer, { email }) => `The invitation of ${email} is taken back.`,
  });
  if (invitations.length === 0) return null;
  return (
    <Card title="Invited" lead="They have not followed the link in their mail yet.">
      <ErrorNotice error={resend.error ?? revoke.error} />
      <Table
        caption="Invitations"
        rows={invitations}
        keyOf={({ id }) => id}
        columns={[
          { heading: 'Address', cell: ({ email }) => <span className="font-medium">{email}</span> },
          { heading: 'Role', cell: ({ role }) => roleNames[role] },
          {
            heading: 'Link',
            cell: ({ status, expires_at }) =>
              status === 'expired' ? (
                <Badge tone="warning">Expired</Badge>
              ) : (
                <span>
                  Ends <Time at={expires_at} />
                </span>
              ),
          },
          {
            heading: 'Actions',
            actions: true,
            cell: (invitation) =>
              (invitation.role === 'owner' ? isOwner : isManager) && (
                <>
                  <Button
                    aria-label={`Send again to ${invitation.email}`}
                    busy={resend.isPending && resend.variables.id === invitation.id}
                    onClick={() => resend.mutate(invitation)}
                  >
                    Send again
                  </Button>
                  <Button
                    kind="danger"
                    aria-label={`Take back the invitation of ${invitation.email}`}
                    busy={revoke.isPending && revoke.variables.id === invitation.id}
                    onClick={() => revoke.mutate(invitation)}
                  >
                    Take back
                  </Button>
                </>
              ),
          },
        ]}
      />
    </Card>
  );
}

export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useId();
  const invite = useChange({
    change: async (body: { email: string; role: Role }) =>
      (await answered(api.POST('/api/v1/invitations', { body }))).data.invitation,
    touches: [invitationsQuery],
    done: ({ email }) => `An invitation is on the way to ${email}.`,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = new FormData(event.currentTarget);
    const body = { email: String(input.get('email')), role: String(input.get('role')) as Role };
    invite.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog
      open={open}
      title="Invite a person"
      closeLabel="Cancel"
      onClose={onClose}
      actions={
        <Button kind="primary" type="submit" form={form} busy={invite.isPending}>
          Send the invitation
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <p className="text-sm">
          They get a mail with a link, which works once, for 72 hours, and choose a password of their own.
        </p>
        <ErrorNotice error={otherThan(invite.error, ['email', 'role'])} />
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          required
          autoComplete="off"
          problems={problemsOf(invite.error, 'email')}
        />
        <RoleField />
      </form>
    </Dialog>
  );
}
