import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { languages } from '../../src/platform/messages/languages.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { watchRequests } from '../support/network-idle.ts';
import { launchChromium, PortalPage } from '../support/portal-page.ts';
import { insertAlert, insertDomainAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** As they travel, texts included: decision 144. */
const mostScriptBytes = 85_000;

describe('what a customer’s first page loads', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let partner: TestPartner;
  let browser: Browser;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const created = await createPartner(service.service.resources, { name: 'Acme', portalDomain: 'localhost' });
    const api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    partner = { ...created, api, operation: service.operator(created.partnerId) };
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      const id = await provision(api, address, { client_id: 42 });
      await completeScan(service, partner, id, { open: ['22:tcp', '443:tcp', '6379:tcp'] });
      await insertAlert(service, partner, id, { severity: 'critical', port: 23 });
    }
    await insertDomainAlert(service, partner, await monitorDomain(api, 42, 'first.example.com'), { severity: 'high' });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function openOverview(language: string): Promise<{ portal: PortalPage; scripts: Map<string, number> }> {
    const portal = await PortalPage.open(browser, service, { locale: language });
    // Pages that are fetched for later are not the first.
    await portal.page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
    const scripts = new Map<string, number>();
    portal.page.on('requestfinished', async (request) => {
      if (request.resourceType() !== 'script') return;
      const { responseBodySize } = await request.sizes();
      scripts.set(new URL(request.url()).pathname, responseBodySize);
    });
    const untilIdle = watchRequests(portal.page);
    await portal.signIn(partner.api, 42);
    await portal.loaded();
    await untilIdle();
    return { portal, scripts };
  }

  it.each(languages)('in %s is at most 85 kB of scripts', async (language) => {
    const { portal, scripts } = await openOverview(language);
    expect(await portal.page.locator('html').getAttribute('lang')).toBe(language);
    expect([...scripts.keys()].filter((path) => path.includes(`/${language}-`))).toHaveLength(1);
    const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0);
    expect(scripts.size).toBeGreaterThan(5);
    expect(bytes, [...scripts].map(([path, size]) => `${size} ${path}`).join('\n')).toBeLessThanOrEqual(
      mostScriptBytes,
    );
    await portal.close();
  });

  it('has the texts of all that opens above it, and other pages bring theirs, in another language, too', async () => {
    const { portal } = await openOverview('en');
    const { page } = portal;
    const nothingNameless = async (place: string) =>
      expect({ place, keys: await namelessOn(page) }).toEqual({ place, keys: [] });
    await nothingNameless('overview');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await nothingNameless('keys');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('192');
    await page
      .getByRole('option', { name: /192\.0\.2\.1/ })
      .first()
      .waitFor();
    await nothingNameless('search');
    await page.keyboard.press('Escape');
    await page.getByLabel('Language').selectOption('de');
    await page.locator('html[lang=de]').waitFor();
    await page
      .getByRole('link', { name: /^Meldungen/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Meldungen' }).waitFor();
    await portal.loaded();
    await nothingNameless('alerts');
    await page.getByLabel('Sprache').selectOption('fr');
    await page.getByRole('heading', { level: 1, name: 'Alertes' }).waitFor();
    await nothingNameless('alerts in French');
    expect(portal.complaints).toEqual([]);
    await portal.close();
  });
});

/** Texts that the page has no words for. */
function namelessOn(page: Page): Promise<string[]> {
  return page.evaluate('document.body.innerText.match(/\\b(portal|problem|leak)\\.[a-z-]+\\.[a-z.-]+/g) ?? []');
}
