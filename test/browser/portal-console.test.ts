import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAdministrator } from '../../src/identity/administrators/create-administrator.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { MailLinks } from '../../src/notifications/mail/mail-links.ts';
import type { ApiClient } from '../support/api-client.ts';
import { portMonitoring, subscribe } from '../support/billing.ts';
import { eventually } from '../support/eventually.ts';
import { goodPassword } from '../support/portal-browser.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { provision } from '../support/scans.ts';
import { TestService } from '../support/test-service.ts';
import { startTextNameServer, type TextNameServer } from '../support/text-name-server.ts';
import { totpCode } from '../support/totp.ts';

const ada = { email: 'ada@example.com', name: 'Ada' };
const everyPath = [
  '/console',
  '/console/customers',
  '/console/customers/42',
  '/console/customers/999',
  '/console/plans',
  '/console/keys',
  '/console/portal-domains',
  '/console/branding',
  '/console/settings',
  '/console/sandbox',
  '/console/audit',
  '/console/people',
  '/console/account',
];
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#e5b700"/></svg>`;

describe('the partner’s side of the portal in a browser', { tags: ['chromium-headless-shell'] }, () => {
  let names: TextNameServer;
  let service: TestService;
  let api: ApiClient;
  let browser: Browser;
  let portal: PortalPage;
  let page: PortalPage['page'];
  /** Of an administrator who is signed in already. */
  let session: NonNullable<Exclude<BrowserContextOptions['storageState'], string>>;

  beforeAll(async () => {
    names = await startTextNameServer();
    names.zone.set('mail.example.com', ['v=spf1 ip4:192.0.2.1 -all']);
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@mail.example.com' };
    const environment = { DNS_SERVERS: names.server, PORTAL_CNAME_BASE: 'portals.example.net', ...mail };
    service = await TestService.start({ role: 'api', environment });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    await createAdministrator(service.operator(created.partnerId), { ...ada, password: goodPassword });
    await provision(api, '127.0.0.9', { client_id: 42, client_name: 'Jane Roe', client_email: 'jane@example.com' });
    await provision(api, '127.0.0.10', { client_id: 42 });
    await subscribe(api, portMonitoring(42), { plan_slug: 'starter', mrr: 9.9 });
    await api.post('/api/v1/billing/pricing', {
      prices: [
        {
          product_slug: 'port_monitoring',
          plan_slug: 'starter',
          currency: 'EUR',
          billing_cycle: 'monthly',
          amount: 9.9,
        },
      ],
    });
    browser = await launchChromium();
    const signedIn = await api.post(
      '/api/v1/session',
      { ...ada, password: goodPassword },
      { origin: portalUrl(service) },
    );
    const [name = '', value = ''] = String(signedIn.headers['set-cookie']).split(';')[0]!.split('=');
    const cookie = { name, value, domain: 'localhost', path: '/', expires: -1, httpOnly: true, secure: false };
    session = { cookies: [{ ...cookie, sameSite: 'Lax' }], origins: [] };
  });
  afterEach(async () => {
    await portal.close();
    expect(portal.complaints).toEqual([]);
    expect(portal.foreignRequests).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await names?.close();
  });

  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  /** Opens a page as an administrator who is signed in, or as nobody. */
  async function open(path: string, options: BrowserContextOptions = { storageState: session }): Promise<void> {
    portal = await PortalPage.open(browser, service, options);
    page = portal.page;
    await page.goto(portalUrl(service) + path);
  }

  async function signIn(password: string, code?: string): Promise<void> {
    await page.getByLabel('E-mail address').fill(ada.email);
    await page.getByLabel('Password').fill(password);
    if (code !== undefined) await page.getByLabel('Code of your authenticator application').fill(code);
    await button(/^Sign in$/).click();
  }

  it('who is not signed in is sent to the sign-in page; a wrong password lets nobody in, the right one does', async () => {
    await open('/console/keys', {});
    await heading(/Acme Hosting/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/sign-in');
    expect(await portal.violations()).toEqual([]);
    await signIn('something else entirely');
    await page.getByText('The e-mail address, the password or the code is wrong.').waitFor();
    await signIn(goodPassword);
    await heading('API keys').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('Protect your account').waitFor();
    await button('Sign out').click();
    await heading('You are not signed in').waitFor();
    await page.goto(`${portalUrl(service)}/console`);
    await heading(/Acme Hosting/).waitFor();
  });

  it('a key is made, shown once, works, and is revoked', async () => {
    await open('/console/keys');
    await button('New key').click();
    await page.getByLabel('What it is for').fill('Billing system');
    await button('Make the key').click();
    const shown = page.getByRole('dialog', { name: 'Your new API key' });
    const key = (await shown.getByRole('region', { name: 'API key', exact: true }).textContent())!;
    expect(key).toMatch(/^bwk_\w{46}$/);
    expect(await shown.getByRole('region', { name: 'Command that tries the key' }).textContent()).toContain(
      `${portalUrl(service)}/api/v1/account`,
    );
    expect(await portal.copied(shown.getByRole('button', { name: 'Copy: API key' }))).toBe(key);
    await shown.getByText('Waiting for its first request').waitFor();
    const own = service.client(`localhost:${service.service.address!.port}`, key);
    expect((await own.get('/api/v1/account')).body.data.key.name).toBe('Billing system');
    await shown.getByText(/^Its first request has come: GET \/api\/v1\/account was answered with 200/).waitFor();
    expect(await portal.violations()).toEqual([]);
    await button('I have kept it').click();
    expect(await page.textContent('body')).not.toContain(key);
    await page.reload();
    await button('Rotate Billing system').click();
    await page.getByLabel('The old key ends').selectOption('After an hour');
    await button('Make the new key').click();
    await button('I have kept it').click();
    await page.getByText('Ends in 59 minutes').or(page.getByText('Ends in 1 hour')).first().waitFor();
    expect((await own.get('/api/v1/account')).status).toBe(200);
    for (let left = 2; left > 0; left -= 1) {
      await button('Revoke Billing system').first().click();
      await button('Revoke the key').click();
      await page.getByText('The key “Billing system” is revoked.').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    expect((await own.get('/api/v1/account')).status).toBe(401);
  });

  it('a portal domain is added, shows the records that prove it, and is verified by a look', async () => {
    await open('/console/portal-domains');
    await button('Add a domain').click();
    const domainField = page.getByLabel('Domain', { exact: true });
    await domainField.fill('co.uk');
    await button('Add the domain').click();
    await page.getByText('not a suffix under which anyone can register names').waitFor();
    await domainField.fill('security.acme.example');
    await button('Add the domain').click();
    await page.getByRole('heading', { name: 'Prove that security.acme.example is yours' }).waitFor();
    expect(await portal.violations()).toEqual([]);
    await button('Check now').click();
    await page.getByText('The record was not found.').waitFor();
    const value = await portal.copied(button('Copy: Value of the TXT record'));
    expect(value).toMatch(/^security-monitoring-verification=/);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await portal.overflowPx()).toBe(0);
    await button('Close').click();
    await page.getByText('Not verified yet').waitFor();
    expect(await portal.overflowPx()).toBe(0);
    names.zone.set('_security-monitoring.security.acme.example', [value]);
    await button('Verify security.acme.example').click();
    await button('Check now').click();
    await page.getByText('Control of the domain is proved: it answers now.').waitFor();
    await button('Close').click();
    await page.getByText('Verified', { exact: true }).nth(1).waitFor();
    await page.goto(`${portalUrl(service)}/console/keys`);
    await button('New key').click();
    const domains = page.getByLabel('Portal domain').locator('option');
    await domains.nth(1).waitFor({ state: 'attached' });
    expect(await domains.allTextContents()).toEqual(['localhost', 'security.acme.example']);
  });

  it('the look is previewed, saved, and what customers see', async () => {
    await open('/console/branding');
    await page.getByLabel('Name', { exact: true }).fill('Acme Shield');
    await page.getByLabel('Colour', { exact: true }).fill('#ffd400');
    await page.getByText('Dark theme, colour #ffd400').waitFor();
    await page.getByText(/Light theme, colour #(?!ffd400)/).waitFor();
    await page.getByLabel('What you call the service').fill('Shield Watch');
    await page.getByLabel('Imprint').fill('https://acme.example/imprint');
    await page.getByText('Overview · Shield Watch').first().waitFor();
    await button('Desktop').click();
    await page.getByRole('tab', { name: 'Mail' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Shield Watch', { exact: true }).waitFor();
    await preview.getByText('Imprint').waitFor();
    // The policy of the page lets no style of markup through, so that it shows that script has set it.
    const seen = 'getComputedStyle(document.querySelector("[inert]").shadowRoot.querySelector("a")).color';
    expect(await page.evaluate(seen)).not.toBe('rgb(0, 0, 238)');
    expect(await portal.violations()).toEqual([]);
    await page.getByRole('tab', { name: 'Portal' }).click();
    for (const name of ['Name and look', 'Ways into the portal', 'Help and legal pages'])
      await page.getByRole('heading', { level: 2, name }).waitFor();
    const field = await page.getByLabel('Logo', { exact: true }).boundingBox();
    expect(field!.height, 'room to drop a file on').toBeGreaterThanOrEqual(54);
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) };
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ ...file, buffer: Buffer.from(logo.replace('<rect', '<script/><rect')) });
    await button('Save').click();
    await page.getByText('This must not have the element script').waitFor();
    await page.getByLabel('Logo', { exact: true }).setInputFiles(file);
    await button('Save').click();
    await page.getByText('Saved. Your portal looks like this now.').waitFor();
    await page.getByRole('banner').getByText('Acme Shield').waitFor();
    const customer = await PortalPage.open(browser, service);
    try {
      await customer.signIn(api, 42);
      await customer.page.getByText('Acme Shield').first().waitFor();
      await eventually(
        'the page has its title',
        async () => (await customer.page.title()) === 'Overview · Shield Watch',
      );
      expect(await customer.page.locator('link[rel="icon"]').getAttribute('href')).toMatch(/^\/portal-icon\?v=/);
      await customer.page.getByRole('link', { name: 'Imprint' }).waitFor();
      const shownLogo = customer.page.locator('header img');
      expect(
        await shownLogo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      ).toBeGreaterThan(0);
      const accent = "getComputedStyle(document.documentElement).getPropertyValue('--accent')";
      expect(await customer.page.evaluate(accent)).toMatch(/^#(?!1d4ed8)\w{6}$/);
      expect(customer.complaints).toEqual([]);
    } finally {
      await customer.close();
    }
  });

  it('no word of a name is broken beside a wide logo, at any width, and a logo that says the name stands alone', async () => {
    const wide = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="32" viewBox="0 0 160 32"><rect width="160" height="32"/></svg>`;
    const look = { display_name: 'Northwind Hosting', logo: Buffer.from(wide).toString('base64') };
    await open('/console/branding');
    const set = (body: object) =>
      page.evaluate(
        async (json) => {
          const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: json };
          return (await fetch('/api/v1/branding', init)).status;
        },
        JSON.stringify({ ...look, ...body }),
      );
    // In how many lines each word of the name stands, and whether it ends within the page.
    const words = `[...document.querySelectorAll('header a span[title]')].flatMap((name) => {
      const text = name.firstChild;
      return [...text.data.matchAll(/\\S+/g)].map(({ index, 0: word }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = range.getClientRects();
        return [word, lines.length, lines[0].right <= innerWidth];
      });
    })`;
    expect(await set({})).toBe(200);
    for (const width of [360, 768, 1_440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${portalUrl(service)}/console/account`);
      await heading('Your account').waitFor();
      expect(await page.evaluate(words), String(width)).toEqual([
        ['Northwind', 1, true],
        ['Hosting', 1, true],
      ]);
      expect(await portal.overflowPx()).toBeLessThanOrEqual(0);
    }
    expect(await set({ hide_name: true })).toBe(200);
    await page.goto(`${portalUrl(service)}/console/account`);
    await page.getByRole('banner').getByAltText('Northwind Hosting').waitFor();
    expect(await page.evaluate(words)).toEqual([]);
    expect(await set({ remove_logo: true, logo: '' })).toBe(200);
  });

  it('the address of mails is set, its records are shown, and found when they are there', async () => {
    await open('/console/branding');
    await page.getByLabel('Address of the sender').fill('security@mail.acme.example');
    await button('Set the address').click();
    await page.getByText('v=spf1 include:mail.example.com ~all').waitFor();
    await button('Check the records').click();
    await page.getByText('Not found').nth(2).waitFor();
    for (const kind of ['SPF', 'DKIM', 'DMARC']) {
      const record = async (part: string) => {
        const shown = page.getByRole('region', { name: `${part} of the ${kind} record` }).locator('pre');
        return (await shown.textContent()) ?? '';
      };
      names.zone.set(await record('Name'), [await record('Value')]);
    }
    await button('Check the records').click();
    await page.getByText('Mails come from security@mail.acme.example').waitFor();
    await page.getByText('Found', { exact: true }).nth(2).waitFor();
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await portal.overflowPx()).toBeLessThanOrEqual(0);
    expect(await portal.violations()).toEqual([]);
  });

  it('a test mail is sent to oneself, and its button ticks the step of setting up', async () => {
    await open('/console/branding');
    await page.getByText('Nobody has seen one from this sender yet.').waitFor();
    await button('Send me a test mail').click();
    await page.getByText(`A test mail is on its way to ${ada.email}.`).waitFor();
    const { rows } = await service.store.database.pool.query<{ id: string; partner_id: string }>(
      `SELECT id, partner_id FROM notification_deliveries WHERE notice ->> 'event' = 'test_mail'`,
    );
    const { id, partner_id } = rows[0]!;
    const token = new MailLinks(service.store.keys.lasting).testToken(partner_id, id);
    await page.goto(`${portalUrl(service)}/mail/test?token=${token}`);
    expect(await portal.violations()).toEqual([]);
    await button('I see this mail').click();
    await page.getByText('The mail has arrived').first().waitFor();
    await page.goto(`${portalUrl(service)}/console`);
    await page.getByRole('link', { name: /^See a mail arrive \(done\)/ }).click();
    await page.getByText(/^One was seen/).waitFor();
    expect(await portal.violations()).toEqual([]);
  });

  it('a portal domain says where it leads and what its certificate is worth', async () => {
    await open('/console/portal-domains');
    names.addresses.set('watch.acme.example', ['10.0.0.1']);
    await button('Add a domain').click();
    await page.getByLabel('Domain', { exact: true }).fill('watch.acme.example');
    await button('Add the domain').click();
    await page.getByText('Prove that watch.acme.example is yours').waitFor();
    await page.keyboard.press('Escape');
    await button('Check again: watch.acme.example').click();
    await page.getByText('10.0.0.1').waitFor();
    await page.getByText('Not looked at', { exact: true }).waitFor();
    expect(await portal.violations()).toEqual([]);
  });

  it('a customer at the limit sees the next plan, its price and where to order it, and nobody else does', async () => {
    await open('/console/branding');
    await page.getByLabel('Where customers order more').fill('https://acme.example/order');
    await button('Save').click();
    await page.getByText('Saved. Your portal looks like this now.').waitFor();
    await api.send('PUT', '/api/v1/plans/port_monitoring/tiny', { capacity: 1 });
    await subscribe(api, portMonitoring(43, 3), { plan_slug: 'tiny', mrr: 1 });
    await provision(api, '127.0.0.11', { client_id: 43 });
    const customer = await PortalPage.open(browser, service, { viewport: { width: 360, height: 800 }, hasTouch: true });
    try {
      await customer.signIn(api, 43, '/servers');
      await customer.page.getByText('Your plan is full. The next one is starter.').waitFor();
      await customer.page.getByText('5 servers instead of 1').waitFor();
      await customer.page.getByText('€9.90 a month').waitFor();
      expect(await customer.page.getByRole('link', { name: 'Order it' }).getAttribute('href')).toBe(
        'https://acme.example/order?customer=43&product=port_monitoring&plan=starter',
      );
      expect(await customer.overflowPx()).toBeLessThanOrEqual(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await customer.page.emulateMedia({ colorScheme });
        await customer.page.reload();
        await customer.page.getByRole('link', { name: 'Order it' }).waitFor();
        expect(await customer.violations()).toEqual([]);
      }
      await customer.signIn(api, 42, '/servers');
      await customer.page.getByText('You monitor 2 of 5 servers').waitFor();
      expect(await customer.page.getByRole('link', { name: 'Order it' }).count()).toBe(0);
    } finally {
      await customer.close();
    }
  });

  it('a smaller plan says beforehand and afterwards whom it pauses', async () => {
    await open('/console/plans');
    await button('Change starter').click();
    await page.getByLabel('Servers').fill('1');
    await page.getByText('have their newest ones paused at once').waitFor();
    await page.getByLabel('Packets a second, at most').fill('200');
    await button('Change it for everybody on it').click();
    await page.getByText('Paused: 127.0.0.10').waitFor();
    await button('Change starter').click();
    await page.getByLabel('Servers').fill('5');
    await button('Change it for everybody on it').click();
    await page.getByText('Watched again: 127.0.0.10').waitFor();
    const { plans } = (await api.get('/api/v1/plans')).body.data;
    const starter = plans.find(({ plan_slug: slug }: { plan_slug: string }) => slug === 'starter');
    expect(starter).toMatchObject({ capacity: 5, ports: 'top-1000', protocols: 'tcp', max_packets_per_second: 200 });
  });

  it('a customer is found, looked at, and signed out everywhere', async () => {
    await open('/console/customers');
    await page.getByLabel('Search').fill('nobody');
    await page.getByText('No customer is called so.').waitFor();
    await page.getByLabel('Search').fill('jane');
    await page.getByRole('link', { name: 'Jane Roe' }).click();
    await heading('Jane Roe').waitFor();
    await page.getByText('2 of 5 servers').waitFor();
    const customer = await PortalPage.open(browser, service);
    await customer.signIn(api, 42);
    // Whom somebody's link has signed in as somebody else must see it, on a telephone, too.
    await customer.page.getByText('Signed in as Jane Roe (customer 42)').waitFor();
    await customer.page.setViewportSize({ width: 360, height: 740 });
    await customer.page.getByText('Signed in as Jane Roe (customer 42)').waitFor();
    await button('Sign out everywhere').click();
    const asking = page.getByRole('dialog', { name: 'Sign the customer out everywhere?' });
    expect(await portal.violations()).toEqual([]);
    await asking.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText(/^The customer is signed out\. Sessions that ended: \d+\.$/).waitFor();
    await customer.page.reload();
    await customer.page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    await customer.close();
    await page.getByRole('link', { name: 'In the audit log' }).click();
    await page.getByText('Customer signed out everywhere').first().waitFor();
    await page.getByText('Sign-in link made').first().click();
    await page.getByText('sign_in.token_minted').first().waitFor();
  });

  it('the template of DNS records is set in the settings, and what is wrong stands at its field', async () => {
    await open('/console/settings');
    await page.getByLabel('Name of your SPF record').fill('no name');
    await page.getByLabel('Your DKIM selectors').fill('default, -');
    const card = page.locator('section').filter({ hasText: 'DNS records of your customers' });
    await card.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This must be a domain name, such as _spf.example.com.').waitFor();
    await page.getByText('These must be selectors of DKIM, such as default.').waitFor();
    await page.getByLabel('Name of your SPF record').fill('_spf.hoster.example');
    await page.getByLabel('Your DKIM selectors').fill('default, mail2026');
    await page.getByLabel('Address for reports').fill('dmarc@hoster.example');
    await card.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The next look at each domain goes by it.').waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.reload();
    expect(await page.getByLabel('Your DKIM selectors').inputValue()).toBe('default, mail2026');
    expect((await api.get('/api/v1/domain-monitoring/record-template')).body.data.template).toEqual({
      spf_include: '_spf.hoster.example',
      dkim_selectors: ['default', 'mail2026'],
      report_address: 'dmarc@hoster.example',
    });
    await page.getByLabel('Name of your SPF record').fill('');
    await card.getByRole('button', { name: 'Save' }).click();
    await eventually('what was emptied is gone', async () => {
      const { template } = (await api.get('/api/v1/domain-monitoring/record-template')).body.data;
      return template.spf_include === null;
    });
  });

  it('the audit log says once what was done several times in a row, and shows each of them when it is asked', async () => {
    for (let made = 0; made < 3; made += 1) await api.post('/api/v1/sso/token', { client_id: 42 });
    await open('/console/audit?action=sign_in');
    const row = page.locator('summary').filter({ hasText: 'Sign-in link made' }).first();
    expect(await row.textContent()).toMatch(/Sign-in link made\d+ times/);
    await row.click();
    const each = page.locator('details[open] details summary').filter({ hasText: 'Sign-in link made' });
    expect(await each.count()).toBeGreaterThanOrEqual(3);
    expect(await each.first().textContent()).not.toContain('times');
    await each.first().click();
    await page.getByText('sign_in.token_minted').first().waitFor();
    expect(await portal.violations()).toEqual([]);
  });

  it('the audit log shows from where and with what browser somebody tried to sign in', async () => {
    const failed = { email: ada.email, password: 'something else entirely' };
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const answer = await api.post('/api/v1/session', failed, { origin: portalUrl(service), 'user-agent': userAgent });
    expect(answer.status).toBe(401);
    await open('/console/audit?action=administrator');
    await page.getByText('127.0.0.1, Firefox on Windows').first().waitFor();
    await page.getByText('Sign-in failed').first().click();
    await page.getByText(userAgent).first().waitFor();
    expect(await portal.violations()).toEqual([]);
  });

  it('the sandbox is turned on, and its scans find what the scenario says', async () => {
    const servers = (await api.get('/api/v1/endpoints')).body.meta.total;
    await open('/console/sandbox');
    await button('Turn sandbox mode on').click();
    await button('Add a trial server').click();
    await page.getByText(/^192\.0\.2\.\d+ is in the sandbox\.$/).waitFor();
    for (const [scenario, found] of [
      ['Critical', 'Scanned: open are the ports 22, 445, 3389, 6379.'],
      ['Clean', 'Scanned: nothing is open.'],
    ] as const) {
      await page.getByRole('radio', { name: scenario }).check();
      await page.getByText(`Scans find what is in “${scenario}” from now on.`).waitFor();
      await button(/^Scan now: 192\.0\.2\.\d+$/).click();
      await page.getByText(found).waitFor();
    }
    await button('Empty the sandbox').click();
    await button('Empty it').click();
    await page.getByText('Add a trial server, choose a scenario, and scan.').waitFor();
    expect((await api.get('/api/v1/endpoints')).body.meta.total).toBe(servers);
  });

  it.each(everyPath)(
    '%s breaks no rule of WCAG 2.2 AA, in light and dark, wide and narrow, and never scrolls sideways',
    async (path) => {
      await open(path, { storageState: session, viewport: { width: 360, height: 740 } });
      await portal.loaded();
      expect(await portal.overflowPx()).toBe(0);
      expect(await portal.violations()).toEqual([]);
      await page.evaluate(`localStorage.setItem('theme', 'dark')`);
      await page.setViewportSize({ width: 1_280, height: 900 });
      await page.reload();
      await portal.loaded();
      expect(await portal.violations()).toEqual([]);
      expect(await page.textContent('body')).not.toMatch(/breakwater/i);
    },
  );

  it('dialogs break no rule either, and the focus comes back', async () => {
    await open('/console/keys');
    await button('New key').click();
    await page.getByLabel('What it is for').waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('New key');
  });

  it('the second factor is set up by the key of the QR code, asked for, and turned off', async () => {
    await open('/console/account');
    await button('Set it up').click();
    await page.getByRole('img', { name: 'QR code for the authenticator application' }).waitFor();
    expect(await portal.violations()).toEqual([]);
    const key = (await page.getByRole('region', { name: 'Key for the authenticator application' }).textContent())!;
    await page.getByLabel('Type the code that it shows').fill('000000');
    await button('Turn it on').click();
    await page.getByText('This must be the present code of the application').waitFor();
    await page.getByLabel('Type the code that it shows').fill(totpCode(key, service.clock.now()));
    await button('Turn it on').click();
    await page.getByText('The second factor is on.').waitFor();
    await button('Sign out').first().click();
    await heading('You are not signed in').waitFor();
    await page.goto(`${portalUrl(service)}/console/sign-in`);
    service.clock.advanceSeconds(61);
    await signIn(goodPassword);
    await page
      .getByText('Enter the code')
      .or(page.getByLabel('Code of your authenticator application'))
      .first()
      .waitFor();
    await signIn(goodPassword, totpCode(key, service.clock.now()));
    await heading('Overview').waitFor();
    await page.goto(`${portalUrl(service)}/console/account`);
    await button('Turn it off').click();
    const dialog = page.getByRole('dialog');
    const turnOff = async () => {
      await page.getByLabel('Your password').fill(goodPassword);
      await dialog.getByRole('button', { name: 'Turn it off' }).click();
    };
    await turnOff();
    await dialog.getByText('This must be the present code of your application.').waitFor();
    service.clock.advanceSeconds(30);
    await dialog.getByLabel('Code of your authenticator application').fill(totpCode(key, service.clock.now()));
    await turnOff();
    await page.getByText('The second factor is off.').waitFor();
    await button('Set it up').waitFor();
  });
});
