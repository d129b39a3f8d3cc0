import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { storeFeed } from '../../src/monitoring/versions/feeds.ts';
import { completeScan, type ScanSight } from '../support/completed-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { launchChromium, PortalPage } from '../support/portal-page.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const jane = { client_id: 42, client_name: 'Jane Roe' };
const shop = {
  service: 'https',
  tls: true,
  product: 'Apache',
  version: '2.4.25',
  banner: 'HTTP/1.1 200 OK, title: Our shop',
  title: 'Our shop',
};
const shopWith = (php: string) => ({
  ...shop,
  stated: { server: 'Apache/2.4.25 (Debian) OpenSSL/1.0.2u', 'x-powered-by': `PHP/${php}` },
});
const ssh = { version: '7.4p1', banner: 'SSH-2.0-OpenSSH_7.4p1 Debian-10+deb9u7' };
const silent = { service: 'ms-wbt-server', method: 'port_number', product: null, version: null } as const;

/** Debian judges it minor, though it is exploited elsewhere. */
const minor = 'CVE-2018-15473';

async function bringVersionData(service: TestService): Promise<void> {
  const now = service.clock.now();
  const feed = { asOf: now.toISOString().slice(0, 10), entries: 1 };
  const { db } = service.service.resources;
  const tracker = { openssh: { stretch: { [minor]: { fixed: null, isMinor: true } } } };
  const fetched = { at: now, url: null, etag: null };
  await storeFeed(db, { ...feed, name: 'debian', kept: tracker }, fetched, now);
  await storeFeed(db, { ...feed, name: 'kev', kept: { [minor]: 'exploited' } }, fetched, now);
}

describe('what runs on a server, in the portal', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let partner: TestPartner;
  let browser: Browser;
  let portal: PortalPage;
  let serverId: string;

  const scanned = (sight: ScanSight) => {
    service.clock.advanceSeconds(3_600);
    return completeScan(service, partner, serverId, sight);
  };

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const created = await createPartner(service.service.resources, { name: 'Acme', portalDomain: 'localhost' });
    const api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    partner = { ...created, api, operation: service.operator(created.partnerId) };
    browser = await launchChromium();
    await bringVersionData(service);
    serverId = await provision(api, loopbackAddress(), { ...jane, hostname: 'shop.example.com' });
    const rule = { billing_customer_id: jane.client_id, endpoint_id: serverId, port_start: 443 };
    await api.post('/api/v1/whitelists', rule);
    const open = ['22:tcp', '443:tcp', '3389:tcp'] as const;
    const identities = (php: string) => ({ '22:tcp': ssh, '443:tcp': shopWith(php), '3389:tcp': silent });
    await scanned({ open, identities: identities('7.0.33-0+deb9u11') });
    await scanned({ open, identities: identities('7.0.33-0+deb9u12') });
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
    ['on a desk', { width: 1280, height: 900 }],
    ['on a phone', { width: 360, height: 740 }],
  ])(
    '%s a table says of each port what runs there, since when, and whether it is allowed',
    async (_where, viewport) => {
      portal = await PortalPage.open(browser, service, { viewport, reducedMotion: 'reduce' });
      const { page } = portal;
      await portal.signIn(partner.api, jane.client_id, `/servers/${serverId}`);
      const rows = page.getByRole('table', { name: 'What runs here' }).getByRole('row');
      await rows.filter({ hasText: '443/tcp' }).waitFor();
      const rowOf = async (port: string) => (await rows.filter({ hasText: port }).textContent()) ?? '';
      const web = await rowOf('443/tcp');
      for (const text of [
        'Apache 2.4.25',
        'OpenSSL 1.0.2u',
        'PHP 7.0.33-0+deb9u12',
        'Page “Our shop”',
        'allowed',
        'through your provider’s system',
      ])
        expect(web).toContain(text);
      expect(await rowOf('22/tcp')).toMatch(/OpenSSH 7\.4p1.*Debian-10\+deb9u7.*Alert/);
      expect(web).toContain('Debian 9 has had no free security updates since 30 June 2022.');
      expect(web).toContain('OpenSSL 1.0.2 has had no security updates by its makers since 31 December 2019.');
      expect(await rowOf('3389/tcp')).toContain('not recognised; the port number is registered for ms-wbt-server');
      await page.getByText('On 443/tcp, PHP 7.0.33-0+deb9u11 is now PHP 7.0.33-0+deb9u12.').waitFor();
      // Among the open alerts are those that are about no port.
      await page.getByRole('link', { name: /Debian 9 is out of support/ }).waitFor();
      expect(await portal.overflowPx()).toBe(0);
      expect(await portal.violations()).toEqual([]);
      if (process.env.PICTURES_DIR)
        await page.screenshot({ path: `${process.env.PICTURES_DIR}/services-${viewport.width}.png`, fullPage: true });
      await rows.filter({ hasText: '22/tcp' }).getByRole('link', { name: 'Alert' }).click();
      await page.getByRole('heading', { level: 1, name: /port 22\/tcp/ }).waitFor();
    },
  );

  it('what is wrong with a version has the colour of its severity, and what its distribution judges minor none', async () => {
    portal = await PortalPage.open(browser, service, { reducedMotion: 'reduce' });
    const { page } = portal;
    await portal.signIn(partner.api, jane.client_id, `/servers/${serverId}`);
    const row = page.getByRole('table', { name: 'What runs here' }).getByRole('row').filter({ hasText: '22/tcp' });
    const colourOf = (text: RegExp) =>
      row
        .getByText(text)
        .first()
        .evaluate((told) => getComputedStyle(told).color);
    const ofAlert = await page
      .getByRole('main')
      .getByText('Medium', { exact: true })
      .first()
      .evaluate((badge) => getComputedStyle(badge).color);
    expect(await colourOf(/^Debian 9 has had no free security updates/)).toBe(ofAlert);
    expect(await colourOf(/judges it minor/)).toBe(await colourOf(/^OpenSSH 7\.4p1/));
  });

  it('the way from an alert about a version to its end has one step that comes next: the commands, then the look', async () => {
    portal = await PortalPage.open(browser, service, { reducedMotion: 'reduce' });
    const { page } = portal;
    await portal.signIn(partner.api, jane.client_id, `/servers/${serverId}`);
    await page.getByRole('link', { name: /Debian 9 is out of support/ }).click();
    const next = page.locator('[aria-current=step]').getByRole('heading', { level: 2 });
    await page.getByRole('heading', { name: 'How to fix it' }).waitFor();
    expect(await next.allTextContents()).toEqual(['How to fix it']);
    await portal.copied(page.getByRole('button', { name: /^Copy: Step 2/ }));
    await page.locator('[aria-current=step]').getByRole('heading', { name: 'Done? Have it checked' }).waitFor();
    expect(await next.count()).toBe(1);
  });
});
