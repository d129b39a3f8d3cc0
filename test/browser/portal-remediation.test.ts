import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { launchChromium, PortalPage } from '../support/portal-page.ts';
import { insertAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { TestService } from '../support/test-service.ts';

const jane = { client_id: 42, client_name: 'Jane Roe' };
const phone = { width: 360, height: 740 };

describe('how to close a port, on a phone', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let api: ApiClient;
  let browser: Browser;
  let portal: PortalPage;
  let serverId: string;
  let partnerId: string;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api', environment: { SCAN_ALLOW: '192.0.2.0/24' } });
    const created = await createPartner(service.service.resources, { name: 'Acme', portalDomain: 'localhost' });
    ({ partnerId } = created);
    api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    serverId = await provision(api, '192.0.2.1', { ...jane, hostname: 'Web shop' });
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

  async function alertAbout(port: number, name: string): Promise<string> {
    const id = await insertAlert(service, { partnerId }, serverId, { port });
    await service.store.database.pool.query(
      "UPDATE alerts SET evidence = jsonb_set(evidence, '{service}', to_jsonb($2::text)) WHERE id = $1",
      [id, name],
    );
    return id;
  }

  it('one script is copied whole; steps and what could be done instead are folded, and each is either/or', async () => {
    const id = await alertAbout(3306, 'mysql');
    portal = await PortalPage.open(browser, service, { viewport: phone, reducedMotion: 'reduce' });
    const { page } = portal;
    await portal.signIn(api, jane.client_id, `/alerts/${id}`);
    const card = page.locator('#close-the-port');
    const platforms = card.getByRole('group', { name: 'Where to close the port' });
    await platforms.getByRole('radio', { name: /recommended$/, checked: true }).waitFor();
    expect(await platforms.getByRole('radio').count()).toBe(6);
    for (const tile of await platforms.locator('label').all())
      expect(
        await tile.evaluate((node) => {
          const { scrollWidth, clientWidth } = node as unknown as { scrollWidth: number; clientWidth: number };
          return scrollWidth - clientWidth;
        }),
        'of a name that is cut',
      ).toBe(0);
    const copied = await portal.copied(card.getByRole('button', { name: 'Copy the script', exact: true }));
    expect(copied).toMatch(/^#!\/bin\/sh\n/);
    expect(copied).toContain('bind-address = 127.0.0.1');
    expect(copied).not.toContain('systemctl disable');

    await card.getByText('Step by step').waitFor();
    expect(await card.getByRole('list').count(), 'steps that show').toBe(0);
    await card.getByText('Other ways, and documentation').click();
    await card.getByText('Stop the service, if nobody needs it').click();
    await card.getByRole('button', { name: 'Copy the script: Stop the service, if nobody needs it' }).waitFor();
    expect((await card.locator('ol').first().textContent()) ?? '').not.toContain('systemctl disable');
    expect(await portal.overflowPx()).toBe(0);
    expect(await portal.violations()).toEqual([]);

    await platforms.getByRole('radio', { name: 'AWS security group' }).check();
    await page.reload();
    await card.getByText('Step by step').waitFor();
    await platforms.getByRole('radio', { name: 'AWS security group', checked: true }).waitFor();
    const details = await page.getByRole('heading', { name: 'What this means' }).boundingBox();
    expect(details!.y, 'two screens of a phone before the details').toBeLessThan(2 * 780);
  });

  it('Windows gets a tab of its own name, in its own words', async () => {
    const id = await alertAbout(3389, 'rdp');
    portal = await PortalPage.open(browser, service, { viewport: phone, reducedMotion: 'reduce' });
    const { page } = portal;
    await portal.signIn(api, jane.client_id, `/alerts/${id}`);
    const card = page.locator('#close-the-port');
    await card.getByRole('radio', { name: 'Windows (PowerShell) recommended', checked: true }).waitFor();
    const text = (await card.textContent()) ?? '';
    expect(text).toContain('Run as administrator');
    expect(text).not.toContain('as root');
    expect(text.indexOf('Do not lock yourself out')).toBeLessThan(text.indexOf('Copy the script'));
    expect(await portal.overflowPx()).toBe(0);
    expect(await portal.violations()).toEqual([]);
  });

  it('the own address is filled in as a guess, and the parts for containers are there for who has one', async () => {
    const id = await alertAbout(22, 'ssh');
    portal = await PortalPage.open(browser, service, { viewport: phone, reducedMotion: 'reduce' });
    const { page } = portal;
    await portal.signIn(api, jane.client_id, `/alerts/${id}`);
    await page.getByRole('radio', { name: 'UFW (Ubuntu, Debian)' }).check();
    const own = page.getByRole('textbox', { name: 'Your own address, which stays allowed' });
    const copy = page.getByRole('button', { name: 'Copy the script', exact: true });
    await page.getByText(/^A guess: /).waitFor();
    expect(await own.inputValue()).toMatch(/^127\.0\.0\.1$/);
    const short = await portal.copied(copy);
    expect(short).toContain('own=127.0.0.1\n');
    expect(short).not.toContain('DOCKER-USER');
    await own.fill('198.51.100.7; reboot');
    await page.getByText('This is not an IPv4 address.').waitFor();
    expect(await portal.copied(copy)).toContain('own=YOUR_IPV4\n');
    await own.fill('198.51.100.7');
    await page.getByRole('checkbox', { name: /^A container/ }).check();
    const whole = await portal.copied(copy);
    expect(whole).toContain('own=198.51.100.7\n');
    expect(whole).toContain('DOCKER-USER');
  });

  it('what comes next stands at the bottom of a phone: first the script, then the check', async () => {
    const id = await alertAbout(5900, 'vnc');
    portal = await PortalPage.open(browser, service, { viewport: phone, reducedMotion: 'reduce' });
    const { page } = portal;
    await portal.signIn(api, jane.client_id, `/alerts/${id}`);
    const isAtBottom = async (name: string) => {
      const box = (await page.getByRole('button', { name }).boundingBox())!;
      return box.y > phone.height - 80 && box.y + box.height <= phone.height;
    };
    await page.getByRole('button', { name: 'Copy the script', exact: true }).waitFor();
    expect(await isAtBottom('Copy the script')).toBe(true);
    await portal.copied(page.getByRole('button', { name: 'Copy the script', exact: true }));
    await page.locator('[aria-current=step]').getByRole('button', { name: 'I closed it: check now' }).waitFor();
    expect(await isAtBottom('I closed it: check now')).toBe(true);
    expect(await portal.overflowPx()).toBe(0);
    expect(await portal.violations()).toEqual([]);
  });
});
