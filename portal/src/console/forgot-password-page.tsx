import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { otherThan, problemsOf } from '../use-change.ts';
import { EmailField } from './credential-fields.tsx';
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
    <Entrance title={t('console.common.choose-another-password')}>
      {ask.isSuccess ? (
        <Notice kind="good" title={t('console.forgot-password.look-mail')}>
          {t('console.forgot-password.if-somebody-signs-console', { email: ask.variables })}
        </Notice>
      ) : (
        <>
          <p className="text-sm text-muted">{t('console.forgot-password.we-mail-link-choose')}</p>
          <ErrorNotice error={otherThan(ask.error, ['email'])} />
          <form onSubmit={submit} className="grid gap-4">
            <EmailField autoComplete="username" problems={problemsOf(ask.error, 'email')} />
            <Button type="submit" kind="primary" busy={ask.isPending}>
              {t('console.forgot-password.send-link')}
            </Button>
          </form>
        </>
      )}
      <Link to="/console/sign-in" className="w-fit text-sm text-accent underline">
        {t('console.forgot-password.back-signing')}
      </Link>
    </Entrance>
  );
}
