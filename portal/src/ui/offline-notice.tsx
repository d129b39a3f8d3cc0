import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { t } from '../messages/messages.ts';
import { useIsKeptPage } from '../offline/kept-page.ts';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Says that what is shown may be old, for as long as there is no connection. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const isKept = useIsKeptPage();
  return (
    <div role="status">
      {(!isOnline || isKept) && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-center text-sm text-page">
          <WifiOff aria-hidden="true" size={16} className="shrink-0" />
          {isOnline ? t('portal.page.service-away') : t('portal.page.offline')}
        </p>
      )}
    </div>
  );
}
