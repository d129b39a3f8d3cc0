import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { ApiError, answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { otherThan, problemsOf } from '../use-change.ts';
import { NewPasswordField } from './credential-fields.tsx';
import { Entrance, tokenOfLink } from './entrance.tsx';

/** Where the link of a forgotten password leads. The second factor is asked for by the sign-in that follows. */
export function NewPasswordPage() {
  const choose = useMutation({
    mutationFn: (password: string) =>
      answered(api.POST('/api/v1/session/password-reset/complete', { body: { token: tokenOfLink(), password } })),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    choose.mutate(String(new FormData(event.currentTarget).get('password')));
  };
  if (choose.isSuccess)
    return (
      <Entrance title={t('console.common.choose-another-password')}>
        <Notice kind="good" title={t('console.new-password.password-changed')}>
          {t('console.new-password.signed-out-everywhere-sign')}
        </Notice>
        <Link to="/console/sign-in" className={buttonClass('primary')}>
          {t('console.common.sign-in')}
        </Link>
      </Entrance>
    );
  const isVoid = choose.error instanceof ApiError && choose.error.code === 'LINK_NOT_VALID';
  return (
    <Entrance title={t('console.common.choose-another-password')}>
      <ErrorNotice error={otherThan(choose.error, ['password'])} />
      {isVoid ? (
        <Link to="/console/forgot-password" className={buttonClass('primary')}>
          {t('console.new-password.ask-another-link')}
        </Link>
      ) : (
        <form onSubmit={submit} className="grid gap-4">
          <NewPasswordField problems={problemsOf(choose.error, 'password')} />
          <Button type="submit" kind="primary" busy={choose.isPending}>
            {t('console.common.change-password')}
          </Button>
        </form>
      )}
    </Entrance>
  );
}
