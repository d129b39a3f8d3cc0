import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { consoleRoutes } from './console/routes.tsx';
import { customerRoutes } from './customer/routes.tsx';
import { rootRoute } from './root-route.ts';
import { PageError } from './ui/page-error.tsx';

export function createPortalRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren([customerRoutes, ...consoleRoutes]),
    context: { queryClient },
    defaultErrorComponent: PageError,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
