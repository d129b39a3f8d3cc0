import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { allowAlertLinks, mailAbout } from '../support/alert-links.ts';
import type { ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { createAdministrator, goodPassword } from '../support/portal-browser.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { insertAlert } from '../support/rows.ts';
import { nextScan, provision } from '../support/scans.ts';
import { host, ScriptedScanner } from '../support/scripted-scanner.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const jane = { client_id: 42, client_name: 'Jane Roe', client_email: 'jane@example.org' };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: 'reduce' } as const;
const area = 'https://billing.example.com/area?view=security';
const signInAt = 'Sign in at Northwind Hosting';

describe('from a mail to the fix', { tags: ['chromium-headless-shell'] }, () => {
  const scanner = new ScriptedScanner();
  const address = loopbackAddress();
  let service: TestService;
  let partner: Pick<TestPartner, 'partnerId' | 'operation'> & { api: ApiClient };
  let browser: Browser;
  let portal: PortalPage;
  let alertId: string;

  beforeAll(async () => {
    // Nothing is sent: the mails are made up, and the portal only has to know that there could be some.
    const environment = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@mail.example.com' };
    service = await TestService.start({ scanner, environment });
    const name = 'Northwind Hosting';
    const { partnerId, apiKey } = await createPartner(service.service.resources, { name, portalDomain: 'localhost' });
    const api = service.client(`localhost:${service.service.address!.port}`, apiKey);
    partner = { partnerId, api, operation: service.operator(partnerId) };
    scanner.script(address, host({ open: [3306] }));
    await nextScan(api, await provision(api, address, { ...jane, hostname: 'Web shop' }));
    alertId = (await api.get('/api/v1/alerts')).body.data.alerts[0].id;
    await createAdministrator(partner as TestPartner, 'ada@example.com');
    await allowAlertLinks(service, partner as TestPartner);
    await tellCustomerArea(area);
    browser = await launchChromium();
  });
  afterEach(async () => {
    await portal?.close();
    expect(portal.complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function tellCustomerArea(url: string | null): Promise<void> {
    const { pool } = service.store.database;
    await pool.query('UPDATE brandings SET customer_area_url = $2 WHERE partner_id = $1', [partner.partnerId, url]);
  }

  async function signInToConsole(): Promise<void> {
    const { page } = portal;
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password').fill(goodPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** As if its time were over. */
  async function endSessions(): Promise<void> {
    await service.store.database.pool.query('UPDATE sessions SET expires_at = $1', [service.clock.now()]);
  }

  it('four taps lead a telephone without a session from the mail over the script to a check that ends in green', async () => {
    const [link] = await mailAbout(service, partner as TestPartner, jane.client_id, [alertId]);
    portal = await PortalPage.open(browser, service, phone);
    const { page } = portal;
    let taps = 1;
    await page.goto(`${portalUrl(service)}${link}`);
    const tap = async (name: string) => {
      taps += 1;
      await page.getByRole('button', { name }).tap();
    };
    await page.getByRole('heading', { name: 'Open the alert?' }).waitFor();
    expect(await portal.violations()).toEqual([]);
    await tap('Show the alert');
    await page.getByRole('button', { name: 'I closed it: check now' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/alerts/${alertId}`);
    expect(await page.getByRole('link', { name: signInAt }).getAttribute('href')).toBe(
      `${area}&redirect_path=${encodeURIComponent(`/alerts/${alertId}`)}`,
    );
    expect(await portal.overflowPx()).toBeLessThanOrEqual(0);
    expect(await portal.violations()).toEqual([]);
    taps += 1;
    expect(await portal.copied(page.getByRole('button', { name: 'Copy the script', exact: true }))).toMatch(
      /^#!\/bin\/sh\n/,
    );
    scanner.script(address, host());
    await tap('I closed it: check now');
    await page.getByRole('heading', { name: /^Closed after / }).waitFor();
    expect(await page.locator('main').textContent()).not.toContain('anybody on the internet can');
    expect(taps).toBeLessThanOrEqual(5);

    await page.goto(`${portalUrl(service)}/servers`);
    await page.getByRole('heading', { name: 'The link in your mail opens one alert' }).waitFor();
    await page.getByRole('link', { name: 'Go back to the alert' }).tap();
    await page.getByRole('heading', { name: /^Closed after / }).waitFor();
    await service.store.database.pool.query('UPDATE alert_links SET session_expires_at = $1', [service.clock.now()]);
    await page.reload();
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    expect(portal.foreignRequests).toEqual([]);
  });

  it('a check that ended before the page saw it under way is told all the same', async () => {
    const ownAddress = loopbackAddress();
    scanner.script(ownAddress, host({ open: [5900] }));
    const serverId = await provision(partner.api, ownAddress, { ...jane, hostname: 'Desk' });
    await nextScan(partner.api, serverId);
    const { body } = await partner.api.get(`/api/v1/alerts?endpoint_id=${serverId}`);
    const [{ id }] = body.data.alerts;
    const [link] = await mailAbout(service, partner as TestPartner, jane.client_id, [id]);
    portal = await PortalPage.open(browser, service, phone);
    const { page } = portal;
    await page.goto(`${portalUrl(service)}${link}`);
    await page.getByRole('button', { name: 'Show the alert' }).tap();
    const check = page.getByRole('button', { name: 'I closed it: check now' });
    await check.waitFor();
    // As slow as the page of a busy telephone.
    await page.route('**/check', async (route) => {
      const answer = await route.fetch();
      if (route.request().method() === 'POST')
        await eventually('the alert is over', async () => {
          const read = await partner.api.get(`/api/v1/alerts/${id}`);
          return read.body.data.alert.status === 'resolved';
        });
      await route.fulfill({ response: answer });
    });
    scanner.script(ownAddress, host());
    await check.tap();
    await page.getByRole('heading', { name: /^Closed after / }).waitFor();
  });

  it('the alert can be sent to an administrator by a mail of one’s own, or by what the device shares with', async () => {
    const { endpoint_id: serverId } = (await partner.api.get(`/api/v1/alerts/${alertId}`)).body.data.alert;
    const redis = await insertAlert(service, partner, serverId, { port: 6379 });
    await service.store.database.pool.query(
      `UPDATE alerts SET evidence = evidence || '{"service": "redis", "product": "Redis"}' WHERE id = $1`,
      [redis],
    );
    portal = await PortalPage.open(browser, service, phone);
    const { page } = portal;
    await page.addInitScript('delete Navigator.prototype.share');
    await portal.signIn(partner.api, jane.client_id, `/alerts/${redis}`);
    const mail = page.getByRole('link', { name: 'Send to my administrator' });
    const href = (await mail.getAttribute('href')) ?? '';
    expect(href).toMatch(/^mailto:\?subject=Redis.*&body=.*6379/);
    expect(decodeURIComponent(href)).toContain(`Web shop (${address})`);
    expect(await portal.violations()).toEqual([]);

    await page.addInitScript('Navigator.prototype.share = async (data) => { globalThis.shared = data; }');
    await page.reload();
    await page.getByRole('button', { name: 'Send to my administrator' }).tap();
    const { title, text } = (await page.evaluate('globalThis.shared')) as { title: string; text: string };
    expect(title).toContain('Redis');
    expect(text).toContain('#!/bin/sh');
    expect(await portal.overflowPx()).toBeLessThanOrEqual(0);
  });

  it('a session that ends leaves the way back to the page, and what was typed is there afterwards', async () => {
    portal = await PortalPage.open(browser, service, phone);
    const { page } = portal;
    await page.goto(`${portalUrl(service)}/alerts?status=all`);
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    expect(await page.getByRole('link', { name: signInAt }).getAttribute('href')).toBe(
      `${area}&redirect_path=${encodeURIComponent('/alerts?status=all')}`,
    );
    await portal.signIn(partner.api, jane.client_id, '/notifications');
    await page.getByLabel('Add an address').fill('bob@example.net');
    // The stream of changes tells the page.
    await endSessions();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    expect(await page.getByRole('link', { name: signInAt }).getAttribute('href')).toBe(
      `${area}&redirect_path=%2Fnotifications`,
    );
    expect(await portal.violations()).toEqual([]);
    await portal.signIn(partner.api, jane.client_id, '/notifications');
    const field = page.getByLabel('Add an address');
    await field.waitFor();
    await eventually('what was typed is back', async () => (await field.inputValue()) === 'bob@example.net');
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    await page.getByText('Not confirmed yet').waitFor();
    await endSessions();
    await portal.signIn(partner.api, jane.client_id, '/notifications');
    await field.waitFor();
    expect(await field.inputValue()).toBe('');
  });

  it('an administrator comes back to the page of the console, and is told what a customer’s link is', async () => {
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await page.goto(`${portalUrl(service)}/console/branding?x=1`);
    await signInToConsole();
    await page.getByRole('heading', { level: 1, name: 'Branding' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Half a name');
    await endSessions();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your session has ended.').waitFor();
    await signInToConsole();
    await page.getByRole('heading', { level: 1, name: 'Branding' }).waitFor();
    const name = page.getByLabel('Name', { exact: true });
    await eventually('what was typed is back', async () => (await name.inputValue()) === 'Half a name');
    expect(await page.getByLabel('Address of your customer area').inputValue()).toBe(area);
    expect(await page.getByLabel('Links in mails open their alert').isChecked()).toBe(true);
    expect(await portal.violations()).toEqual([]);

    await page.goto(`${portalUrl(service)}/alerts/${alertId}`);
    await page.getByRole('heading', { name: 'This page is for customers' }).waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.getByRole('link', { name: 'Find the customer in the console' }).click();
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();

    for (const target of ['https://evil.example', '//evil.example', '/alerts', '/\\evil.example']) {
      await page.goto(`${portalUrl(service)}/console/sign-in?return=${encodeURIComponent(target)}`);
      await page.waitForURL(`${portalUrl(service)}/console`);
    }
    expect(portal.foreignRequests).toEqual([]);
  });

  it('the same port on several servers is checked on all of them by one press', async () => {
    const addresses = [loopbackAddress(), loopbackAddress()];
    const client_id = 77;
    for (const [index, each] of addresses.entries()) {
      scanner.script(each, host({ open: [5900] }));
      await nextScan(partner.api, await provision(partner.api, each, { client_id, hostname: `Box ${index}` }));
    }
    const { body } = await partner.api.get(`/api/v1/alerts?billing_customer_id=${client_id}`);
    portal = await PortalPage.open(browser, service, phone);
    const { page } = portal;
    await portal.signIn(partner.api, client_id, `/alerts/${body.data.alerts[0].id}`);
    await page.getByText('Port 5900/tcp is open on 2 servers').click();
    await page.getByText('Box 1').waitFor();
    expect(await portal.violations()).toEqual([]);
    for (const each of addresses) scanner.script(each, host());
    await page.getByRole('button', { name: 'I closed it on all 2: check now' }).click();
    await page.getByRole('heading', { name: /^Closed after / }).waitFor();
    await eventually('both are over', async () => {
      const read = await partner.api.get(`/api/v1/alerts?billing_customer_id=${client_id}&status=open`);
      return read.body.data.total === 0;
    });
  });

  it('who says in the mail that a port is meant to be open is asked at once whether it is to be allowed', async () => {
    const ownAddress = loopbackAddress();
    scanner.script(ownAddress, host({ open: [5900] }));
    const client_id = 78;
    await nextScan(partner.api, await provision(partner.api, ownAddress, { client_id, hostname: 'Kiosk' }));
    const { body } = await partner.api.get(`/api/v1/alerts?billing_customer_id=${client_id}`);
    portal = await PortalPage.open(browser, service, phone);
    const { page } = portal;
    await portal.signIn(partner.api, client_id, `/alerts/${body.data.alerts[0].id}?allow`);
    const dialog = page.getByRole('dialog', { name: 'Allow port 5900/tcp on Kiosk?' });
    await dialog.waitFor();
    expect(await dialog.getByRole('combobox').inputValue(), 'for how long a critical port is allowed').toBe('month');
    expect(await portal.violations()).toEqual([]);
  });
});
