import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { answered, api } from '../api/api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { otherThan, problemsOf } from './data.ts';
import { Entrance } from './entrance.tsx';

/** Has a link mailed. Whether anybody has the address is not told. */
export function ForgotPasswordPage() {
  const ask = useMutation({
    mutationFn: (email: string) => answered(api.POST('/api/v1/session/password-reset', { body: { email } })),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask.mutate(String(new FormData(event.currentTarget).get('email')));
  };
  return (
    <Entrance title="Choose another password">
      {ask.isSuccess ? (
        <Notice kind="good" title="Look into your mail">
          If somebody signs in to this console with {ask.variables}, a mail with a link is on the way. The link works
          for an hour.
        </Notice>
      ) : (
        <>
          <p className="text-sm text-muted">We mail you a link by which you choose another password.</p>
          <ErrorNotice error={otherThan(ask.error, ['email'])} />
          <form onSubmit={submit} className="grid gap-4">
            <TextField
              label="E-mail address"
              name="email"
              type="email"
              autoComplete="username"
              required
              problems={problemsOf(ask.error, 'email')}
            />
            <Button type="submit" kind="primary" busy={ask.isPending}>
              Send the link
            </Button>
          </form>
        </>
      )}
      <Link to="/console/sign-in" className="w-fit text-sm text-accent underline">
        Back to signing in
      </Link>
    </Entrance>
  );
}
