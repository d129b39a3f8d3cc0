import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import { identityOf, sessionQuery } from './api/session.ts';
import { applyTheme, currentTheme } from './theme.ts';
import { forgetTextOfOthers } from './ui/kept-text.ts';

export interface RouterContext {
  readonly queryClient: QueryClient;
}

/** Everything begins with whose portal it is: its name and colours are on the page before anything else. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    applyTheme(currentTheme(), session.portal);
    if (session.signed_in) forgetTextOfOthers(identityOf(session.signed_in));
    return { session };
  },
  errorComponent: lazyRouteComponent(() => import('./ui/page-error.tsx'), 'PageError'),
  notFoundComponent: lazyRouteComponent(() => import('./ui/page-missing.tsx'), 'PageMissing'),
});
