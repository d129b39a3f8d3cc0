import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import { EmailField } from './credential-fields.tsx';
import { type Invitation, invitationsQuery } from './data.ts';
import { type Role, roleName, useMay } from './own-account.ts';
import { RoleField } from './role-field.tsx';

/** Who was invited and has not come; nothing without any. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const isManager = useMay('manager');
  const isOwner = useMay('owner');
  const resend = useChange({
    change: ({ id }: Invitation) => answered(api.POST('/api/v1/invitations/{id}/resend', { params: { path: { id } } })),
    touches: [invitationsQuery],
    done: (_answer, { email }) => t('console.invitation-list.new-link-way-email', { email }),
  });
  const revoke = useChange({
    change: ({ id }: Invitation) => answered(api.DELETE('/api/v1/invitations/{id}', { params: { path: { id } } })),
    touches: [invitationsQuery],
    done: (_answer, { email }) => t('console.invitation-list.invitation-email-taken-back', { email }),
  });
  if (invitations.length === 0) return null;
  return (
    <Card title={t('console.invitation-list.invited')} lead={t('console.invitation-list.invited-lead')}>
      <ErrorNotice error={resend.error ?? revoke.error} />
      <Table
        caption={t('console.invitation-list.invitations')}
        rows={invitations}
        keyOf={({ id }) => id}
        columns={[
          {
            heading: t('console.invitation-list.address'),
            cell: ({ email }) => <span className="font-medium">{email}</span>,
          },
          { heading: t('console.common.role'), cell: ({ role }) => roleName(role) },
          {
            heading: t('console.invitation-list.link'),
            cell: ({ status, expires_at }) =>
              status === 'expired' ? (
                <Badge tone="warning">{t('console.common.expired')}</Badge>
              ) : (
                <span>
                  {t('console.common.ends')} <Time at={expires_at} />
                </span>
              ),
          },
          {
            heading: t('console.common.actions'),
            actions: true,
            cell: (invitation) =>
              (invitation.role === 'owner' ? isOwner : isManager) && (
                <>
                  <Button
                    aria-label={t('console.invitation-list.send-again-email', { email: invitation.email })}
                    busy={resend.isPending && resend.variables.id === invitation.id}
                    onClick={() => resend.mutate(invitation)}
                  >
                    {t('console.invitation-list.send-again')}
                  </Button>
                  <Button
                    kind="danger"
                    aria-label={t('console.invitation-list.take-back-invitation-email', { email: invitation.email })}
                    busy={revoke.isPending && revoke.variables.id === invitation.id}
                    onClick={() => revoke.mutate(invitation)}
                  >
                    {t('console.invitation-list.take-back')}
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
  const invite = useChange({
    change: async (body: { email: string; role: Role }) =>
      (await answered(api.POST('/api/v1/invitations', { body }))).data.invitation,
    touches: [invitationsQuery],
    done: ({ email }) => t('console.invitation-list.invitation-way-email', { email }),
  });
  const submit = (input: FormData) => {
    const body = { email: String(input.get('email')), role: String(input.get('role')) as Role };
    invite.mutate(body, { onSuccess: onClose });
  };
  return (
    <FormDialog
      open={open}
      title={t('console.common.invite-person')}
      action={t('console.invitation-list.send-invitation')}
      busy={invite.isPending}
      error={otherThan(invite.error, ['email', 'role'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-sm">{t('console.invitation-list.get-mail-link-works')}</p>
      <EmailField autoComplete="off" problems={problemsOf(invite.error, 'email')} />
      <RoleField />
    </FormDialog>
  );
}
