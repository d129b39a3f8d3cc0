import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAdministrator } from '../../src/identity/administrators/create-administrator.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { MailServer } from '../support/mail-server.ts';
import { goodPassword } from '../support/portal-browser.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { TestService } from '../support/test-service.ts';

const owner = 'ada@example.com';
const guest = 'grace@example.com';
const guestsPassword = 'several words that nobody guesses';

describe('people of the console in a browser', { tags: ['chromium-headless-shell'] }, () => {
  let mail: MailServer;
  let service: TestService;
  let api: ApiClient;
  let browser: Browser;
  let portal: PortalPage;
  let page: PortalPage['page'];

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await TestService.start({ environment: { SCAN_ENGINE: 'off', ...mail.environment } });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    const ada = { email: owner, name: 'Ada', password: goodPassword };
    await createAdministrator(service.operator(created.partnerId), ada);
    browser = await launchChromium();
  });
  afterEach(async () => {
    await portal.close();
    expect(portal.complaints).toEqual([]);
    expect(portal.foreignRequests).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await mail?.close();
  });

  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const go = (path: string) => page.goto(portalUrl(service) + path);

  async function open(path: string): Promise<void> {
    portal = await PortalPage.open(browser, service);
    page = portal.page;
    await go(path);
  }

  async function signIn(email: string, password: string): Promise<void> {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await button(/^Sign in$/).click();
    await heading('Overview').waitFor();
  }

  /** Opens the link of the latest mail to an address. */
  async function followMail(to: string, path: string, count: number): Promise<void> {
    const pattern = new RegExp(`/console/${path}#[\\w-]{43}`);
    const links = await eventually('the mail', async () => {
      const found = mail.mailsTo(to).flatMap(({ text }) => pattern.exec(text)?.[0] ?? []);
      return found.length === count && found;
    });
    await go(links.at(-1)!);
  }

  /** Without a fault for axe, and no wider than a phone. */
  async function expectSound(): Promise<void> {
    expect(await portal.violations()).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await portal.overflowPx()).toBe(0);
    await page.setViewportSize({ width: 1_280, height: 900 });
  }

  it('who is invited follows the mail, chooses a password, and finds what the role allows, and nothing else', async () => {
    await open('/console/sign-in');
    await signIn(owner, goodPassword);
    await go('/console/people');
    await button('Invite a person').click();
    const dialog = page.getByRole('dialog', { name: 'Invite a person' });
    await dialog.getByLabel('E-mail address').fill(guest);
    expect(await dialog.getByLabel('Role').locator('option').allTextContents()).toEqual([
      'Support',
      'Manager',
      'Owner',
    ]);
    expect(await portal.violations()).toEqual([]);
    await button('Send the invitation').click();
    await page.getByRole('table', { name: 'Invitations' }).getByText(guest).waitFor();
    await expectSound();
    await page.context().clearCookies();
    await followMail(guest, 'invitation', 1);
    await page.getByText('Your role is Support.').waitFor();
    await expectSound();
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('Password').fill('Acme Hosting 2026');
    await button('Join and sign in').click();
    await page.getByText('too easy to guess').waitFor();
    await page.getByLabel('Password').fill(guestsPassword);
    await button('Join and sign in').click();
    await heading('Overview').waitFor();
    await page.getByText('Your role is Support: you can look at everything here').waitFor();
    const offered = async () => (await page.getByRole('main').getByRole('button').allTextContents()).toSorted();
    for (const [path, title] of [
      ['people', 'People'],
      ['keys', 'API keys'],
      ['plans', 'Plans and prices'],
      ['portal-domains', 'Portal domains'],
      ['sandbox', 'Sandbox'],
    ] as const) {
      await go(`/console/${path}`);
      await heading(title).waitFor();
      await page.getByRole('table').or(page.getByText('Sandbox mode')).first().waitFor();
      expect({ path, offered: await offered() }).toEqual({ path, offered: [] });
    }
    await go('/console/settings');
    expect(await page.getByRole('radio').first().isDisabled()).toBe(true);
  });

  it('a link of an invitation that lost its end is said to be void, as one that was used', async () => {
    await open('/console/invitation');
    await page.getByText('has been used, was replaced or has expired').waitFor();
  });

  it('an owner gives another role, by which more is offered at once', async () => {
    await open('/console/sign-in');
    await signIn(owner, goodPassword);
    const other = await PortalPage.open(browser, service);
    const own = page;
    page = other.page;
    await go('/console/sign-in');
    await signIn(guest, guestsPassword);
    page = own;
    await go('/console/people');
    // The last owner stays one.
    expect(await button(`Change role: ${owner}`).count()).toBe(0);
    await button(`Change role: ${guest}`).click();
    await page.getByLabel('Role', { exact: true }).selectOption('Manager');
    expect(await portal.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Change the role', exact: true }).click();
    await page.getByText('Grace has the role Manager now.').waitFor();
    page = other.page;
    await go('/console/plans');
    await button('New plan').waitFor();
    await go('/console/keys');
    await button(/^Revoke/)
      .first()
      .waitFor();
    expect(await button('New key').count()).toBe(0);
    await other.close();
    page = own;
  });

  it('who forgot the password asks for a link, and chooses another one', async () => {
    await open('/console/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The page before has a field of the same name.
    await heading('Choose another password').waitFor();
    await page.getByLabel('E-mail address').fill(guest);
    await expectSound();
    await button('Send the link').click();
    await page.getByText('Look into your mail').waitFor();
    await followMail(guest, 'new-password', 1);
    await page.getByLabel('New password').fill(`${guestsPassword} indeed`);
    await expectSound();
    await button('Change the password').click();
    await page.getByText('Your password is changed').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await heading('Console of Acme Hosting').waitFor();
    await signIn(guest, `${guestsPassword} indeed`);
    await followMail(guest, 'new-password', 1);
    await page.getByLabel('New password').fill(`${guestsPassword} again`);
    await button('Change the password').click();
    await page.getByText('This link has been used, was replaced or has expired.').waitFor();
    await page.getByRole('link', { name: 'Ask for another link' }).waitFor();
  });

  it('the requests of a key show what arrived and why it was refused', async () => {
    await api.post('/api/v1/billing/provision', { client_id: 'x', ip_address: '192.0.2.77' });
    await api.get('/api/v1/plans');
    await open('/console/sign-in');
    await signIn(owner, goodPassword);
    await go('/console/keys');
    await page.getByRole('link', { name: 'Requests of first key' }).click();
    await heading('Requests with “first key”').waitFor();
    const refused = page.getByText('POST /api/v1/billing/provision');
    await eventually('the log', async () => {
      await button('Refresh').click();
      return (await refused.count()) === 1;
    });
    await page.getByLabel('Answer').selectOption('422: input');
    await page.getByText('/api/v1/plans').waitFor({ state: 'detached' });
    await refused.click();
    await page.getByText('The given data was invalid.').waitFor();
    await page.getByText('"ip_address": "string"').waitFor();
    expect(await page.textContent('body')).not.toContain('192.0.2.77');
    await expectSound();
    await page.getByLabel('Part of the path').fill('nothing');
    await page.getByText('No request is like this.').waitFor();
  });

  it('a new key stays on the screen until it is kept: neither Escape nor a click beside it closes it', async () => {
    await open('/console/sign-in');
    await signIn(owner, goodPassword);
    await go('/console/keys');
    await button('New key').click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await button('New key').click();
    await page.getByLabel('What it is for').fill('Billing system');
    await button('Make the key').click();
    const shown = page.getByRole('dialog', { name: 'Your new API key' });
    await shown.waitFor();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.keyboard.press('Escape');
    expect(await shown.getByRole('region', { name: 'API key', exact: true }).textContent()).toMatch(/^bwk_/);
    expect(await shown.evaluate('document.querySelector("dialog[open]").matches(":modal")')).toBe(true);
    await button('I have kept it').click();
    await shown.waitFor({ state: 'hidden' });
  });
});
