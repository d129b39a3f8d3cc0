import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { identityOf, sessionQuery } from './api/session.ts';
import { lazyRouteComponent } from './lazy-route-component.ts';
import { applyTheme, currentTheme } from './theme.ts';
import { forgetTextOfOthers } from './ui/kept-text.ts';
import { WholePageError } from './ui/page-error.tsx';

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
  errorComponent: WholePageError,
  notFoundComponent: lazyRouteComponent(() => import('./ui/page-missing.tsx'), 'PageMissing'),
});
