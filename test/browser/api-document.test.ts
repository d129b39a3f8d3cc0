import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, PortalPage, portalUrl, violationsOf } from '../support/portal-page.ts';
import { TestService } from '../support/test-service.ts';

describe('the page of the API document in a browser', { tags: ['chromium-headless-shell'] }, () => {
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

  it('shows every group under the strict Content-Security-Policy, asks nobody else for anything, and can be used without seeing it', async () => {
    const { page, complaints, foreignRequests } = await PortalPage.open(browser, service);
    await page.goto(`${portalUrl(service)}/docs/api`);
    await page.getByText('Provisioning', { exact: true }).first().waitFor();
    await page.getByText('/api/v1/billing/provision', { exact: true }).first().click();
    await page.getByText('client_id').first().waitFor();
    // Examples of answers are drawn by Swagger UI in colours of its own.
    const violations = async () => (await violationsOf(page)).filter((each) => !/language-json/.test(each));
    await expect.poll(violations, { timeout: 60_000 }).toEqual([]);
    expect(complaints).toEqual([]);
    expect(foreignRequests).toEqual([]);
  });
});
