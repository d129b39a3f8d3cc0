import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError, answered, api } from '../api/api.ts';
import { sessionQuery } from '../api/session.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';

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
      await router.invalidate();
      await router.navigate({ to: '/console' });
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
    <main className="mx-auto grid min-h-dvh max-w-sm content-center gap-5 p-6">
      {session.portal.logo_url && <Brand portal={{ ...session.portal, hide_name: true }} />}
      <h1 className="text-2xl font-semibold">Console of {session.portal.name}</h1>
      {!isCodeMissing && <ErrorNotice error={signIn.error} />}
      <form onSubmit={submit} className="grid gap-4">
        <TextField label="E-mail address" name="email" type="email" autoComplete="username" required />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        {needsCode && (
          <TextField
            label="Code of your authenticator application"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
          />
        )}
        <Button type="submit" kind="primary" busy={signIn.isPending}>
          Sign in
        </Button>
      </form>
    </main>
  );
}
