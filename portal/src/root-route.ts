import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { identityOf, sessionQuery } from './api/session.ts';
import { lazyRouteComponent } from './lazy-route-component.ts';
import { currentLocale, loadConsoleMessages, loadMessages } from './messages/messages.ts';
import { applyTheme, currentTheme } from './theme.ts';
import { forgetTextOfOthers } from './ui/kept-text.ts';
import { WholePageError } from './ui/page-error.tsx';

export interface RouterContext {
  readonly queryClient: QueryClient;
}

/**
 * Whoever has signed in may read another language than the page came in; pages of before are gone by then.
 * @param isConsole whether the texts of the console are shown, too
 */
async function speak(language: string, isConsole: boolean): Promise<void> {
  await loadMessages('first', language, navigator.languages);
  if (isConsole) await loadConsoleMessages();
  document.documentElement.lang = currentLocale().language;
}

/** Everything begins with whose portal it is: its name and colours are on the page before anything else. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    await speak(session.language, location.pathname.split('/')[1] === 'console');
    applyTheme(currentTheme(), session.portal);
    if (session.signed_in) forgetTextOfOthers(identityOf(session.signed_in));
    return { session };
  },
  errorComponent: WholePageError,
  notFoundComponent: lazyRouteComponent(() => import('./ui/page-missing.tsx'), 'PageMissing', 'first'),
});
