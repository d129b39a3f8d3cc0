import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAdministrator } from '../../src/identity/administrators/create-administrator.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { portMonitoring, subscribe } from '../support/billing.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { problemsByKeyboard } from '../support/keyboard-walk.ts';
import { goodPassword } from '../support/portal-browser.ts';
import {
  consolePaths,
  customerPaths,
  launchChromium,
  PortalPage,
  portalUrl,
  smallTargetsOf,
} from '../support/portal-page.ts';
import { insertAlert, insertDomainAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const jane = { client_id: 42, client_name: 'Jane Roe', client_email: 'jane@example.org' };
const ada = { email: 'ada@example.com', name: 'Ada', password: goodPassword };

describe('every page by keyboard, and by thumb', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let browser: Browser;
  let portal: PortalPage;
  let page: Page;
  let api: ApiClient;
  let serverId: string;
  let alertIds: string[];
  let leakId: string;
  let webhookId: string;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    const partner: TestPartner = { ...created, api, operation: service.operator(created.partnerId) };
    await createAdministrator(partner.operation, ada);
    serverId = await provision(api, '127.0.6.2', jane);
    await subscribe(api, portMonitoring(42), { plan_slug: 'business' });
    await completeScan(service, partner, serverId, { open: ['22:tcp', '80:tcp', '6379:tcp'] });
    const open = (await api.get('/api/v1/alerts')).body.data.alerts.map(({ id }: { id: string }) => id);
    alertIds = [...open, await insertAlert(service, partner, serverId, { port: 23, status: 'acknowledged' })];
    leakId = await insertDomainAlert(service, partner, await monitorDomain(api, 42, 'jane.example.com'), {});
    await api.post('/api/v1/whitelists', { billing_customer_id: 42, port_start: 8443, description: 'The shop' });
    await api.post('/api/v1/webhooks', { url: 'https://hooks.acme.example/security', description: 'Tickets' });
    webhookId = (await api.get('/api/v1/webhooks')).body.data.webhooks[0].id;
    browser = await launchChromium();
    portal = await PortalPage.open(browser, service, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    page = portal.page;
  });
  afterEach(() => {
    expect(portal.complaints).toEqual([]);
  });
  afterAll(async () => {
    await portal?.close();
    await browser?.close();
    await service?.stop();
  });

  async function open(path: string): Promise<void> {
    await page.goto(portalUrl(service) + path);
    await portal.loaded();
  }

  async function expectUsable(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await open(path);
      expect.soft({ path, small: await smallTargetsOf(page) }).toEqual({ path, small: [] });
      expect.soft({ path, byKeyboard: await problemsByKeyboard(page) }).toEqual({ path, byKeyboard: [] });
    }
  }

  /** Opens the dialog of each button, walks through it, and leaves it by Escape. */
  async function expectUsableDialogs(dialogs: readonly (readonly [path: string, button: string])[]): Promise<void> {
    for (const [path, name] of dialogs) {
      await open(path);
      const button = page.getByRole('button', { name, exact: true }).first();
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      const at = `${path}, ${name}`;
      expect.soft({ at, small: await smallTargetsOf(page) }).toEqual({ at, small: [] });
      expect.soft({ at, byKeyboard: await problemsByKeyboard(page, 'dialog[open]') }).toEqual({ at, byKeyboard: [] });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect.soft(await button.evaluate((element) => element === document.activeElement), at).toBe(true);
    }
  }

  it('of a customer: Tab reaches what can be pressed and shows where it is, and nothing is too small to be touched', async () => {
    await portal.signIn(api, jane.client_id);
    await expectUsable([
      '/alerts?status=all',
      ...customerPaths({ alertIds, serverIds: [serverId], leakIds: [leakId] }),
    ]);
    await expectUsableDialogs([
      ['/servers', 'Add a server'],
      [`/servers/${serverId}`, 'Pause'],
      ['/allowed-ports', 'Allow a port'],
    ]);
  });

  it('of the console', async () => {
    await open('/console/sign-in');
    expect(await problemsByKeyboard(page)).toEqual([]);
    await page.getByLabel('E-mail address').fill(ada.email);
    await page.getByLabel('Password').fill(ada.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await expectUsable(consolePaths({ alertId: alertIds[0]!, webhookId }));
    await expectUsableDialogs([
      ['/console/people', 'Add a person'],
      ['/console/portal-domains', 'Add a domain'],
    ]);
  });
});
