import { t } from '../messages/messages.ts';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { PasskeyNotUsed } from './passkey.ts';

/** What went wrong with a passkey, or with the request that it was for; nothing when nothing did. */
export function PasskeyNotice({ error }: { error: Error | null }) {
  if (!(error instanceof PasskeyNotUsed)) return <ErrorNotice error={error} />;
  return (
    <Notice kind="error" title={t('console.passkey.not-finished')}>
      {t('console.passkey.not-finished-why')}
    </Notice>
  );
}
