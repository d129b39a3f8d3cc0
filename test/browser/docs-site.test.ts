import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { TestService } from '../support/test-service.ts';

describe('the documentation in a browser', { tags: ['chromium-headless-shell'] }, () => {
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

  /** Opens a page, has `look` look at it, and holds it to what holds for all. */
  async function visit(
    path: string,
    options: { readonly colorScheme?: 'light' | 'dark'; readonly width?: number },
    look: (tab: PortalPage) => Promise<void>,
  ): Promise<void> {
    const { colorScheme = 'light', width = 1_280 } = options;
    const tab = await PortalPage.open(browser, service, { colorScheme, viewport: { width, height: 800 } });
    await tab.page.goto(`${portalUrl(service)}${path}`);
    await look(tab);
    expect({ path, complaints: tab.complaints, foreign: tab.foreignRequests }).toEqual({
      path,
      complaints: [],
      foreign: [],
    });
    await tab.close();
  }

  it.each([
    ['/docs', 'light', 1_280],
    ['/docs/sell-a-plan', 'dark', 1_280],
    ['/docs/errors', 'light', 360],
    ['/docs/api-rules', 'dark', 360],
  ] as const)('%s can be read by everybody, %s, %d px wide', async (path, colorScheme, width) => {
    await visit(path, { colorScheme, width }, async (tab) => {
      await tab.page.getByRole('heading', { level: 1 }).waitFor();
      expect(await tab.violations()).toEqual([]);
      expect(await tab.overflowPx()).toBeLessThanOrEqual(0);
    });
  });

  it('an example is shown in one language, the same on every page, and copied as it is', async () => {
    await visit('/docs/sell-a-server', {}, async (tab) => {
      const { page } = tab;
      await page.getByRole('tab', { name: 'Python' }).first().click();
      const panel = page.getByRole('tabpanel').first();
      await panel.getByText('from breakwater import').first().waitFor();
      expect(await page.locator('.example[data-language=php]:visible').count()).toBe(0);
      expect(await tab.copied(panel.getByRole('button', { name: 'Copy' }))).toMatch(
        /^from breakwater import sandbox\n/,
      );
      await page.goto(`${portalUrl(service)}/docs/alerts`);
      expect(await page.getByRole('tab', { name: 'Python' }).first().getAttribute('aria-selected')).toBe('true');
    });
  });

  it('a search finds a passage, without any service', async () => {
    await visit('/docs', {}, async ({ page }) => {
      await page.getByRole('searchbox').fill('downgrade usage');
      await page.getByRole('link', { name: 'DOWNGRADE_USAGE_EXCEEDED' }).click();
      await page.waitForURL(/\/docs\/errors#downgrade_usage_exceeded$/);
    });
  });
});
