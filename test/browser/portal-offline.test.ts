import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { completeScan } from '../support/completed-scans.ts';
import { eventually } from '../support/eventually.ts';
import { launchChromium, PortalPage } from '../support/portal-page.ts';
import { provision } from '../support/scans.ts';
import { TcpRelay } from '../support/tcp-relay.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const clientId = 42;

describe('pages that are loaded anew while the service cannot be reached', {
  tags: ['chromium-headless-shell'],
}, () => {
  let service: TestService;
  let partner: TestPartner;
  let relay: TcpRelay;
  let isCut = false;
  let origin: string;
  let browser: Browser;
  let portal: PortalPage;
  let page: Page;
  let alertId: string;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    relay = await TcpRelay.start({ host: '127.0.0.1', port: service.service.address!.port });
    origin = `http://localhost:${relay.port}`;
    const portalDomain = `localhost:${relay.port}`;
    const api: ApiClient = service.client(portalDomain, created.apiKey);
    partner = { ...created, portalDomain, api, operation: service.operator(created.partnerId) };
    const server = await provision(api, '127.0.1.1', { client_id: clientId, hostname: 'shop.example.com' });
    await completeScan(service, partner, server, { open: ['6379:tcp'] });
    alertId = (await api.get('/api/v1/alerts')).body.data.alerts[0].id;
    browser = await launchChromium();
  });
  afterEach(async () => {
    await portal?.close();
    await restore();
  });
  afterAll(async () => {
    await browser?.close();
    await cut();
    await service?.stop();
  });

  async function cut(): Promise<void> {
    if (!isCut) await relay?.cut();
    isCut = true;
  }

  async function restore(): Promise<void> {
    if (isCut) await relay.restore();
    isCut = false;
  }

  /** Comes to a page, and waits until the browser has all that it keeps. */
  async function open(path: string): Promise<void> {
    portal = await PortalPage.open(browser, service, {
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce',
      serviceWorkers: 'allow',
    });
    page = portal.page;
    await portal.signIn(partner.api, clientId, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  }

  const storedPages = () =>
    page.evaluate(`caches.keys().then(async (names) => {
      const texts = [];
      for (const name of names)
        for (const request of await (await caches.open(name)).keys())
          texts.push(new URL(request.url).pathname + ' ' + (await (await caches.match(request)).text()));
      return texts;
    })`) as Promise<string[]>;

  it('the page comes up with what it showed, says that it may be old, opens others, and goes on when the service answers', async () => {
    await open(`/alerts/${alertId}`);
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await cut();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: title! }).waitFor();
    await page.getByText('The service cannot be reached.').waitFor();
    expect(await portal.violations()).toEqual([]);
    expect(await portal.overflowPx()).toBe(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Allowed ports' }).click();
    await page.getByRole('heading', { level: 1, name: 'Allowed ports' }).waitFor();

    await restore();
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
    await page.getByText('No port is allowed yet').waitFor();
  });

  it('an alert that was not opened before says that it is not kept, and comes with the connection', async () => {
    await open('/alerts');
    await page.getByRole('link', { name: /6379/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: /6379/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Not available offline' }).waitFor();
    await page.getByText('You have not opened this alert before').waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: /6379/ }).waitFor();
  });

  it('nothing of a customer lies in the browser’s store, and nothing in the tab’s once somebody has signed out', async () => {
    await open('/alerts');
    await page.getByRole('link', { name: /6379/ }).waitFor();
    const stored = await storedPages();
    expect(stored.length).toBeGreaterThan(10);
    expect(stored.filter((text) => /6379|shop\.example/.test(text) || text.startsWith('/api/'))).toEqual([]);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'You are not signed in' }).waitFor();
    expect(await page.evaluate('sessionStorage.getItem("kept-reads")')).toBeNull();
    await cut();
    await page.reload();
    await page.getByText('The server cannot be reached').waitFor();
    expect(await page.textContent('body')).not.toMatch(/6379/);
    await restore();
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByRole('heading', { level: 1, name: 'You are not signed in' }).waitFor();
  });

  it('of a session that ended elsewhere nothing comes up again', async () => {
    await open('/alerts');
    await page.getByRole('link', { name: /6379/ }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${origin}/`);
    await other.getByRole('button', { name: 'Menu' }).click();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: /not signed in|session has ended/ }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'You are not signed in' }).waitFor();
    await cut();
    await page.reload();
    await page.getByText('The server cannot be reached').waitFor();
    expect(await page.textContent('body')).not.toMatch(/6379/);
    await restore();
  });

  it('a page that no longer wants the worker is rid of it', async () => {
    await open('/');
    await cut();
    const other = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<h1>Another release</h1>'),
    );
    await new Promise<void>((resolve) => other.listen(relay.port, '127.0.0.1', resolve));
    await page.goto(`${origin}/`);
    await page.getByRole('heading', { name: 'Another release' }).waitFor();
    await eventually(
      'the worker is gone, with what it kept',
      async () =>
        page.evaluate(
          'Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()]).then((all) => all.flat().length === 0)',
        ) as Promise<boolean>,
    );
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
  });
});
