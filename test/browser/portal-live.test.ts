import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { completeScan } from '../support/completed-scans.ts';
import { eventually } from '../support/eventually.ts';
import { watchRequests } from '../support/network-idle.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const clientId = 42;

describe('pages that keep themselves up to date, on good networks and bad', {
  tags: ['chromium-headless-shell'],
}, () => {
  let service: TestService;
  let partner: TestPartner;
  let server: string;
  let browser: Browser;
  let portal: PortalPage;
  let page: Page;
  /** Reads of the API, streams left aside. */
  let reads: string[];
  /** The code that has come. */
  let pages: string[];

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    const portalDomain = `localhost:${service.service.address!.port}`;
    partner = {
      ...created,
      portalDomain,
      api: service.client(portalDomain, created.apiKey),
      operation: service.operator(created.partnerId),
    };
    browser = await launchChromium();
    server = await provision(partner.api, '127.0.1.1', { client_id: clientId, hostname: 'shop.example.com' });
  });
  afterEach(async () => {
    await portal?.close();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function open(path: string, prepare: (page: Page) => Promise<unknown> = async () => {}): Promise<void> {
    portal = await PortalPage.open(browser, service, {
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce',
    });
    page = portal.page;
    reads = [];
    pages = [];
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('.js')) pages.push(new URL(request.url()).pathname);
    });
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) reads.push(new URL(request.url()).pathname);
    });
    await prepare(page);
    await portal.signIn(partner.api, clientId, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  const streamOf = (of: Page) =>
    of.waitForResponse((response) => response.url().endsWith('/portal/stream') && response.status() === 200);

  async function alertId(port: number): Promise<string> {
    const { body } = await partner.api.get(`/api/v1/alerts?endpoint_id=${server}&port=${port}`);
    return body.data.alerts[0].id;
  }

  async function menu(): Promise<void> {
    await page.getByRole('button', { name: 'Menu' }).click();
  }

  it('an alert that a scan ends is resolved on its open page, and the badge goes; the list and the overview follow a new one', async () => {
    await completeScan(service, partner, server, { open: ['6379:tcp'] });
    const begun = Promise.withResolvers<void>();
    await open(`/alerts/${await alertId(6_379)}`, async (opened) => {
      streamOf(opened).then(() => begun.resolve());
    });
    await begun.promise;
    await page.getByText('Open', { exact: true }).first().waitFor();
    await menu();
    await page.getByRole('link', { name: 'Alerts 1 open' }).waitFor();
    await completeScan(service, partner, server, { closed: ['6379:tcp'] });
    await page.getByText('Resolved', { exact: true }).first().waitFor();
    const toList = page.getByRole('navigation').getByRole('link', { name: 'Alerts', exact: true });
    await toList.waitFor();

    await toList.click();
    await page.getByText('No alert needs action').waitFor();
    await completeScan(service, partner, server, { open: ['3306:tcp'] });
    await page.getByRole('link', { name: /3306/ }).waitFor();
    await menu();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { level: 1, name: 'One open port needs your attention' }).waitFor();
    await completeScan(service, partner, server, { closed: ['3306:tcp'] });
    await page.getByRole('heading', { level: 1, name: 'Nothing needs your attention' }).waitFor();
    expect(portal.complaints).toEqual([]);
  });

  it('what changed while a connection was dead, and did not say so, is read when there is another', async () => {
    await completeScan(service, partner, server, { open: ['5901:tcp'] });
    await open('/alerts', async (opened) => {
      // Streams say who is signed in, and then nothing; the first one breaks.
      await opened.addInitScript(`
        const real = fetch;
        const hello = 'event: hello\\ndata: {"billing_customer_id":${clientId}}\\n\\n';
        let streams = 0;
        globalThis.fetch = (address, init) => {
          if (!String(address).endsWith('/portal/stream')) return real(address, init);
          streams += 1;
          const isFirst = streams === 1;
          const body = new ReadableStream({
            start(controller) {
              controller.enqueue(new TextEncoder().encode(hello));
              if (isFirst) setTimeout(() => controller.error(new Error('The connection is gone.')), 30_000);
            },
          });
          return Promise.resolve(new Response(body));
        };
      `);
      await opened.clock.install();
    });
    await page.getByRole('link', { name: /5901/ }).waitFor();
    await completeScan(service, partner, server, { closed: ['5901:tcp'] });
    await page.clock.runFor(29_000);
    await page.getByRole('link', { name: /5901/ }).waitFor();
    await page.clock.runFor(5_000);
    await page.getByText('No alert needs action').waitFor();
  });

  it('a page with a stream polls nothing; without one it polls, more and more rarely, and not at all when nobody is there', async () => {
    let untilIdle = async () => {};
    const begun = Promise.withResolvers<void>();
    await open(`/servers/${server}`, (opened) => {
      untilIdle = watchRequests(opened);
      streamOf(opened).then(() => begun.resolve());
      return opened.clock.install();
    });
    await eventually('the scans are read', async () => reads.some((path) => path.endsWith('/scans')));
    // What the stream has told of before is read anew.
    await begun.promise;
    await untilIdle();
    await page.clock.runFor(2_000);
    await untilIdle();
    const settled = reads.length;
    await page.clock.runFor(30_000);
    expect(reads.slice(settled)).toEqual([]);
    await portal.close();

    await open('/alerts', async (opened) => {
      await opened.route('**/portal/stream', (route) => route.abort());
      await opened.clock.install();
    });
    await completeScan(service, partner, server, { open: ['5432:tcp'] });
    await page.clock.runFor(11_000);
    await page.getByRole('link', { name: /5432/ }).waitFor();
    const before = reads.length;
    let quietMinutes = 0;
    for (let minute = 0; minute < 120 && quietMinutes < 20; minute += 1) {
      const known = reads.length;
      await page.clock.runFor(60_000);
      quietMinutes = reads.length === known ? quietMinutes + 1 : 0;
    }
    expect(quietMinutes).toBe(20);
    const polls = reads.slice(before).filter((path) => path === '/api/v1/monitoring/alerts').length;
    expect(polls).toBeGreaterThan(3);
    expect(polls).toBeLessThan(200);
    // Who comes back sees at once what is new.
    await completeScan(service, partner, server, { closed: ['5432:tcp'] });
    await page.mouse.click(5, 500);
    await page.getByText('No alert needs action').waitFor();
  });

  it('offline, a page whose code is not there yet says so inside of the portal, and comes by itself with the connection', async () => {
    await open('/');
    await page.context().setOffline(true);
    await menu();
    await page.getByRole('link', { name: 'Monthly report' }).click();
    await page.getByRole('heading', { level: 1, name: 'This page could not be shown' }).waitFor();
    await page.getByText('The server cannot be reached').waitFor();
    await page.getByText('You are offline.').waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: /report/i }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/report');
  });

  it('the code of the other pages is fetched when there is time, so that they open without a connection', async () => {
    await open('/', (opened) => opened.clock.install());
    await page.clock.runFor(6_000);
    await eventually('all pages are there', async () =>
      ['notifications-page', 'allowed-ports-page'].every((name) => pages.some((path) => path.includes(name))),
    );
    await page.context().setOffline(true);
    await menu();
    await page.getByRole('link', { name: 'Allowed ports' }).click();
    await page.getByRole('heading', { level: 1, name: 'Allowed ports' }).waitFor();
  });

  it('after an update of the portal a page whose file is gone is loaded anew once, and not for ever', async () => {
    const chunk = '**/assets/report-page-*.js';
    let asked = 0;
    await open('/', (opened) =>
      opened.route(chunk, (route) => {
        asked += 1;
        return asked === 1 ? route.fulfill({ status: 404 }) : route.continue();
      }),
    );
    await page.evaluate('window.isFormer = true');
    await menu();
    await page.getByRole('link', { name: 'Monthly report' }).click();
    await page.getByRole('heading', { level: 1, name: /report/i }).waitFor();
    expect(await page.evaluate('window.isFormer')).toBeUndefined();

    await page.unroute(chunk);
    const firewall = '**/assets/firewall-page-*.js';
    let missed = 0;
    await page.route(firewall, (route) => {
      missed += 1;
      return route.fulfill({ status: 404 });
    });
    await page.goto(`${portalUrl(service)}/firewall`);
    await page.getByRole('button', { name: 'Load it again' }).waitFor();
    expect(missed).toBeLessThan(4);
  });

  it('while a page is on its way a bar says so, and what was written stays when a request fails', async () => {
    const held = Promise.withResolvers<void>();
    await open('/', (opened) =>
      opened.route('**/assets/allowed-ports-page-*.js', async (route) => {
        await held.promise;
        await route.continue();
      }),
    );
    await menu();
    await page.getByRole('link', { name: 'Allowed ports' }).click();
    await page.getByRole('status').getByText('The page is being loaded.').waitFor();
    held.resolve();
    await page.getByRole('heading', { level: 1, name: 'Allowed ports' }).waitFor();
    await page.getByText('The page is being loaded.').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Allow a port' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note (optional)').fill('Our shop');
    await dialog
      .getByLabel(/^(Port|First port|From port)/)
      .first()
      .fill('8443');
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: /^Allow/ }).click();
    await dialog.getByText('The server cannot be reached').waitFor();
    expect(await dialog.getByLabel('Note (optional)').inputValue()).toBe('Our shop');
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: /^Allow/ }).click();
    await page.getByText('Our shop').waitFor();
  });
});
