import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAdministrator } from '../../src/identity/administrators/create-administrator.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { eventually } from '../support/eventually.ts';
import { problemsByKeyboard } from '../support/keyboard-walk.ts';
import { goodPassword } from '../support/portal-browser.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { insertAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const jane = { client_id: 42, client_name: 'Jane Roe', client_email: 'jane@example.com' };
const joe = { client_id: 43, client_name: 'Joe Bloggs' };
const ada = { email: 'ada@example.com', name: 'Ada' };

describe('the search over everything, and the keys for lists', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let partner: TestPartner;
  let browser: Browser;
  let portal: PortalPage;
  let page: Page;
  let shopId: string;
  let shopAlert: string;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const created = await createPartner(service.service.resources, { name: 'Acme', portalDomain: 'localhost' });
    const api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    partner = { ...created, api, operation: service.operator(created.partnerId) };
    await createAdministrator(partner.operation, { ...ada, password: goodPassword });
    shopId = await provision(api, '127.0.0.9', { ...jane, hostname: 'shop.example.com' });
    const mailId = await provision(api, '127.0.0.10', { ...jane, hostname: 'mail.example.com' });
    await provision(api, '127.0.0.11', { ...joe, hostname: 'joe.example.com' });
    shopAlert = await insertAlert(service, partner, shopId, { port: 22, severity: 'critical' });
    await insertAlert(service, partner, mailId, { port: 2_222, severity: 'high' });
    browser = await launchChromium();
  });
  afterEach(async () => {
    await portal?.close();
    expect(portal.complaints).toEqual([]);
    expect(portal.foreignRequests).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const path = () => new URL(page.url()).pathname + new URL(page.url()).search;
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const option = (name: RegExp) => page.getByRole('option', { name });
  const chosen = async () => (await page.locator('[role=option][aria-selected=true]').textContent()) ?? '';
  const focused = () =>
    page.evaluate('document.activeElement.innerText?.trim() || document.activeElement.id') as Promise<string>;

  async function openPortal(path = '/', options: Parameters<typeof PortalPage.open>[2] = {}): Promise<void> {
    portal = await PortalPage.open(browser, service, options);
    page = portal.page;
    await portal.signIn(partner.api, jane.client_id, path);
    await portal.loaded();
  }

  async function openConsole(): Promise<void> {
    portal = await PortalPage.open(browser, service);
    page = portal.page;
    await page.goto(`${portalUrl(service)}/console`);
    await page.getByLabel('E-mail address').fill(ada.email);
    await page.getByLabel('Password').fill(goodPassword);
    await page.getByRole('button', { name: /^Sign in$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  }

  async function search(text: string): Promise<void> {
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await dialog('Search').waitFor();
    await page.keyboard.type(text);
  }

  it('Ctrl K, some letters, the arrows and Enter lead a customer to a page, a server and an alert', async () => {
    await openPortal();
    await search('month');
    await option(/^Monthly report$/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /report/i }).waitFor();
    expect(path()).toBe('/report');
    await dialog('Search').waitFor({ state: 'detached' });
    // The focus goes with the reader, as after every navigation.
    await eventually('the heading has the focus', async () => /report/i.test(await focused()));

    await search('SHOP');
    await option(/^shop\.example\.com/).waitFor();
    await option(/SSH.*shop\.example\.com/).waitFor();
    expect(await chosen()).toMatch(/^shop/);
    await page.keyboard.press('ArrowDown');
    await eventually('the alert is chosen', async () => /SSH/.test(await chosen()));
    await page.keyboard.press('ArrowDown');
    await eventually('the first follows the last', async () => /^shop/.test(await chosen()));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /shop/ }).waitFor();
    expect(path()).toBe(`/servers/${shopId}`);

    await search('ssh shop');
    await option(/SSH/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /SSH/ }).waitFor();
    expect(path()).toBe(`/alerts/${shopAlert}`);
  });

  it('a customer finds nobody else’s server, and is told that there is nothing', async () => {
    await openPortal();
    await search('joe.example');
    await dialog('Search').getByText('Nothing found').waitFor();
    expect(await page.getByRole('listbox').count()).toBe(0);
    await page.keyboard.press('Enter');
    await dialog('Search').waitFor();
  });

  it('Tab stays within it, Escape closes it, and the focus is back where it was', async () => {
    await openPortal('/alerts');
    await page.getByRole('button', { name: 'Search', exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialog('Search').waitFor();
    expect(await problemsByKeyboard(page, 'dialog')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog('Search').waitFor({ state: 'detached' });
    await eventually('the focus is back', async () => /^Search/.test(await focused()));
  });

  it('has no violation that axe finds in either theme, fits 320 pixels, and shows what is chosen in forced colours', async () => {
    await openPortal('/alerts', { viewport: { width: 320, height: 568 }, reducedMotion: 'reduce' });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await search('s');
      await option(/SSH.*mail/).waitFor();
      expect.soft(await portal.violations(), theme).toEqual([]);
      expect.soft(await portal.overflowPx()).toBeLessThanOrEqual(0);
      const widest = await page.evaluate(
        "document.querySelector('dialog').scrollWidth - document.querySelector('dialog').clientWidth",
      );
      expect.soft(widest).toBe(0);
      await page.keyboard.press('Escape');
    }
    await page.emulateMedia({ forcedColors: 'active' });
    await search('s');
    const marked = page.locator('[role=option][aria-selected=true]');
    await marked.waitFor();
    expect(await marked.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await dialog('Keyboard shortcuts').waitFor();
    expect(await portal.violations()).toEqual([]);
    expect(await portal.overflowPx()).toBeLessThanOrEqual(0);
  });

  it('an administrator finds customers by name and number, servers and alerts of all customers, and pages', async () => {
    await openConsole();
    await search('jane');
    await option(/^Jane Roe\s*Customer 42$/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/customers/42');
    await page.getByRole('heading', { level: 1, name: /Jane Roe/ }).waitFor();

    await search('43');
    await option(/^Joe Bloggs/).click();
    await page.waitForURL('**/console/customers/43');

    await search('shop.example');
    await option(/^127\.0\.0\.9\s*shop\.example\.com/).waitFor();
    await option(/SSH.*shop/).waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/alerts?server=${shopId}`);

    await search('ssh jane');
    await option(/SSH/).first().click();
    await page.waitForURL(`**/console/alerts/${shopAlert}`);

    await search('brand');
    await option(/^Branding$/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/branding');
  });

  it('j and k go through the rows of a list, and Enter opens one', async () => {
    await openPortal('/alerts');
    await page.getByRole('link', { name: /SSH.*shop/s }).waitFor();
    await page.keyboard.press('j');
    expect(await focused()).toContain('shop.example.com');
    await page.keyboard.press('j');
    expect(await focused()).toContain('mail.example.com');
    await page.keyboard.press('j');
    expect(await focused()).toContain('mail.example.com');
    await page.keyboard.press('k');
    expect(await focused()).toContain('shop.example.com');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/alerts/${shopAlert}`);
  });

  it('the rows of the console’s tables are gone through alike', async () => {
    await openConsole();
    await page.goto(`${portalUrl(service)}/console/customers`);
    await page.getByRole('link', { name: 'Joe Bloggs' }).waitFor();
    await page.keyboard.press('j');
    expect(await focused()).toBe('Jane Roe');
    await page.keyboard.press('j');
    expect(await focused()).toBe('Joe Bloggs');
    await page.getByLabel('Search').first().focus();
    await page.keyboard.type('jk?');
    expect(await page.getByLabel('Search').first().inputValue()).toBe('jk?');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('keys of one letter can be switched off, and stay so in this browser', async () => {
    await openPortal('/alerts');
    await page.getByRole('link', { name: /SSH.*shop/s }).waitFor();
    await page.keyboard.press('?');
    await dialog('Keyboard shortcuts').getByText('Next row of a list').waitFor();
    await page.getByLabel('Use keys of one letter').uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('link', { name: /SSH.*shop/s }).waitFor();
    const before = await focused();
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    expect(await focused()).toBe(before);
    await search('');
    await dialog('Search').getByRole('button', { name: 'Keyboard shortcuts' }).click();
    expect(await page.getByLabel('Use keys of one letter').isChecked()).toBe(false);
  });

  it('without a connection it is said that it cannot be loaded, and the page stays', async () => {
    await openPortal('/alerts');
    await page.context().setOffline(true);
    await page.keyboard.press('Control+k');
    await page.getByText('The page could not be loaded').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor();
    await page.context().setOffline(false);
    await search('');
  });
});
