import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { answered, api } from '../api/api.ts';
import { sessionQuery } from '../api/session.ts';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Placeholder } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { otherThan, problemsOf } from '../use-change.ts';
import { NewPasswordField } from './credential-fields.tsx';
import { Entrance, tokenOfLink } from './entrance.tsx';
import { roleMeaning, roleName } from './own-account.ts';

const fields = ['name', 'password'];

/** Where the link of an invitation leads. Only its button uses the link up. */
export function InvitationPage() {
  const { session } = useRouteContext({ from: '__root__' });
  const queryClient = useQueryClient();
  const router = useRouter();
  const token = tokenOfLink();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => (await answered(api.POST('/api/v1/session/invitation/look', { body: { token } }))).data,
    retry: false,
  });
  const accept = useMutation({
    mutationFn: async (body: { name?: string; password: string }) =>
      (await answered(api.POST('/api/v1/session/invitation', { body: { token, ...body } }))).data,
    onSuccess: async (signedIn) => {
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, signedIn);
      await router.invalidate();
      await router.navigate({ to: '/console' });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = new FormData(event.currentTarget);
    const name = String(input.get('name')).trim();
    accept.mutate({ password: String(input.get('password')), ...(name && { name }) });
  };
  return (
    <Entrance title={t('console.invitation.join-console-name', { name: session.portal.name })}>
      <ErrorNotice error={invitation.error} />
      {invitation.isPending && <Placeholder className="h-60" />}
      {invitation.data && (
        <>
          <p className="text-sm">
            <Message
              id="console.invitation.your-role"
              values={{ role: roleName(invitation.data.role) }}
              parts={{ strong: (text) => <strong>{text}</strong> }}
            />{' '}
            <span className="text-muted">{roleMeaning(invitation.data.role)}</span>
          </p>
          <ErrorNotice error={otherThan(accept.error, fields)} />
          <form onSubmit={submit} className="grid gap-4">
            <TextField
              label={t('console.common.e-mail-address')}
              name="email"
              type="email"
              autoComplete="username"
              readOnly
              value={invitation.data.email}
            />
            <TextField
              label={t('console.invitation.your-name')}
              name="name"
              maxLength={255}
              autoComplete="name"
              problems={problemsOf(accept.error, 'name')}
            />
            <NewPasswordField label={t('console.common.password')} problems={problemsOf(accept.error, 'password')} />
            <Button type="submit" kind="primary" busy={accept.isPending}>
              {t('console.invitation.join-sign')}
            </Button>
          </form>
        </>
      )}
    </Entrance>
  );
}
