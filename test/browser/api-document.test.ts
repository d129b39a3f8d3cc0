import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { TestService } from '../support/test-service.ts';

describe('the page of the API document in a browser', { tags: ['chromium'] }, () => {
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

  it('shows every group under the strict Content-Security-Policy, and asks nobody else for anything', async () => {
    const { page, complaints, foreignRequests } = await PortalPage.open(browser, service);
    await page.goto(`${portalUrl(service)}/docs/api`);
    await page.getByText('Provisioning', { exact: true }).first().waitFor();
    await page.getByText('/api/v1/billing/provision', { exact: true }).first().click();
    await page.getByText('client_id').first().waitFor();
    expect(complaints).toEqual([]);
    expect(foreignRequests).toEqual([]);
  });
});
