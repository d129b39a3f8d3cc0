import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAdministrator } from '../../src/identity/administrators/create-administrator.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { portMonitoring, subscribe } from '../support/billing.ts';
import { goodPassword } from '../support/portal-browser.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { provision } from '../support/scans.ts';
import { TestService } from '../support/test-service.ts';

const email = 'ada@example.com';

describe('the console in another language', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let api: ApiClient;
  let browser: Browser;
  let portal: PortalPage;
  let page: PortalPage['page'];

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    await createAdministrator(service.operator(created.partnerId), { email, name: 'Ada', password: goodPassword });
    await provision(api, '127.0.0.9', { client_id: 42, client_name: 'Jane Roe', client_email: 'jane@example.com' });
    await subscribe(api, portMonitoring(42), { plan_slug: 'starter', mrr: 9.9 });
    browser = await launchChromium();
    portal = await PortalPage.open(browser, service);
    page = portal.page;
    await page.goto(`${portalUrl(service)}/console/account`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(goodPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Your language').selectOption('Français');
    await heading('Votre compte').waitFor();
  });
  afterEach(() => {
    expect(portal.complaints).toEqual([]);
    expect(portal.foreignRequests).toEqual([]);
  });
  afterAll(async () => {
    await portal?.close();
    await browser?.close();
    await service?.stop();
  });

  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  it.each([
    ['/console/people', 'Personnes', 'Propriétaire'],
    ['/console/branding', 'Image de marque', 'Langue de vos clients'],
    ['/console/customers/42', 'Jane Roe', 'Serveur mis en place'],
  ])('%s is read in the language that an administrator chose, on a phone, too', async (path, title, words) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(portalUrl(service) + path);
    await heading(title).waitFor();
    await page.getByText(words).first().waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('fr');
    expect(await page.title()).toContain(title);
    expect(await portal.violations()).toEqual([]);
    expect(await portal.overflowPx()).toBe(0);
    // A text that is missing would show its key.
    expect(await page.textContent('body')).not.toMatch(/(console|portal|problem)\.[a-z-]+\.[a-z-]/);
  });

  it('the language of a customer is chosen on the customer’s page', async () => {
    await page.goto(`${portalUrl(service)}/console/customers/42`);
    await page.getByLabel('Langue du client').selectOption('Português');
    await page.getByText('La langue du client est définie.').waitFor();
    expect((await api.get('/api/v1/customers/42')).body.data.language).toBe('pt');
  });

  it('a partner chooses the language of its customers with the branding', async () => {
    await page.goto(`${portalUrl(service)}/console/branding`);
    await page.getByLabel('Langue de vos clients').selectOption('Deutsch');
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await page.getByText('Voici désormais l’aspect de votre portail.').waitFor();
    await page.reload();
    await page.getByLabel('Langue de vos clients').waitFor();
    expect(await page.getByLabel('Langue de vos clients').inputValue()).toBe('de');
  });
});
