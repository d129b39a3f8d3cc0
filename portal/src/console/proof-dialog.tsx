import { type FormEvent, useEffect, useId, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { askForProofBy } from '../api/proof.ts';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import { useOwnAccount } from './own-account.ts';

/** Stands in every page of the console, and asks for password or code when a request wants them again. */
export function ProofDialog() {
  const [settle, setSettle] = useState<((isProved: boolean) => void) | null>(null);
  useEffect(() => askForProofBy(() => new Promise((resolve) => setSettle(() => resolve))), []);
  if (settle === null) return null;
  const end = (isProved: boolean) => {
    setSettle(null);
    settle(isProved);
  };
  return <Question onProved={() => end(true)} onClose={() => end(false)} />;
}

function Question({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const { email, second_factor: hasCodes } = useOwnAccount();
  const [byCode, setByCode] = useState(false);
  const form = useId();
  const prove = useChange({
    change: (body: { password: string } | { code: string }) => answered(api.POST('/api/v1/session/proof', { body })),
    touches: [],
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get('proof'));
    prove.mutate(byCode ? { code: value } : { password: value }, { onSuccess: onProved });
  };
  const change = () => {
    prove.reset();
    setByCode(!byCode);
  };
  return (
    <Dialog
      open
      title={t('console.proof.title')}
      onClose={onClose}
      closeLabel={t('portal.common.cancel')}
      actions={
        <Button kind="primary" type="submit" form={form} changesNothing busy={prove.isPending}>
          {t('console.proof.go-on')}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-3 text-sm">
        <p>{t('console.proof.lead')}</p>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <ErrorNotice error={otherThan(prove.error, ['password', 'code'])} />
        {byCode ? (
          <TextField
            key="code"
            label={t('console.common.code-authenticator-application')}
            name="proof"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={16}
            problems={problemsOf(prove.error, 'code')}
          />
        ) : (
          <TextField
            key="password"
            label={t('console.account.your-password')}
            name="proof"
            type="password"
            autoComplete="current-password"
            required
            problems={problemsOf(prove.error, 'password')}
          />
        )}
        {hasCodes && (
          <div>
            <Button changesNothing onClick={change}>
              {byCode ? t('console.proof.by-password') : t('console.proof.by-code')}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  );
}
