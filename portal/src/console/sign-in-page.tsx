import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError, answered, api } from '../api/api.ts';
import { sessionQuery } from '../api/session.ts';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Entrance } from './entrance.tsx';

/** E-mail address and password; the code is asked for once it turns out to be needed. */
export function SignInPage() {
  const { session } = useRouteContext({ from: '__root__' });
  const queryClient = useQueryClient();
  const router = useRouter();
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useMutation({
    mutationFn: async (body: { email: string; password: string; code?: string }) =>
      (await answered(api.POST('/api/v1/session', { body }))).data,
    onSuccess: async (signedIn) => {
      queryClient.setQueryData(sessionQuery.queryKey, signedIn);
      // The page of the sign-in leads on, to where its reader wanted to go.
      await router.invalidate();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') setNeedsCode(true);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = String(form.get('code') ?? '').trim();
    signIn.mutate({
      email: String(form.get('email')),
      password: String(form.get('password')),
      ...(code === '' ? {} : { code }),
    });
  };
  const isCodeMissing = signIn.error instanceof ApiError && signIn.error.code === 'SECOND_FACTOR_REQUIRED';
  return (
    <Entrance title={t('console.sign-in.console-name', { name: session.portal.name })}>
      {session.ended && <p>{t('console.sign-in.session-ended-sign-again')}</p>}
      {!isCodeMissing && <ErrorNotice error={signIn.error} />}
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label={t('console.common.e-mail-address')}
          name="email"
          type="email"
          autoComplete="username"
          required
        />
        <TextField
          label={t('console.common.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        {needsCode && (
          <TextField
            label={t('console.common.code-authenticator-application')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
          />
        )}
        <Button type="submit" kind="primary" busy={signIn.isPending}>
          {t('console.common.sign-in')}
        </Button>
      </form>
      {session.mail_available ? (
        <Link to="/console/forgot-password" className="w-fit text-sm text-accent underline">
          {t('console.sign-in.forgot-password')}
        </Link>
      ) : (
        <p className="text-sm text-muted">{t('console.sign-in.forgot-password-another-person')}</p>
      )}
    </Entrance>
  );
}
