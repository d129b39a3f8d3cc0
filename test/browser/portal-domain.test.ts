import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { look, lookAtDueDomains } from '../support/domain-looks.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { launchChromium, PortalPage } from '../support/portal-page.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const narrow = { viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: 'reduce' } as const;
const record = { name: 'shop.example', type: 'TXT', value: 'v=spf1 mx ~all' } as const;

describe('the page of a domain', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let partner: TestPartner;
  let browser: Browser;
  let portal: PortalPage;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const created = await createPartner(service.service.resources, { name: 'Acme', portalDomain: 'localhost' });
    const api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    partner = { ...created, api, operation: service.operator(created.partnerId) };
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

  it.each([
    ['a phone', narrow],
    ['a desk', { viewport: { width: 1_280, height: 900 }, reducedMotion: 'reduce' } as const],
  ])(
    'shows on %s what was found, what should be, and what to publish, and takes what cannot be seen',
    async (where, screen) => {
      const clientId = screen.viewport.width;
      const id = await monitorDomain(partner.api, clientId, 'shop.example');
      portal = await PortalPage.open(browser, service, screen);
      await portal.signIn(partner.api, clientId, `/domains/${id}`);
      const { page } = portal;
      await page.getByText('Nobody has looked yet').waitFor();
      const seen = look({ spf: { reason: 'spf.absent', shouldBe: record }, dnssec: { reason: 'dnssec.no_validator' } });
      for (const [seconds, registrar] of [
        [10, 'Names Inc.'],
        [80 * 60, 'Others Ltd.'],
      ] as const) {
        service.clock.advanceSeconds(seconds);
        const registration = { statuses: [], expiresAt: null, registrar, registrarId: null, nameServers: [] };
        const told = { registration, url: 'https://rdap.example/', at: service.clock.now() };
        await lookAtDueDomains(service, async () => ({ ...seen, registration: { ...told, outcome: 'registered' } }));
      }
      // The session before has ended meanwhile.
      await portal.signIn(partner.api, clientId, `/domains/${id}`);
      await page.getByRole('heading', { level: 1, name: 'shop.example' }).waitFor();
      await page.getByText('There is no SPF record: the large providers').waitFor();
      await page.getByText('shop.example. TXT "v=spf1 mx ~all"').waitFor();
      // What is in order without a record has none to show.
      expect(await page.getByText('Nothing', { exact: true }).count()).toBe(1);
      await page.getByText('from the registrar Names Inc. to Others Ltd.').waitFor();
      expect(await portal.overflowPx()).toBe(0);
      expect(await portal.violations()).toEqual([]);
      if (process.env.PICTURES_DIR)
        await page.screenshot({ path: `${process.env.PICTURES_DIR}/${where}.png`, fullPage: true });
      await page.getByLabel('DKIM selectors').fill('s7, own');
      await page.getByRole('button', { name: 'Save and look again' }).click();
      await page.getByText('Saved. The next look comes within minutes.').waitFor();
      await page.getByRole('link', { name: '1 open alert' }).click();
      await page.getByRole('link', { name: 'shop.example has no SPF record' }).click();
      await page.getByText('Publish this record where the DNS of the domain is run.').waitFor();
      expect(await portal.violations()).toEqual([]);
      if (process.env.PICTURES_DIR)
        await page.screenshot({ path: `${process.env.PICTURES_DIR}/${where}-alert.png`, fullPage: true });
      const back = page.locator('header').getByRole('link', { name: 'shop.example', exact: true }).first();
      await back.click();
      await page.getByRole('heading', { level: 2, name: 'What everybody can see' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/domains/${id}`);
    },
  );
});
