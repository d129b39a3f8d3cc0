import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, PortalPage, portalUrl, violationsOf } from '../support/portal-page.ts';
import { TestService } from '../support/test-service.ts';

describe('the API reference in a browser', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it.each([
    ['on a desk', { viewport: { width: 1440, height: 900 } }],
    ['on a phone', { viewport: { width: 390, height: 844 } }],
    ['in the dark', { colorScheme: 'dark' }],
  ] as const)('can be used without seeing it %s, fits, and asks nobody else for anything', async (_where, options) => {
    const { page, complaints, foreignRequests } = await PortalPage.open(browser, service, options);
    for (const path of ['/docs/api', '/docs/api/provisioning', '/docs/api/webhook-payloads']) {
      await page.goto(`${portalUrl(service)}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(() => {
        for (const folded of document.querySelectorAll('details')) folded.open = true;
      });
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
    expect(complaints).toEqual([]);
    expect(foreignRequests).toEqual([]);
  });

  it('fills the address of the portal and a typed key into the samples, keeps one language, and sends the key nowhere', async () => {
    const { page, complaints } = await PortalPage.open(browser, service);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
    await page.goto(`${portalUrl(service)}/docs/api/provisioning#suspendEndpoint`);
    await page.getByLabel(/API key/).fill('bwk_test_typed');
    const sample = page.locator('#suspendEndpoint .example:not([hidden])');
    await page.locator('#suspendEndpoint').getByRole('tab', { name: 'Go' }).click();
    await expect.poll(() => sample.textContent()).toContain('"Bearer bwk_test_typed"');
    expect(await sample.textContent()).toContain(`"${portalUrl(service)}/api/v1/billing/suspend"`);
    expect(await page.locator('#resumeEndpoint .example:not([hidden])').textContent()).toContain('package main');
    await page.reload();
    expect(await page.getByLabel(/API key/).inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))).not.toContain(
      'bwk_',
    );
    expect(asked.filter((request) => request.includes('bwk_'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('is found by the search of the documentation, to the operation', async () => {
    const { page } = await PortalPage.open(browser, service);
    await page.goto(`${portalUrl(service)}/docs/`);
    await page.getByRole('searchbox').fill('rotate secret webhook');
    await page.locator('#results a[href="/docs/api/webhooks#rotateWebhookSecret"]').click();
    await page.locator('#rotateWebhookSecret').waitFor();
    expect(page.url()).toBe(`${portalUrl(service)}/docs/api/webhooks#rotateWebhookSecret`);
  });
});
