/**
 * Stands between the browser and the service, so that a customer's pages come up without a connection. It keeps the program of this
 * release, and one page that says nothing of anybody; answers of the API it neither sees nor keeps. The console is left alone.
 */
/** What the service writes above this file (src/identity/sign-in/service-worker.ts). */
interface Build {
  /** Changes with every file. */
  readonly version: string;
  /** Of the customer's side; texts are in `texts`. */
  readonly files: readonly string[];
  /** The files with the texts of each language. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** The page that is shown when none can be fetched. */
  readonly page: string;
  /** Regular expressions of the paths that are a customer's pages. */
  readonly paths: readonly string[];
  /** The header that pages have as long as they want this worker. */
  readonly header: string;
}

/** The types know workers of every sort by this name. */
const worker = self as unknown as ServiceWorkerGlobalScope & { readonly build: Build };
const { version, files, texts, page, paths, header } = worker.build;
const cacheName = `portal ${version}`;
const kept = new Set([...files, ...Object.values(texts).flat()]);
const patterns = paths.map((path) => new RegExp(path));
/** The partner's brand may change. */
const pageKeptMs = 3_600_000;
/** What stands before a service that is away answers so. */
const away = [502, 503, 504];

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (kept.has(pathname)) event.respondWith(fileOf(request));
  else if (request.mode === 'navigate' && patterns.some((pattern) => pattern.test(pathname)))
    event.respondWith(pageOf(event));
});

async function keepAll(): Promise<void> {
  const cache = await caches.open(cacheName);
  await keepPage(cache);
  // As a rule the page has fetched them, and the browser has them still.
  await cache.addAll(files);
  await worker.skipWaiting();
}

/** Keeps the page, and the texts of its language. */
async function keepPage(cache: Cache): Promise<void> {
  const response = await fetch(page, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${page} answered ${response.status}.`);
  const [, language = ''] = /<html lang="([^"]*)"/.exec(await response.clone().text()) ?? [];
  await cache.addAll(texts[language] ?? []);
  await cache.put(page, response);
}

async function takeOver(): Promise<void> {
  await forget((name) => name !== cacheName);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function forget(isOld: (name: string) => boolean): Promise<void> {
  await Promise.all((await caches.keys()).filter(isOld).map((name) => caches.delete(name)));
}

/** Its name changes with its contents, so that what is kept is right. */
async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const found = await cache.match(request.url);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

async function pageOf(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(cacheName);
  const keptPage = await cache.match(page);
  try {
    const response: Response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (away.includes(response.status) && keptPage) return keptPage;
    const isPage = response.ok && response.headers.get('content-type')?.startsWith('text/html');
    if (isPage && !response.headers.has(header)) event.waitUntil(leave());
    else if (isPage && ageMs(keptPage) > pageKeptMs) event.waitUntil(keepPage(cache).catch(() => undefined));
    return response;
  } catch (error) {
    if (keptPage) return keptPage;
    throw error;
  }
}

function ageMs(response: Response | undefined): number {
  return Date.now() - Date.parse(response?.headers.get('date') ?? '1970-01-01');
}

/** Another release, which has no worker, or somebody else answers here. */
async function leave(): Promise<void> {
  await worker.registration.unregister();
  await forget(() => true);
}
