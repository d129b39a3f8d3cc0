import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAdministrator } from '../../src/identity/administrators/create-administrator.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { act } from '../support/billing.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { goodPassword } from '../support/portal-browser.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { insertAlert, insertDomainAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { TestService } from '../support/test-service.ts';

const ada = { email: 'ada@example.com', name: 'Ada' };

describe('which customers are in danger, in a browser', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let api: ApiClient;
  let browser: Browser;
  let portal: PortalPage;
  let page: PortalPage['page'];
  let session: NonNullable<Exclude<BrowserContextOptions['storageState'], string>>;
  let alertId: string;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const partner = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    api = service.client(`localhost:${service.service.address!.port}`, partner.apiKey);
    await createAdministrator(service.operator(partner.partnerId), { ...ada, password: goodPassword });
    await provision(api, '127.0.5.1', { client_id: 1, client_name: 'Calm Ltd' });
    const server = await provision(api, '127.0.5.2', { client_id: 42, client_name: 'Jane Roe' });
    const paused = await provision(api, '127.0.5.3', { client_id: 42 });
    await act(api, 'suspend', { endpoint_id: paused });
    const high = await provision(api, '127.0.5.4', { client_id: 43, client_name: 'High Ltd' });
    const domain = await monitorDomain(api, 42, 'jane.example.com');
    const owner = { ...partner, portalDomain: 'localhost', operation: service.operator(partner.partnerId), api };
    alertId = await insertAlert(service, owner, server, { severity: 'critical', port: 6_379 });
    await insertDomainAlert(service, owner, domain, { severity: 'medium' });
    await insertAlert(service, owner, high, { severity: 'high' });
    await api.send('PUT', `/api/v1/endpoints/${server}`, { billing_customer_id: 42, nickname: 'Shop' });
    await provision(api, '127.0.5.5', { client_id: 44, client_name: 'Fleet Ltd' });
    await service.store.database.pool.query(
      `INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, created_at, updated_at)
       SELECT partner_id, gen_random_uuid(), customer_id, ip_address + n, '', '', 'paused', now(), now()
       FROM endpoints, generate_series(1, 999) n WHERE host(ip_address) = '127.0.5.5'`,
    );
    browser = await launchChromium();
    const signedIn = await api.post(
      '/api/v1/session',
      { ...ada, password: goodPassword },
      { origin: portalUrl(service) },
    );
    const [name = '', value = ''] = String(signedIn.headers['set-cookie']).split(';')[0]!.split('=');
    const cookie = { name, value, domain: 'localhost', path: '/', expires: -1, httpOnly: true, secure: false };
    session = { cookies: [{ ...cookie, sameSite: 'Lax' }], origins: [] };
  });
  afterEach(async () => {
    await portal.close();
    expect(portal.complaints).toEqual([]);
    expect(portal.foreignRequests).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const link = (name: string | RegExp) => page.getByRole('link', { name });

  async function open(path: string, options: BrowserContextOptions = {}): Promise<void> {
    portal = await PortalPage.open(browser, service, { storageState: session, ...options });
    page = portal.page;
    await page.goto(portalUrl(service) + path);
  }

  it.each(['/console', '/console/customers/42', '/console/alerts', '/console/alerts/ID', '/console/servers'])(
    '%s breaks no rule of WCAG 2.2 AA, in light and dark, wide and narrow, and never scrolls sideways',
    async (path) => {
      await open(path.replace('ID', alertId), { viewport: { width: 360, height: 740 } });
      await portal.loaded();
      expect(await portal.overflowPx()).toBe(0);
      expect(await portal.violations()).toEqual([]);
      await page.evaluate(`localStorage.setItem('theme', 'dark')`);
      await page.setViewportSize({ width: 1_440, height: 900 });
      await page.reload();
      await portal.loaded();
      expect(await portal.overflowPx()).toBe(0);
      expect(await portal.violations()).toEqual([]);
    },
  );

  it('a thousand servers stand on one screen, and each square leads to its server', async () => {
    await open('/console/customers/44');
    const picture = page.getByRole('img', { name: 'A picture of 1,000 servers by their most severe open alert.' });
    await picture.waitFor();
    await page.getByText('Not scanned, crossed out: 999').waitFor();
    expect(await portal.violations()).toEqual([]);
    expect((await picture.boundingBox())!.height).toBeLessThan(900);
    await picture.click({ position: { x: 5, y: 5 } });
    await heading(/^Open alerts/).waitFor();
    expect(new URL(page.url()).search).toMatch(/^\?server=/);
  });

  it('a cause leads to the alerts of all customers that it counts', async () => {
    await open('/console');
    await link('1 server of 1 customer').first().click();
    await heading(/6379/).waitFor();
    await link('Jane Roe').waitFor();
    expect(await page.getByRole('table').getByRole('link', { name: /Ltd/ }).count()).toBe(0);
    expect(await portal.violations()).toEqual([]);
  });

  it('the audit log says in a row what was done to what', async () => {
    await open('/console/audit?customer=42');
    const row = page.locator('summary', { hasText: 'Server renamed' });
    await row.getByText('127.0.5.2', { exact: true }).waitFor();
    await row.getByText('127.0.5.2 → Shop').waitFor();
    await page.locator('summary', { hasText: 'Server suspended' }).getByText('127.0.5.3').waitFor();
    await page.locator('summary', { hasText: 'Domain set up' }).getByText('jane.example.com').waitFor();
  });

  it('from the number to the customer to the alert, into the customer’s portal, which refuses a change, and back', async () => {
    await open('/console');
    await portal.loaded();
    await link('Open critical alerts 1').click();
    await heading('Open alerts').waitFor();
    await link('Jane Roe').first().waitFor();
    await page.goBack();
    await link('Servers paused 1,000').click();
    await heading('Servers').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).click();
    await heading('Customers').waitFor();
    await link('Jane Roe').waitFor();
    const names = await page
      .getByRole('table')
      .getByRole('link', { name: /Ltd|Roe/ })
      .allTextContents();
    expect(names).toEqual(['Jane Roe', 'High Ltd', 'Calm Ltd', 'Fleet Ltd']);
    await page.getByLabel('Most severe open alert').selectOption('High');
    await link('Jane Roe').waitFor({ state: 'detached' });
    await page.getByLabel('Most severe open alert').selectOption('Any');
    await link('Jane Roe').click();
    await heading('Jane Roe').waitFor();
    await portal.loaded();
    await page.getByText('Paused by hand', { exact: true }).waitFor();
    await link('jane.example.com').first().waitFor();
    const history = page.locator('section', { has: page.getByRole('heading', { name: 'History' }) });
    await history.getByText('Server suspended').waitFor();
    await history.getByRole('link', { name: '127.0.5.3' }).first().waitFor();
    await history.getByText('→ Shop').waitFor();
    await page
      .getByRole('table', { name: 'Open alerts' })
      .getByRole('link', { name: /6379|Redis/ })
      .click();
    await page.getByText('Act today').waitFor();
    await page.getByRole('button', { name: 'View as customer' }).click();
    const banner = page.getByRole('region', { name: 'Viewing as a customer' });
    await banner.getByText('You are viewing as Jane Roe (customer 42), read-only.').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/alerts/${alertId}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await portal.violations()).toEqual([]);
    const refused = await page.evaluate(`fetch('/api/v1/alerts/${alertId}/resolve', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"billing_customer_id":42}',
    }).then(async (answer) => [answer.status, (await answer.json()).error.message])`);
    expect(refused).toEqual([403, expect.stringContaining('read-only')]);
    await page.goto(`${portalUrl(service)}/console/keys`);
    await banner.waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await portal.loaded();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await portal.overflowPx()).toBe(0);
    expect(await portal.violations()).toEqual([]);
    const other = await page.context().newPage();
    await other.goto(portalUrl(service));
    await other.getByRole('region', { name: 'Viewing as a customer' }).waitFor();
    await banner.getByRole('button', { name: 'Back to the console' }).click();
    await heading('Jane Roe').waitFor();
    // The other tab must not go on as somebody who could change things.
    await other.waitForURL(/\/console$/);
    await other.close();
    await page.getByText('Portal closed again').first().waitFor();
    expect((await api.get(`/api/v1/alerts/${alertId}`)).body.data.alert.status).toBe('open');
  });

  it('a service goes to another customer, and a customer into another one, after a look at what it comes to', async () => {
    await provision(api, '127.0.5.9', {
      client_id: 50,
      client_name: 'Old Ltd',
      service_id: 5,
      product_slug: 'endpoint',
    });
    await open('/console/customers/50');
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const number = dialog.getByLabel('Customer number');
    await number.fill('50');
    await dialog.getByRole('button', { name: 'Show what would move' }).click();
    await dialog.getByRole('alert').first().waitFor();
    expect(await portal.violations()).toEqual([]);
    await number.fill('51');
    await dialog.getByRole('button', { name: 'Show what would move' }).click();
    await dialog.getByText('That customer is not on record yet').waitFor();
    expect(await portal.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await page.getByText('Customer 51 has it now.').first().waitFor();
    await page.goto(`${portalUrl(service)}/console/customers/51`);
    await page.getByRole('button', { name: 'Merge into another customer' }).click();
    await number.fill('50');
    await dialog.getByRole('button', { name: 'Show what would move' }).click();
    await dialog.getByText('Give all of this to customer 50?').waitFor();
    await dialog.getByRole('button', { name: 'Merge into another customer' }).click();
    await heading('Old Ltd').waitFor();
    await page.getByText('127.0.5.9').first().waitFor();
  });

  it('without a mail server a person is added with a first password, and removed', async () => {
    await open('/console/people');
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('E-mail address').fill('grace@example.com');
    await page.getByLabel('First password').fill('grace has a password');
    await page.getByRole('button', { name: 'Add the person' }).click();
    await page.getByText('This must not contain the e-mail address.').waitFor();
    await page.getByLabel('First password').fill(goodPassword);
    await page.getByRole('button', { name: 'Add the person' }).click();
    await page.getByText('grace@example.com can sign in now.').waitFor();
    await page.getByRole('button', { name: 'Remove grace@example.com' }).click();
    await page.getByRole('button', { name: 'Remove the person' }).click();
    await page.getByText('grace@example.com can no longer sign in.').waitFor();
    await page.getByRole('button', { name: /^Remove / }).waitFor({ state: 'detached' });
  });
});
