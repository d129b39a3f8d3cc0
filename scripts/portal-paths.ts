import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const portal = new URL('../portal/', import.meta.url);

/** Of portal/src/router.tsx, which is compiled by itself, for a browser. */
interface RouterModule {
  createPortalRouter(queryClient: undefined): { readonly routesByPath: Readonly<Record<string, unknown>> };
}

/** The paths of the portal's pages, as its router knows them: `/alerts/$alertId`. */
export async function portalPaths(): Promise<string[]> {
  const { module } = await runnerImport<RouterModule>(fileURLToPath(new URL('src/router.tsx', portal)), {
    configFile: fileURLToPath(new URL('vite.config.ts', portal)),
    logLevel: 'warn',
  });
  // No page is loaded, so nobody asks for data.
  return Object.keys(module.createPortalRouter(undefined).routesByPath);
}
