import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { watchRequests } from '../support/network-idle.ts';
import { createAdministrator, goodPassword } from '../support/portal-browser.ts';
import { consolePaths, customerPaths, launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { insertAlert, insertDomainAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** What web.dev calls good is ten times as much. */
const mostShift = 0.01;
const longestDelayMs = 400;

/** Adds up by how much what is seen moves by itself, from before the page's own scripts run. */
const observe = `
  globalThis.shifted = { total: 0, what: [] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      shifted.total += value;
      for (const { node } of sources) shifted.what.push((node?.innerText ?? node?.nodeName ?? '?').slice(0, 40));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

describe('a page does not move by itself, whatever comes late', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let partner: TestPartner;
  let browser: Browser;
  let serverIds: string[];
  let leakId: string;
  let alertId: string;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const created = await createPartner(service.service.resources, { name: 'Acme', portalDomain: 'localhost' });
    const api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    partner = { ...created, api, operation: service.operator(created.partnerId) };
    serverIds = [];
    for (let index = 0; index < 12; index += 1) {
      const id = await provision(partner.api, `192.0.2.${index + 1}`, {
        client_id: 42,
        hostname: `web${index}.example`,
      });
      serverIds.push(id);
      await completeScan(service, partner, id, { open: ['22:tcp', '443:tcp', '6379:tcp'] });
    }
    alertId = await insertAlert(service, partner, serverIds[0]!, { severity: 'critical', port: 23 });
    const domainId = await monitorDomain(partner.api, 42, 'still.example.com');
    leakId = await insertDomainAlert(service, partner, domainId, { severity: 'high' });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Every answer comes at a time of its own. */
  async function openSlowly(width: number): Promise<PortalPage> {
    const portal = await PortalPage.open(browser, service, { viewport: { width, height: 800 } });
    await portal.page.addInitScript(observe);
    return portal;
  }

  async function slowDown(page: Page): Promise<void> {
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longestDelayMs));
      await route.continue().catch(() => {});
    });
  }

  async function walk(portal: PortalPage, paths: readonly string[]): Promise<void> {
    const { page } = portal;
    const untilIdle = watchRequests(page);
    const moved: unknown[] = [];
    for (const path of paths) {
      await page.goto(`${portalUrl(service)}${path}`);
      await portal.loaded();
      await untilIdle();
      const { total, what } = (await page.evaluate('shifted')) as { total: number; what: string[] };
      if (total > mostShift) moved.push({ path, total, what });
    }
    expect(moved).toEqual([]);
  }

  it.each([360, 1_280])('of the customer’s pages, at a width of %i', async (width) => {
    const portal = await openSlowly(width);
    await portal.signIn(partner.api, 42);
    await portal.loaded();
    await slowDown(portal.page);
    await walk(portal, customerPaths({ alertIds: [alertId], serverIds: serverIds.slice(0, 1), leakIds: [leakId] }));
    await portal.close();
  });

  it('of the console’s pages', async () => {
    const email = 'still@example.com';
    await createAdministrator(partner, email);
    await partner.api.post('/api/v1/webhooks', { url: 'https://hooks.example.com/still' });
    const { webhooks } = (await partner.api.get('/api/v1/webhooks')).body.data;
    const portal = await openSlowly(1_280);
    const { page } = portal;
    await page.goto(`${portalUrl(service)}/console/sign-in`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(goodPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await slowDown(page);
    await walk(portal, consolePaths({ alertId, webhookId: webhooks[0].id }));
    await portal.close();
  });

  it('the overview comes with all that it shows', async () => {
    const portal = await openSlowly(1_280);
    const asked: string[] = [];
    portal.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/') && !pathname.endsWith('/stream')) asked.push(pathname);
    });
    const untilIdle = watchRequests(portal.page);
    await portal.signIn(partner.api, 42);
    await portal.page.getByRole('heading', { name: 'What needs action' }).waitFor();
    await untilIdle();
    expect(asked).toEqual([]);
    await portal.close();
  });

  it('the picture of a fleet is no wider than a phone that was turned and turned back', async () => {
    const portal = await openSlowly(360);
    const { page } = portal;
    await portal.signIn(partner.api, 42, '/servers');
    await page.locator('canvas').waitFor();
    for (const width of [780, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForTimeout(200);
    }
    expect(await portal.overflowPx()).toBe(0);
    await portal.close();
  });
});
