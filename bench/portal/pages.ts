/**
 * What each page of the portal and the console costs whoever opens it for the first time, for a customer with 0, 1, 30 and 1,000 servers
 * that each have an open alert; beside the same of other checkouts, by turns, so that a busy machine is as slow for all of them.
 *
 *   npx node bench/portal/pages.ts [--items 0,1,30,1000] [<checkout> …]
 *
 * A checkout is a folder with a commit of this repository, its packages and its built pages (`npm ci && npm run build`). Prints a table:
 * kilobytes as they travel (all, and of them scripts and answers of the API), requests, first and largest contentful paint, layout shift,
 * how long a press on the first link or button of the page takes to show, tasks longer than 50 ms and the longest, elements.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ApiClient } from '../../test/support/api-client.ts';
import { watchRequests } from '../../test/support/network-idle.ts';
import { launchChromium } from '../../test/support/portal-page.ts';
import { openPort } from '../../test/support/scan-steps.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { items: { type: 'string', default: '0,1,30,1000' } },
});
const sizes = values.items.split(',').map(Number);
const administrator = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery staple' };
const settleMs = 300;

/** Keeps what the browser tells of the page. Who saves data gets no pages that were not asked for. */
const observe = `
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  globalThis.seen = { firstPaintMs: 0, largestPaintMs: 0, shift: 0, pressMs: 0, longTasks: [] };
  const on = (type, keep, more) => new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type, buffered: true, ...more });
  on('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.firstPaintMs = startTime; });
  on('largest-contentful-paint', ({ startTime }) => { seen.largestPaintMs = startTime; });
  on('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value; });
  on('longtask', ({ duration }) => seen.longTasks.push(duration));
  on('event', ({ duration }) => { seen.pressMs = Math.max(seen.pressMs, duration); }, { durationThreshold: 16 });`;

interface Seen {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly shift: number;
  readonly pressMs: number;
  readonly longTasks: readonly number[];
}

interface Cost extends Seen {
  readonly requests: number;
  readonly bytes: Readonly<Record<'all' | 'scripts' | 'answers', number>>;
  readonly elements: number;
}

/** A service of a checkout, with a customer who has so many servers with an alert each. */
interface World {
  readonly origin: string;
  /** By their paths: of the customer and of the console. */
  readonly pages: readonly { readonly side: 'customer' | 'console'; readonly name: string; readonly path: string }[];
  visitor(side: 'customer' | 'console'): Promise<BrowserContext>;
  stop(): Promise<void>;
}

/** A module of the checkout, which may stand elsewhere than here. */
// biome-ignore lint/suspicious/noExplicitAny: of any commit
async function moduleOf(checkout: string, ...paths: readonly string[]): Promise<any> {
  const found = paths.map((path) => join(checkout, 'src', path)).find(existsSync);
  if (found === undefined) throw new Error(`${checkout} has none of ${paths.join(', ')}`);
  return import(found);
}

async function startWorld(checkout: string, browser: Browser, items: number): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'portal-pages-'));
  const { parseConfig } = await moduleOf(checkout, 'installation/config.ts', 'config.ts');
  const { openStore } = await moduleOf(checkout, 'installation/store.ts', 'store.ts');
  const { startService } = await moduleOf(checkout, 'service/app.ts', 'app.ts');
  const { createPartner } = await moduleOf(checkout, 'identity/partners/create-partner.ts');
  const { createAdministrator } = await moduleOf(checkout, 'identity/administrators/create-administrator.ts');
  const { Operation } = await moduleOf(checkout, 'core/operation/operation.ts');
  const { createLogger } = await moduleOf(checkout, 'platform/telemetry/logger.ts', 'platform/logger.ts');
  const { systemClock } = await moduleOf(checkout, 'platform/clock.ts');
  const logger = createLogger('silent');
  const limits = { RATE_LIMIT_STRICT: '1000000', RATE_LIMIT_DEFAULT: '1000000' };
  const config = parseConfig({ DATA_DIR: directory, PORT: '0', SCAN_ENGINE: 'off', ...limits });
  const store = await openStore(config, { mode: 'serve', maxConnections: 10, logger });
  const service = await startService({ config, store, role: 'api', clock: systemClock, logger });
  const { partnerId, apiKey } = await createPartner(service.resources, { name: 'Bench', portalDomain: 'localhost' });
  const operator = new Operation(service.resources, { partnerId, actor: { kind: 'operator' }, requestId: null });
  await createAdministrator(operator, administrator);
  const { port } = service.address;
  const origin = `http://localhost:${port}`;
  const api = new ApiClient(`http://127.0.0.1:${port}`, `localhost:${port}`, apiKey);
  const first = await fill(store.database.pool, partnerId, items);
  return {
    origin,
    pages: pagesOf(first),
    visitor: (side) => signIn(browser, api, origin, side),
    async stop() {
      await service.stop();
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** @returns the ids of a server and of its alert; null: there are none */
async function fill(
  pool: { query(sql: string, values: readonly unknown[]): Promise<{ rows: { id: string; alert_id: string }[] }> },
  partnerId: string,
  items: number,
): Promise<{ id: string; alert_id: string } | null> {
  await pool.query(
    `INSERT INTO customers (partner_id, id, billing_customer_id, name, created_at, updated_at)
     SELECT $1, gen_random_uuid(), 1, 'Jane Roe', now(), now() ON CONFLICT DO NOTHING`,
    [partnerId],
  );
  await pool.query(
    `INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, created_at, updated_at)
     SELECT partner_id, gen_random_uuid(), id, '203.0.113.0'::inet + n, 'server-' || n || '.example.com', 'server-' || n || '.example.com',
       'active', now() - n * interval '1 minute', now()
     FROM customers, generate_series(1, $2::int) n WHERE partner_id = $1 AND billing_customer_id = 1`,
    [partnerId, items],
  );
  const { rows } = await pool.query(
    `INSERT INTO alerts (partner_id, id, kind, key, endpoint_id, customer_id, protocol, port, severity, status, evidence,
       created_at, first_detected_at, last_detected_at)
     SELECT partner_id, gen_random_uuid(), 'port', 'tcp/' || 1000 + n % 40, id, customer_id, 'tcp', 1000 + n % 40,
       (ARRAY['critical', 'high', 'medium', 'low'])[1 + n % 4]::severity, 'open', $2::jsonb, created_at, created_at, created_at
     FROM (SELECT *, (row_number() OVER (ORDER BY ip_address))::int AS n FROM endpoints WHERE partner_id = $1) numbered
     RETURNING endpoint_id AS id, id AS alert_id`,
    [partnerId, JSON.stringify(openPort(22).identity)],
  );
  await pool.query('ANALYZE customers, endpoints, alerts', []);
  return rows[0] ?? null;
}

function pagesOf(first: { id: string; alert_id: string } | null): World['pages'] {
  const of = (side: 'customer' | 'console', paths: Readonly<Record<string, string>>) =>
    Object.entries(paths).map(([name, path]) => ({ side, name, path }));
  return [
    ...of('customer', {
      overview: '/',
      alerts: '/alerts',
      ...(first && { alert: `/alerts/${first.alert_id}` }),
      servers: '/servers',
      ...(first && { server: `/servers/${first.id}` }),
      'allowed ports': '/allowed-ports',
      domains: '/domains',
      leaks: '/leaks',
      report: '/report',
      notifications: '/notifications',
    }),
    ...of('console', {
      overview: '/console',
      customers: '/console/customers',
      customer: '/console/customers/1',
      alerts: '/console/alerts',
      servers: '/console/servers',
      branding: '/console/branding',
      'audit log': '/console/audit',
    }),
  ];
}

/** A browser with nothing in its cache. */
async function signIn(
  browser: Browser,
  api: ApiClient,
  origin: string,
  side: 'customer' | 'console',
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  await context.addInitScript(observe);
  if (side === 'customer') {
    const minted = await api.post('/api/v1/sso/token', { client_id: 1 });
    await context.request.get(minted.body.data.redirect_url, { maxRedirects: 0 });
  } else {
    const { email, password } = administrator;
    await context.request.post(`${origin}/api/v1/session`, { data: { email, password }, headers: { origin } });
  }
  return context;
}

async function costOf(context: BrowserContext, url: string): Promise<Cost> {
  const page = await context.newPage();
  const untilIdle = watchRequests(page);
  const network = await context.newCDPSession(page);
  const types = new Map<string, string>();
  const bytes = { all: 0, scripts: 0, answers: 0 };
  network.on('Network.responseReceived', ({ requestId, response, type }) => {
    types.set(requestId, response.url.includes('/api/') ? 'Answer' : type);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    bytes.all += encodedDataLength;
    if (type === 'Script') bytes.scripts += encodedDataLength;
    if (type === 'Answer') bytes.answers += encodedDataLength;
  });
  await network.send('Network.enable');
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilIdle();
  const loaded = (await page.evaluate('seen')) as Seen;
  const elements = (await page.evaluate("document.querySelectorAll('*').length")) as number;
  const pressMs = await pressFirst(page);
  await page.close();
  return { ...loaded, pressMs, requests: types.size, bytes: { ...bytes }, elements };
}

/** How long it takes until something shows of a press. */
async function pressFirst(page: Page): Promise<number> {
  const first = page.locator('main :is(a[href^="/"], button:enabled):visible').first();
  if ((await first.count()) === 0) return 0;
  await first.click();
  await page.waitForTimeout(settleMs);
  return ((await page.evaluate('globalThis.seen?.pressMs ?? 0')) as number) ?? 0;
}

const kilobytes = (count: number) => (count / 1_000).toFixed(1);
const columns =
  'kB | scripts | answers | requests | FCP ms | LCP ms | CLS | press ms | long tasks | longest ms | elements';

function rowOf({ bytes, requests, firstPaintMs, largestPaintMs, shift, pressMs, longTasks, elements }: Cost): string {
  const longest = Math.max(0, ...longTasks);
  const figures = [kilobytes(bytes.all), kilobytes(bytes.scripts), kilobytes(bytes.answers), requests];
  const times = [firstPaintMs, largestPaintMs].map((ms) => ms.toFixed(0));
  return [...figures, ...times, shift.toFixed(4), pressMs, longTasks.length, longest, elements].join(' | ');
}

const checkouts = [resolve(import.meta.dirname, '../..'), ...positionals.map((path) => resolve(path))];
const browser = await launchChromium();
try {
  console.log(`| items | page | checkout | ${columns} |`);
  for (const items of sizes) {
    const worlds = await Promise.all(checkouts.map((checkout) => startWorld(checkout, browser, items)));
    for (const { name, side } of worlds[0]!.pages)
      for (const [index, world] of worlds.entries()) {
        const { path } = world.pages.find((page) => page.name === name && page.side === side)!;
        const context = await world.visitor(side);
        const cost = await costOf(context, world.origin + path);
        await context.close();
        console.log(
          `| ${items} | ${side}: ${name} | ${index === 0 ? 'this' : positionals[index - 1]} | ${rowOf(cost)} |`,
        );
      }
    for (const world of worlds) await world.stop();
  }
} finally {
  await browser.close();
}
