import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { customerPaths, launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { enableSandbox, SandboxClient } from '../support/sandbox-client.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const clientId = 42;
/** As each language has it, from the beginning. */
const banners = {
  en: 'You are in the sandbox: nothing here is real.',
  de: 'Sie sind in der Sandbox: Nichts hier ist echt.',
  fr: 'Vous êtes dans le bac à sable : rien ici n’est réel.',
  es: 'Está en el entorno de pruebas: nada aquí es real.',
  pt: 'Está no sandbox: nada aqui é real.',
};

describe('a customer of the sandbox', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let browser: Browser;
  let portal: PortalPage;
  let page: Page;
  let partner: TestPartner;
  let sandbox: SandboxClient;
  let paths: string[];

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    const host = `localhost:${service.service.address!.port}`;
    const api = service.client(host, created.apiKey);
    partner = { ...created, api, operation: service.operator(created.partnerId) };
    await enableSandbox(service, partner);
    sandbox = new SandboxClient(service.url, host, created.apiKey);
    await provision(api, '127.0.7.1', { client_id: clientId, client_name: 'Real Roe' });
    const serverId = await provision(sandbox, '127.0.7.2', { client_id: clientId, client_name: 'Tried Roe' });
    await sandbox.send('PUT', '/api/v1/sandbox/scenario', { scenario: 'critical' });
    await sandbox.post('/api/v1/sandbox/scan', { endpoint_id: serverId });
    const { alerts } = (await sandbox.get('/api/v1/alerts')).body.data;
    paths = customerPaths({ alertIds: [alerts[0].id], serverIds: [serverId], leakIds: [] });
    browser = await launchChromium();
    portal = await PortalPage.open(browser, service, { viewport: { width: 360, height: 740 }, hasTouch: true });
    page = portal.page;
    await portal.signIn(sandbox, clientId);
  });
  afterEach(() => {
    expect(portal.complaints).toEqual([]);
  });
  afterAll(async () => {
    await portal?.close();
    await browser?.close();
    await service?.stop();
  });

  const banner = () => page.getByRole('region', { name: 'The sandbox' });

  it('reads on every page that nothing is real, in sight on a phone while the page is scrolled', async () => {
    for (const path of paths) {
      await page.goto(portalUrl(service) + path);
      await portal.loaded();
      expect(await banner().textContent(), path).toContain(banners.en);
      await page.mouse.wheel(0, 10_000);
      expect(await banner().boundingBox(), path).toMatchObject({ x: 0, width: 360 });
      expect((await banner().boundingBox())!.height, path).toBeLessThan(740 / 5);
      await expect
        .poll(() => banner().evaluate((element) => element.getBoundingClientRect().top >= 0), { message: path })
        .toBe(true);
      expect(await portal.overflowPx(), path).toBeLessThanOrEqual(0);
      expect(await portal.violations(), path).toEqual([]);
    }
    expect(await page.getByText('Tried Roe').first().isVisible()).toBe(true);
    expect(await page.getByText('Real Roe').count()).toBe(0);
  });

  it('reads it on paper, too', async () => {
    await page.emulateMedia({ media: 'print' });
    expect(await banner().isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
  });

  it('cannot set up a chat, and reads why', async () => {
    await page.goto(`${portalUrl(service)}/notifications`);
    await portal.loaded();
    const add = page.getByRole('button', { name: 'Add a chat or pager' });
    await add.waitFor();
    expect(await add.isDisabled()).toBe(true);
  });

  it.each(Object.entries(banners))('reads it in %s', async (language, text) => {
    await page.evaluate(
      (chosen) =>
        fetch('/api/v1/session/language', {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ language: chosen }),
        }).then(({ status }) => status),
      language,
    );
    await page.goto(portalUrl(service));
    await page.getByText(text).waitFor();
  });

  it('is somebody else than the real customer with the same number, whose pages say nothing of it', async () => {
    await portal.signIn(partner.api, clientId);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Real Roe').first().waitFor();
    expect(await page.getByText('Tried Roe').count()).toBe(0);
    expect(await page.getByText('sandbox').count()).toBe(0);
  });
});
