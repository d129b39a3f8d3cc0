import { MutationCache, type Query, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/api.ts';
import { carriedSession, followOtherTabs, identityOf, sessionQuery } from './api/session.ts';
import { loadConsoleMessages, loadMessages } from './messages/messages.ts';
import { showUnloadable } from './messages/show-unloadable.ts';
import { isKeptPage, storedReads } from './offline/kept-page.ts';
import { createPortalRouter } from './router.tsx';
import './styles.css';
import { applyTheme, currentTheme, watchSystemTheme } from './theme.ts';
import { keepText } from './ui/kept-text.ts';

/** A session that has ended, here or elsewhere, shows at the next answer: then everybody is told to sign in again. */
const noticeEndOfSession = (error: Error) => {
  // A 401 with a code is about a password or a code that was entered, not about the session.
  if (!(error instanceof ApiError) || error.status !== 401 || error.code !== null) return;
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  if (!session?.signed_in) return;
  keepText(identityOf(session.signed_in));
  queryClient.setQueryData(sessionQuery.queryKey, { ...session, signed_in: null, ended: session.signed_in });
  // Once the pages are gone: nothing of the session stays for whoever signs in next.
  router.invalidate().then(() => queryClient.removeQueries({ predicate: isOfSession }));
};

const isOfSession = ({ queryKey }: Query) => queryKey[0] !== sessionQuery.queryKey[0];

const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndOfSession }),
  mutationCache: new MutationCache({ onError: noticeEndOfSession }),
  defaultOptions: {
    // Offline, an action says so instead of waiting to be done when nobody thinks of it any more.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 15_000,
      // What was read is shown again while there is no connection. It is in memory only, and goes with the session.
      gcTime: 60 * 60_000,
      // What the server refused, it refuses again; what it did not answer, it may.
      retry: (failures, error) => failures < 2 && (!(error instanceof ApiError) || error.status >= 500),
    },
  },
});

const router = createPortalRouter(queryClient);

followOtherTabs();
applyTheme(currentTheme(), null);
watchSystemTheme(() => {
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  applyTheme(currentTheme(), session?.portal ?? null);
});
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');
const { lang } = document.documentElement;
const isConsole = location.pathname.startsWith('/console');
begin()
  .then(() => loadMessages('first', lang, navigator.languages))
  .then(() => (isConsole ? loadConsoleMessages() : undefined))
  .then(
    () => render(root),
    () => showUnloadable(root, lang),
  );

/** Of whom the page is: the service says it with the page, or else the tab knows it from before. */
async function begin(): Promise<void> {
  if (isKeptPage()) {
    const { restoreReads, untilServiceAnswers } = await import('./offline/open-kept-page.ts');
    restoreReads(queryClient);
    void untilServiceAnswers(queryClient, router);
    return;
  }
  storedReads.forget();
  queryClient.setQueryData(sessionQuery.queryKey, carriedSession());
  // Whose portal it is, the router asks for anew where this fails.
  void queryClient.prefetchQuery(sessionQuery);
}

function render(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
