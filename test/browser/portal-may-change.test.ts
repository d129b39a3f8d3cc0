import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAdministrator } from '../../src/identity/administrators/create-administrator.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { portMonitoring, subscribe } from '../support/billing.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { goodPassword } from '../support/portal-browser.ts';
import { customerPaths, launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { insertAlert, insertDomainAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const grace = { email: 'grace@example.com', name: 'Grace', password: goodPassword };

/** What changes nothing of the partner's or the customer's, or only what is one's own. */
const harmless =
  /^(Copy|Copied|Download PDF|Print|Search|Show|Send to my administrator|Refresh|View as customer|Desktop|Phone|Menu|(Dark|Light) theme|Sign out$|Back to the console)/;

describe('what nobody may do is not offered', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let browser: Browser;
  let portal: PortalPage;
  let page: Page;
  let serverId: string;
  let alertIds: string[];
  let leakId: string;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    const api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    const partner: TestPartner = { ...created, api, operation: service.operator(created.partnerId) };
    const graceId = (await createAdministrator(partner.operation, grace)).id;
    await createAdministrator(partner.operation, { email: 'ada@example.com', name: 'Ada', password: goodPassword });
    await service.store.database.pool.query(`UPDATE administrators SET role = 'support' WHERE id = $1`, [graceId]);
    serverId = await provision(api, '127.0.6.1', {
      client_id: 42,
      client_name: 'Jane Roe',
      client_email: 'j@example.org',
    });
    await subscribe(api, portMonitoring(42), { plan_slug: 'business' });
    await completeScan(service, partner, serverId, { open: ['22:tcp'] });
    const open = (await api.get('/api/v1/alerts')).body.data.alerts.map(({ id }: { id: string }) => id);
    const done = await insertAlert(service, partner, serverId, { port: 23, status: 'acknowledged' });
    alertIds = [...open, done];
    leakId = await insertDomainAlert(service, partner, await monitorDomain(api, 42, 'jane.example.com'), {});
    await insertAlert(service, partner, serverId, { port: 443, severity: 'low' });
    await api.post('/api/v1/whitelists', { billing_customer_id: 42, port_start: 8443, description: 'The shop' });
    browser = await launchChromium();
    portal = await PortalPage.open(browser, service);
    page = portal.page;
    await page.goto(`${portalUrl(service)}/console/sign-in`);
    await page.getByLabel('E-mail address').fill(grace.email);
    await page.getByLabel('Password').fill(grace.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });
  afterEach(() => {
    expect(portal.complaints).toEqual([]);
  });
  afterAll(async () => {
    await portal?.close();
    await browser?.close();
    await service?.stop();
  });

  /** The buttons and switches of a page that can be pressed and are not known to be harmless. */
  async function offered(path: string): Promise<string[]> {
    await page.goto(portalUrl(service) + path);
    await portal.loaded();
    const names: string[] = [];
    // How to close a port is read for another platform: that changes what is shown.
    for (const role of ['button', 'checkbox', 'radio'] as const)
      for (const control of await page.getByRole(role, { disabled: false }).all())
        if ((await control.locator('xpath=ancestor::*[@id="close-the-port"]').count()) === 0 || role === 'button')
          names.push(
            (await control.getAttribute('aria-label')) || (await control.textContent())?.trim() || `a ${role}`,
          );
    return names.filter((name) => !harmless.test(name));
  }

  it('to support, on any page of the console', async () => {
    for (const path of [
      '',
      '/customers',
      '/customers/42',
      '/alerts',
      `/alerts/${alertIds[0]}`,
      '/servers',
      '/plans',
      '/keys',
      '/portal-domains',
      '/branding',
      '/settings',
      '/sandbox',
      '/audit',
      '/people',
    ])
      expect({ path, offered: await offered(`/console${path}`) }).toEqual({ path, offered: [] });
  });

  it('to who views as a customer, on any page of the portal, and the button says why', async () => {
    await page.goto(`${portalUrl(service)}/console/customers/42`);
    await page.getByRole('button', { name: 'View as customer' }).click();
    await page.getByRole('region', { name: 'Viewing as a customer' }).waitFor();
    for (const path of customerPaths({ alertIds, serverIds: [serverId], leakIds: [leakId] }))
      expect({ path, offered: await offered(path) }).toEqual({ path, offered: [] });
    await page.goto(`${portalUrl(service)}/servers/${serverId}`);
    const scan = page.getByRole('button', { name: 'Scan now' });
    expect(await scan.isDisabled()).toBe(true);
    expect(await scan.getAttribute('title')).toBe('You are viewing as this customer: nothing can be changed.');
    await page.getByRole('button', { name: 'Back to the console' }).click();
    await page.getByRole('heading', { level: 1, name: 'Jane Roe' }).waitFor();
  });
});
