import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';

/** Has the pages come up without a connection, too, in browsers that can. It may fail: then they do not. */
async function keepPages(queryClient: QueryClient): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { keepReads } = await import('./offline/keep-reads.ts');
  keepReads(queryClient);
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
}

/** After the first page has settled: what it needs itself comes first. */
const settleMs = 4_000;

/**
 * Fetches the code of the other pages of one side when the browser has nothing else to do, so that they are there on a slow network
 * and without one. Not for readers who save data.
 * @param ids how the ids of the side's routes begin
 * @returns ends it
 */
export function prefetchPages(router: AnyRouter, ids: '/console' | '/customer'): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  let isEnded = connection?.saveData === true;
  const fetchNext = async () => {
    if (ids === '/customer') void keepPages(router.options.context.queryClient).catch(() => undefined);
    for (const [id, route] of Object.entries(router.routesById)) {
      if (isEnded) return;
      if (id.startsWith(ids))
        await (route.options.component as { preload?: () => Promise<void> } | undefined)?.preload?.();
    }
  };
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void fetchNext());
    else void fetchNext();
  }, settleMs);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
