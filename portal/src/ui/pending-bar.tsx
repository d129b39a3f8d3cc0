import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { t } from '../messages/messages.ts';

/** What is there sooner needs no bar. */
const patienceMs = 150;

/** Says that the page that was asked for is on its way. */
export function PendingBar() {
  const isPending = useRouterState({ select: ({ isLoading }) => isLoading });
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending]);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-40 print:hidden">
      {isLate && (
        <div className="h-1 bg-accent motion-safe:animate-pulse">
          <span className="sr-only">{t('portal.page.pending')}</span>
        </div>
      )}
    </div>
  );
}
