import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { messagesPlugin } from './messages-plugin.ts';

const portal = new URL('../portal/', import.meta.url);

interface Route {
  readonly parentRoute?: Route;
  /** `importer` is portal/src/lazy-route-component.ts's. */
  readonly options: { readonly component?: { readonly importer?: () => unknown } };
}

/** Of portal/src/router.tsx, which is compiled by itself, for a browser. */
interface RouterModule {
  createPortalRouter(queryClient: undefined): { readonly routesByPath: Readonly<Record<string, Route>> };
}

/** The part of Vite's manifest that tells what a file loads. */
type Manifest = Readonly<Record<string, ManifestEntry>>;

interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
  /** What it loads when it is needed. */
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

async function routesByPath(): Promise<Readonly<Record<string, Route>>> {
  const { module } = await runnerImport<RouterModule>(fileURLToPath(new URL('src/router.tsx', portal)), {
    plugins: [messagesPlugin()],
    logLevel: 'warn',
  });
  // No page is loaded, so nobody asks for data.
  return module.createPortalRouter(undefined).routesByPath;
}

/** The paths of the portal's pages, as its router knows them: `/alerts/$alertId`. */
export async function portalPaths(): Promise<string[]> {
  return Object.keys(await routesByPath());
}

/** The files below portal/dist of which each page is made, its frame included, by its path; what every page loads is left out. */
export async function portalFiles(manifest: Manifest): Promise<Record<string, string[]>> {
  const common = filesOf('index.html', manifest);
  const routes = Object.entries(await routesByPath());
  return Object.fromEntries(
    routes.map(([path, route]) => {
      const files = new Set(sourcesOf(route).flatMap((source) => [...filesOf(source, manifest)]));
      return [path, [...files].filter((file) => !common.has(file))];
    }),
  );
}

/** The files with the texts of a customer's first page, of other pages, and of the console, by language. */
export function messageFiles(manifest: Manifest): Record<string, Record<string, string>> {
  const files: Record<string, Record<string, string>> = {};
  for (const [source, { file }] of Object.entries(manifest)) {
    const [, part, language] = /virtual:messages\/(\w+)\/([\w-]+)$/.exec(source) ?? [];
    if (part !== undefined && language !== undefined) files[part] = { ...files[part], [language]: file };
  }
  return files;
}

/** The files of a customer's side, pages that are not open yet included, but for texts. */
export function customerFiles(manifest: Manifest): string[] {
  const files = new Set<string>();
  const visit = (source: string) => {
    const entry = manifest[source];
    if (entry === undefined || files.has(entry.file) || /^src\/console\/|virtual:messages/.test(source)) return;
    for (const file of [entry.file, ...(entry.css ?? [])]) files.add(file);
    for (const other of [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]) visit(other);
  };
  visit('index.html');
  return [...files];
}

/** As the manifest has them: `src/customer/layout.tsx`. */
function sourcesOf(route: Route | undefined): string[] {
  if (route === undefined) return [];
  // What is imported stands in the text of the function; to call it would run the page.
  const [, source] = /"\/portal\/(src\/[^"]+)"/.exec(String(route.options.component?.importer ?? '')) ?? [];
  return [...sourcesOf(route.parentRoute), ...(source === undefined ? [] : [source])];
}

function filesOf(source: string, manifest: Manifest, known = new Set<string>()): Set<string> {
  const entry = manifest[source];
  if (entry === undefined || known.has(entry.file)) return known;
  known.add(entry.file);
  for (const imported of entry.imports ?? []) filesOf(imported, manifest, known);
  return known;
}
