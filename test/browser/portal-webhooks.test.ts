import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAdministrator } from '../../src/identity/administrators/create-administrator.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { setSandboxMode } from '../../src/identity/partners/sandbox-mode.ts';
import { goodPassword } from '../support/portal-browser.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { TestService } from '../support/test-service.ts';
import { verified, WebhookReceiver } from '../support/webhook-receiver.ts';

describe('webhooks of the console in a browser', { tags: ['chromium-headless-shell'] }, () => {
  let receiver: WebhookReceiver;
  let service: TestService;
  let browser: Browser;
  let portal: PortalPage;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    service = await TestService.start({ environment: { SCAN_ENGINE: 'off', WEBHOOK_ALLOW: '127.0.0.0/8' } });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    const ada = { email: 'ada@example.com', name: 'Ada', password: goodPassword };
    await createAdministrator(service.operator(created.partnerId), ada);
    browser = await launchChromium();
  });
  afterEach(async () => {
    await portal?.close();
    expect(portal?.complaints).toEqual([]);
    expect(portal?.foreignRequests).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await receiver?.close();
  });

  it('are made with a secret that is shown once, tried, and show what was sent', async () => {
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(`${portalUrl(service)}/console/webhooks`);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password').fill(goodPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('There is no webhook yet.').waitFor();
    await button('New webhook').click();
    await page.getByLabel('URL').fill(receiver.url('/hook'));
    await page.getByLabel('What it is for').fill('Ticket system');
    expect(await portal.violations()).toEqual([]);
    await button('Make the webhook').click();
    const secret = await page.getByRole('region', { name: 'Secret', exact: true }).textContent();
    await button('I have kept it').click();
    await page.getByRole('link', { name: `Open ${receiver.url('/hook')}` }).click();
    await button('Send a test').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What it looks like').selectOption('alert.opened');
    expect(await portal.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('A test is on its way.').first().waitFor();
    await expect.poll(() => receiver.requests.length, { timeout: 30_000 }).toBe(1);
    expect(verified(receiver.requests[0]!, secret!.trim())).toMatchObject({ type: 'alert.opened' });
    await button('Refresh').click();
    await page.getByText('webhook.test').first().click();
    await page.getByText(/webhook-signature: v1,/).waitFor();
    await page.getByText(/HTTP 204/).waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await portal.overflowPx()).toBe(0);
  });

  it('and keys of the sandbox are made beside those of the real world, and say so', async () => {
    const { rows } = await service.store.database.pool.query('SELECT id FROM partners WHERE sandbox_of IS NULL');
    await setSandboxMode(service.operator(rows[0].id), true);
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(`${portalUrl(service)}/console/webhooks`);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password').fill(goodPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await button('New webhook').click();
    await page.getByLabel('URL').fill(receiver.url('/sandbox'));
    await page.getByLabel('World').selectOption('Sandbox');
    await button('Make the webhook').click();
    await button('I have kept it').click();
    await page.getByRole('row', { name: /sandbox Works Sandbox/ }).waitFor();
    await page.goto(`${portalUrl(service)}/console/keys`);
    await button('New key').click();
    await page.getByLabel('What it is for').fill('Tests');
    await page.getByLabel('World').selectOption('Sandbox');
    expect(await portal.violations()).toEqual([]);
    await button('Make the key').click();
    await page
      .getByText(/^bwk_test_/)
      .first()
      .waitFor();
    await button('I have kept it').click();
    await page.getByRole('row', { name: /Tests .* Works Sandbox/ }).waitFor();
  });
});
