import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext, useRouter } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, answered, api } from '../api/api.ts';
import { type Session, sessionQuery } from '../api/session.ts';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { CodeField, EmailField, OwnPasswordField } from './credential-fields.tsx';
import { Entrance } from './entrance.tsx';
import { hasPasskeys, type Signature, usePasskeyFor } from './passkey.ts';
import { PasskeyNotice } from './passkey-notice.tsx';

/** What goes on after the password was right: a code, one of one's passkeys, or neither on this portal domain. */
interface Ways {
  readonly code: boolean;
  readonly passkeyOptions: object | null;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
  readonly passkey?: Signature;
}

/** A passkey, or e-mail address and password; the second factor is asked for once it turns out to be needed. */
export function SignInPage() {
  const { session } = useRouteContext({ from: '__root__' });
  const queryClient = useQueryClient();
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [ways, setWays] = useState<Ways | null>(null);
  const enter = async (signedIn: Session) => {
    queryClient.setQueryData(sessionQuery.queryKey, signedIn);
    // The page of the sign-in leads on, to where its reader wanted to go.
    await router.invalidate();
  };
  const signIn = useMutation({
    mutationFn: async (body: Credentials) => (await answered(api.POST('/api/v1/session', { body }))).data,
    onSuccess: enter,
    onError: (error) => setWays(waysTold(error) ?? ways),
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { options } = (await answered(api.POST('/api/v1/session/passkey/options', {}))).data;
      const credential = await usePasskeyFor(options);
      return (await answered(api.POST('/api/v1/session/passkey', { body: { credential } }))).data;
    },
    onSuccess: enter,
  });
  const afterPassword = useMutation({
    mutationFn: async (options: object) => {
      const input = new FormData(form.current ?? undefined);
      const passkey = await usePasskeyFor(options);
      const body = { email: String(input.get('email')), password: String(input.get('password')), passkey };
      return (await answered(api.POST('/api/v1/session', { body }))).data;
    },
    onSuccess: enter,
    // What was to be signed is good once.
    onError: (error) => setWays(waysTold(error)),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    afterPassword.reset();
    const input = new FormData(event.currentTarget);
    const code = String(input.get('code') ?? '').trim();
    signIn.mutate({
      email: String(input.get('email')),
      password: String(input.get('password')),
      ...(code === '' ? {} : { code }),
    });
  };
  const isFactorMissing = waysTold(signIn.error) !== null;
  return (
    <Entrance title={t('console.sign-in.console-name', { name: session.portal.name })}>
      {session.ended && <p>{t('console.sign-in.session-ended-sign-again')}</p>}
      {!isFactorMissing && <PasskeyNotice error={signIn.error} />}
      <PasskeyNotice error={byPasskey.error ?? afterPassword.error} />
      {ways && !ways.code && (
        <Notice kind="info">
          {ways.passkeyOptions ? t('console.sign-in.passkey-asked') : t('console.sign-in.passkeys-elsewhere')}
        </Notice>
      )}
      <form ref={form} onSubmit={submit} className="grid gap-4">
        <EmailField autoComplete="username" />
        <OwnPasswordField label={t('console.common.password')} required />
        {ways?.code && <CodeField autoFocus required />}
        {ways?.passkeyOptions && hasPasskeys() && (
          <Button
            kind={ways.code ? 'plain' : 'primary'}
            busy={afterPassword.isPending}
            onClick={() => afterPassword.mutate(ways.passkeyOptions!)}
          >
            {t('console.sign-in.use-passkey')}
          </Button>
        )}
        <Button type="submit" kind="primary" busy={signIn.isPending}>
          {t('console.common.sign-in')}
        </Button>
      </form>
      {hasPasskeys() && !ways && (
        <Button busy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {t('console.sign-in.by-passkey')}
        </Button>
      )}
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

/** Null when it is no word of a second factor. */
function waysTold(error: Error | null): Ways | null {
  if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_REQUIRED') return null;
  const { methods = ['code'], passkey_options: options } = error.details as {
    methods?: string[];
    passkey_options?: object;
  };
  return { code: methods.includes('code'), passkeyOptions: options ?? null };
}
