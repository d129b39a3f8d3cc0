import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { MailServer } from '../support/mail-server.ts';
import { linkIn } from '../support/notifications.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { ScriptedScanner } from '../support/scripted-scanner.ts';
import { TestService } from '../support/test-service.ts';

const jane = { client_id: 42, client_name: 'Jane Roe', client_email: 'jane@example.org' };
const bob = 'bob@example.net';

describe('the notifications of the portal in a browser', { tags: ['chromium-headless-shell'] }, () => {
  let mailServer: MailServer;
  let service: TestService;
  /** Of the same installation, as if the operator had set up no mail server. */
  let withoutMail: TestService;
  let apiKey: string;
  let api: ApiClient;
  let browser: Browser;
  let portal: PortalPage;

  beforeAll(async () => {
    mailServer = await MailServer.start();
    const scanner = new ScriptedScanner();
    service = await TestService.start({ scanner, environment: mailServer.environment });
    withoutMail = await TestService.start({ sharedWith: service, role: 'api' });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    apiKey = created.apiKey;
    api = clientOf(service);
    await api.post('/api/v1/billing/provision', { ...jane, ip_address: '10.1.2.3' });
    browser = await launchChromium();
  });
  afterEach(async () => {
    await portal?.close();
    expect(portal.complaints).toEqual([]);
    expect(portal.foreignRequests).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await withoutMail?.stop();
    await service?.stop();
    await mailServer?.close();
  });

  function clientOf(node: TestService): ApiClient {
    return node.client(`localhost:${node.service.address!.port}`, apiKey);
  }

  async function settings() {
    return (await api.get('/api/v1/notifications/settings?client_id=42')).body.data;
  }

  it('a customer chooses what to hear of, adds an address, which confirms, fails and is removed', async () => {
    portal = await PortalPage.open(browser, service, { reducedMotion: 'reduce' });
    const { page } = portal;
    await portal.signIn(api, jane.client_id);
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    await page.getByText(jane.client_email).first().waitFor();
    expect(await page.getByLabel('Open ports on my servers').isChecked()).toBe(true);
    await page.getByLabel('How severe a port has to be').selectOption('critical');
    await page.getByLabel('Leaks about my domains').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your choice is saved.').waitFor();
    expect((await settings()).settings).toEqual({
      port_alerts: true,
      port_alerts_min_severity: 'critical',
      domain_alerts: false,
      kinds: {
        certificate: { title: 'certificate problems on your servers', enabled: true, min_severity: 'medium' },
        domain_posture: { title: 'problems with the records of your domains', enabled: true, min_severity: 'medium' },
        version: { title: 'outdated software on your servers', enabled: true, min_severity: 'medium' },
      },
    });

    await page.getByLabel('Add an address').fill(bob);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Not confirmed yet').waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.getByRole('button', { name: `Ask again: ${bob}` }).click();
    await page.getByText('This address was asked a short while ago.', { exact: false }).waitFor();

    const mail = await eventually('the mail is there', async () => mailServer.mailsTo(bob)[0]);
    await page.goto(`${portalUrl(service)}${linkIn(mail.text, '/mail/confirm')}`);
    await page.getByRole('heading', { name: 'Do you want to get security alerts?' }).waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Yes, send me alerts' }).click();
    await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
    expect(await portal.violations()).toEqual([]);

    await page.goto(`${portalUrl(service)}/notifications`);
    await page.getByRole('listitem').filter({ hasText: bob }).getByText('Gets mail').waitFor();
    await service.store.database.pool.query(
      `UPDATE notification_recipients SET status = 'failing', failure = '550 no such user' WHERE address = $1`,
      [bob],
    );
    await page.reload();
    await page.getByText('It said: 550 no such user').waitFor();
    expect(await portal.violations()).toEqual([]);

    await page.getByRole('button', { name: `Remove: ${bob}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the address' }).click();
    await page.getByText(`${bob} gets no more mail.`).waitFor();
    expect((await settings()).recipients).toHaveLength(1);
  });

  it('the address of the customer account is stopped and started again; its mail unsubscribes by a button', async () => {
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, jane.client_id, '/notifications');
    await page.getByRole('button', { name: `Stop: ${jane.client_email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop the mail' }).click();
    await page.getByText('Unsubscribed', { exact: true }).waitFor();
    await page.getByRole('button', { name: `Send mail again: ${jane.client_email}` }).click();
    await page.getByText('Gets mail', { exact: true }).waitFor();
    expect((await settings()).recipients).toMatchObject([{ status: 'active' }]);

    const asking = mailServer.mailsTo(bob)[0]!;
    await page.goto(`${portalUrl(service)}${linkIn(asking.text, '/mail/unsubscribe')}`);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await page.goto(`${portalUrl(service)}/mail/unsubscribe?token=none`);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  });

  it('what the server refuses is said at its field', async () => {
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, jane.client_id, '/notifications');
    await page.getByLabel('Add an address').fill('bob@localhost');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Add an address').getAttribute('aria-invalid')).toBe('true');
  });

  it('without a mail server the page says that none is set up, and no address can be added', async () => {
    portal = await PortalPage.open(browser, withoutMail);
    const { page } = portal;
    await portal.signIn(clientOf(withoutMail), jane.client_id, '/notifications');
    await page.getByText('No e-mail is sent at present').waitFor();
    expect(await page.getByLabel('Add an address').count()).toBe(0);
    expect(await portal.violations()).toEqual([]);
  });

  it('has no violation that axe finds in either theme, fits 360 pixels and names the partner only', async () => {
    portal = await PortalPage.open(browser, service, { colorScheme: 'light', reducedMotion: 'reduce' });
    const { page } = portal;
    await portal.signIn(api, jane.client_id, '/notifications');
    await page.getByText(jane.client_email).first().waitFor();
    expect(await page.content()).not.toMatch(/breakwater/i);
    expect(await portal.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Dark theme' }).click();
    expect(await portal.violations()).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await portal.overflowPx()).toBeLessThanOrEqual(0);
  });
});
