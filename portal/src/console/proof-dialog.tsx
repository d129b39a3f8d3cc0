import { useEffect, useState } from 'react';
import { answered, api } from '../api/api.ts';
import { askForProofBy } from '../api/proof.ts';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import { CodeField, OwnPasswordField } from './credential-fields.tsx';
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
  const prove = useChange({
    change: (body: { password: string } | { code: string }) => answered(api.POST('/api/v1/session/proof', { body })),
    touches: [],
  });
  const submit = (input: FormData) => {
    const value = String(input.get('proof'));
    prove.mutate(byCode ? { code: value } : { password: value }, { onSuccess: onProved });
  };
  const change = () => {
    prove.reset();
    setByCode(!byCode);
  };
  return (
    <FormDialog
      title={t('console.proof.title')}
      action={t('console.proof.go-on')}
      busy={prove.isPending}
      changesNothing
      error={otherThan(prove.error, ['password', 'code'])}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-sm">{t('console.proof.lead')}</p>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {byCode ? (
        <CodeField key="code" name="proof" required problems={problemsOf(prove.error, 'code')} />
      ) : (
        <OwnPasswordField key="password" name="proof" required problems={problemsOf(prove.error, 'password')} />
      )}
      {hasCodes && (
        <div>
          <Button changesNothing onClick={change}>
            {byCode ? t('console.proof.by-password') : t('console.proof.by-code')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
