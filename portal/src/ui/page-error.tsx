import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PageNotLoaded } from '../lazy-route-component.ts';
import { t } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { ErrorNotice, Notice } from './notice.tsx';
import { Page } from './page.tsx';

/** In place of a page that could not be shown; what is around it stays. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const isOutdated = error instanceof PageNotLoaded && error.isOutdated;
  useEffect(() => {
    if (isOutdated && !hasJustReloaded()) location.reload();
  }, [isOutdated]);
  useEffect(() => {
    const again = () => router.invalidate();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [router]);
  return (
    <Page title={t('portal.page.not-shown')}>
      {isOutdated ? (
        <Notice kind="error" title={t('portal.page.not-loaded')}>
          {t('portal.page.updated')}
        </Notice>
      ) : (
        <ErrorNotice error={error instanceof Error ? error : new Error(String(error))} />
      )}
      <div>
        <Button changesNothing kind="primary" onClick={() => (isOutdated ? location.reload() : router.invalidate())}>
          {isOutdated ? t('portal.start.load-again') : t('portal.common.try-again')}
        </Button>
      </div>
    </Page>
  );
}

/** The same without anything around it. */
export function WholePageError(props: ErrorComponentProps) {
  return (
    <main className="mx-auto max-w-2xl p-6">
      <PageError {...props} />
    </main>
  );
}

const reloadKey = 'reloaded-at';
const reloadPauseMs = 60_000;

/** A page that is still missing after it was loaded anew would otherwise be loaded for ever. */
function hasJustReloaded(): boolean {
  try {
    const lastMs = Number(sessionStorage.getItem(reloadKey));
    sessionStorage.setItem(reloadKey, String(Date.now()));
    return Date.now() - lastMs < reloadPauseMs;
  } catch {
    return true;
  }
}
