import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { type Session, sessionQuery } from '../api/session.ts';
import { storedReads } from './kept-page.ts';

/** A tab has room for five million characters, text that is kept over a sign-in included. */
const mostCharacters = 2_000_000;

/** What is stored. */
export interface KeptReads {
  readonly atMs: number;
  readonly reads: ReturnType<typeof dehydrate>;
}

/**
 * Keeps what a tab shows while it is loaded anew, for the case that the service does not answer then. Only of a customer's own session, in
 * the tab's own store, and only until the next page that comes from the service.
 */
export function keepReads(queryClient: QueryClient): void {
  addEventListener('pagehide', () => {
    if (!isOwn(queryClient.getQueryData<Session>(sessionQuery.queryKey))) return storedReads.forget();
    const kept: KeptReads = { atMs: Date.now(), reads: dehydrate(queryClient) };
    const text = JSON.stringify(kept);
    try {
      if (text.length <= mostCharacters) storedReads.set(text);
      else storedReads.forget();
    } catch {
      storedReads.forget();
    }
  });
}

function isOwn(session: Session | undefined): boolean {
  const who = session?.signed_in;
  return who?.kind === 'customer' && who.viewer === null;
}
