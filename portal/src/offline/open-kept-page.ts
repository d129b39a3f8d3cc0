import { hydrate, type QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { identityOf, type Session, sessionQuery } from '../api/session.ts';
import type { KeptReads } from './keep-reads.ts';
import { noteAnswer, storedReads } from './kept-page.ts';

/** As long as what was read stays in memory. */
const keptMs = 3_600_000;
const pauseMs = 10_000;

/** Puts back what this tab showed before it was loaded anew. */
export function restoreReads(queryClient: QueryClient): void {
  const text = storedReads.get();
  const kept = text === null ? null : (JSON.parse(text) as KeptReads);
  if (kept !== null && Date.now() - kept.atMs < keptMs) hydrate(queryClient, kept.reads);
  else storedReads.forget();
  // Nobody is to wait for a second and a third try before something is on the screen.
  queryClient.setQueryDefaults(sessionQuery.queryKey, { retry: false, networkMode: 'always' });
}

/** Asks until the service answers; then the page goes on as if it had come from there. What is typed stays. */
export async function untilServiceAnswers(queryClient: QueryClient, router: AnyRouter): Promise<void> {
  const shown = queryClient.getQueryData<Session>(sessionQuery.queryKey)?.signed_in;
  for (;;) {
    await pauseOrOnline();
    const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null);
    if (session === null) continue;
    // What is shown is somebody else's.
    if (shown && (!session.signed_in || identityOf(session.signed_in) !== identityOf(shown))) return location.reload();
    noteAnswer();
    storedReads.forget();
    await router.invalidate();
    await queryClient.invalidateQueries();
    return;
  }
}

function pauseOrOnline(): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      removeEventListener('online', over);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(over, pauseMs);
    addEventListener('online', over);
  });
}
