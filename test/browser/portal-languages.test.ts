import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { portMonitoring, subscribe } from '../support/billing.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { eventually } from '../support/eventually.ts';
import { type Listener, listen, loopbackAddress, sshGreeting } from '../support/listeners.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { nextScan, provision } from '../support/scans.ts';
import { leakedCredential, mention, ScriptedLeakSource } from '../support/scripted-leak-source.ts';
import { TestService } from '../support/test-service.ts';

const clientId = 42;
const phone = { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' } as const;

describe('the portal in the language of its reader', { tags: ['chromium-headless-shell'], timeout: 120_000 }, () => {
  let service: TestService;
  let api: ApiClient;
  let browser: Browser;
  let portal: PortalPage;
  let listener: Listener;
  let paths: readonly string[];
  const leaks = new ScriptedLeakSource('alpha');

  beforeAll(async () => {
    leaks.knows('greenleaf.example.com', [
      leakedCredential('john.smith@greenleaf.example.com'),
      mention('Greenleaf pays or leaks'),
    ]);
    service = await TestService.start({ leakSources: [leaks] });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    browser = await launchChromium();
    const address = loopbackAddress();
    listener = await listen(address, 22, sshGreeting);
    const serverId = await provision(api, address, { client_id: clientId, hostname: 'shop.example.com' });
    const { alerts } = await nextScan(api, serverId);
    await subscribe(api, portMonitoring(clientId), { plan_slug: 'business' });
    await monitorDomain(api, clientId, 'greenleaf.example.com');
    await eventually('the domain is scanned', async () => {
      const { body } = await api.get(`/api/v1/domain-monitoring/alerts?billing_customer_id=${clientId}`);
      return body.data.total === 2;
    });
    paths = [
      '/',
      '/alerts',
      `/alerts/${alerts[0].id}`,
      '/servers',
      `/servers/${serverId}`,
      '/allowed-ports',
      '/firewall',
      '/domains',
      '/leaks',
      '/leaks?view=credentials',
      '/report',
      '/notifications',
    ];
  });
  afterEach(async () => {
    await portal?.close();
    expect(portal.complaints).toEqual([]);
    expect(portal.foreignRequests).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await listener?.close();
    await service?.stop();
  });

  const language = () => portal.page.evaluate<string>('document.documentElement.lang');
  const shown = async () => {
    await portal.page.getByRole('heading', { level: 1 }).waitFor();
    await portal.page
      .getByLabel(/^(Wird geladen|A carregar)$/)
      .first()
      .waitFor({ state: 'detached' });
  };

  it('a customer reads every page in German on a phone: nothing is cut off, and axe finds nothing', async () => {
    portal = await PortalPage.open(browser, service, { ...phone, locale: 'de-DE', timezoneId: 'Europe/Berlin' });
    const { page } = portal;
    await portal.signIn(api, clientId);
    for (const path of paths) {
      await page.goto(`${portalUrl(service)}${path}`);
      await shown();
      expect.soft(await language(), path).toBe('de');
      expect.soft(await page.locator('body').textContent(), path).not.toMatch(/\bportal\.[a-z]|\{\w+[,}]/);
      expect.soft(await portal.overflowPx(), path).toBeLessThanOrEqual(0);
      expect.soft(await portal.violations(), path).toEqual([]);
    }
    await page.goto(`${portalUrl(service)}/servers`);
    await page.getByRole('heading', { level: 1, name: 'Server' }).waitFor();
    await page
      .getByText(/gescannt (gerade eben|vor)/)
      .first()
      .waitFor();
    // The zone of a time is the reader's, and said.
    expect(await page.locator('time').first().getAttribute('title')).toMatch(/\d\d:\d\d (MEZ|MESZ)$/);
  });

  it('what a firewall’s rules do not show is said in German, without a sign of code', async () => {
    portal = await PortalPage.open(browser, service, { ...phone, locale: 'de-DE' });
    const { page } = portal;
    await portal.signIn(api, clientId, '/firewall');
    await page.getByLabel('Server', { exact: true }).selectOption({ index: 1 });
    await page
      .getByLabel('Was sie ausgibt')
      .fill(
        'Status: active\n\nTo          Action      From\n--          ------      ----\n22/tcp      ALLOW       Anywhere\n',
      );
    await page.getByRole('button', { name: 'Anzeigen, was sie hereinlässt' }).click();
    await page.getByText('Der Dump zeigt nicht, was ohne passende Regel geschieht.').waitFor();
    await page.getByText(/stehen nicht in diesem Dump/).waitFor();
    const said = await page.locator('main').textContent();
    expect(said).not.toMatch(/\b(the|does not|are not|this dump)\b|`/);
    expect(await portal.violations()).toEqual([]);
  });

  it('the language that a customer chooses stays chosen; else the browser says it', async () => {
    portal = await PortalPage.open(browser, service, { ...phone, locale: 'de-DE' });
    const { page } = portal;
    await portal.signIn(api, clientId, '/alerts');
    await page.getByRole('button', { name: 'Menü' }).click();
    const choice = page.getByLabel('Sprache');
    expect(await choice.locator('option').allInnerTexts()).toEqual([
      'Wie im Browser',
      'Deutsch',
      'English',
      'Español',
      'Français',
      'Português',
    ]);
    await choice.selectOption('pt');
    await page.getByRole('heading', { level: 1, name: 'Alertas' }).waitFor();
    expect(await language()).toBe('pt');
    await page.context().clearCookies();
    await portal.signIn(api, clientId, '/alerts');
    await page.getByRole('heading', { level: 1, name: 'Alertas' }).waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByLabel('Idioma').selectOption('');
    await page.getByRole('heading', { level: 1, name: 'Meldungen' }).waitFor();
    expect(await language()).toBe('de');
  });

  it('who is not signed in reads and chooses, too', async () => {
    portal = await PortalPage.open(browser, service, { ...phone, locale: 'fr-CA' });
    const { page } = portal;
    await page.goto(portalUrl(service));
    await page.getByRole('heading', { level: 1, name: 'Vous n’êtes pas connecté' }).waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.getByLabel('Langue').selectOption('es');
    await page.getByRole('heading', { level: 1, name: 'No ha iniciado sesión' }).waitFor();
    expect(await language()).toBe('es');
  });
});
