import type { ComponentProps } from 'react';
import { t } from '../messages/messages.ts';
import { TextField } from '../ui/field.tsx';

type Rest = Partial<ComponentProps<typeof TextField>>;

/** For the address by which somebody signs in. */
export function EmailField(rest: Rest) {
  return <TextField label={t('console.common.e-mail-address')} name="email" type="email" required {...rest} />;
}

/** For the reader's own password, as proof. */
export function OwnPasswordField(rest: Rest) {
  return (
    <TextField
      label={t('console.account.your-password')}
      name="password"
      type="password"
      autoComplete="current-password"
      {...rest}
    />
  );
}

/** For the present code of the reader's authenticator application. */
export function CodeField(rest: Rest) {
  return (
    <TextField
      label={t('console.common.code-authenticator-application')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={16}
      {...rest}
    />
  );
}

/** For a password that is chosen here. */
export function NewPasswordField(rest: Rest) {
  return (
    <TextField
      label={t('console.common.new-password')}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={256}
      hint={t('console.common.at-least-12-characters')}
      {...rest}
    />
  );
}
