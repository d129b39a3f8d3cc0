import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdministrator } from '../../src/identity/administrators/create-administrator.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { goodPassword } from '../support/portal-browser.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { TestService } from '../support/test-service.ts';
import { totpCode } from '../support/totp.ts';

const email = 'ada@example.com';

describe('password or code asked for again in a browser', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let browser: Browser;
  let portal: PortalPage;
  let page: PortalPage['page'];

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const partner = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    await createAdministrator(service.operator(partner.partnerId), { email, name: 'Ada', password: goodPassword });
    browser = await launchChromium();
  });
  beforeEach(async () => {
    portal = await PortalPage.open(browser, service);
    page = portal.page;
    await page.goto(`${portalUrl(service)}/console/sign-in`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(goodPassword);
    await button('Sign in').click();
    await heading('Overview').waitFor();
  });
  afterEach(async () => {
    await portal.close();
    expect(portal.complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const question = () => page.getByRole('dialog', { name: 'Is it still you?' });

  async function makeKey(name: string): Promise<void> {
    await page.goto(`${portalUrl(service)}/console/keys`);
    await button('New key').click();
    await page.getByLabel('What it is for').fill(name);
    await button('Make the key').click();
  }

  it('a form goes on by itself once it was shown; a wrong one is said below its field, and without one nothing is made', async () => {
    await makeKey('fresh');
    await button('I have kept it').click();
    expect(await question().count()).toBe(0);
    service.clock.advanceSeconds(600);
    await makeKey('later');
    await question().waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('Nothing was changed: this needs your password or a code again.').waitFor();
    await button('Make the key').click();
    await question().getByLabel('Your password').fill('something else');
    await page.keyboard.press('Enter');
    await question().getByText('not your password').waitFor();
    await question().getByLabel('Your password').fill(goodPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your new API key' }).waitFor();
    await button('I have kept it').click();
    await page.getByRole('table').getByText('later', { exact: true }).waitFor();
    expect(await question().count()).toBe(0);
  });

  it('whoever has a second factor may show a code instead', async () => {
    await page.goto(`${portalUrl(service)}/console/account`);
    await button('Set it up').click();
    const key = (await page.getByRole('region', { name: 'Key for the authenticator application' }).textContent())!;
    await page.getByLabel('Type the code that it shows').fill(totpCode(key, service.clock.now()));
    await button('Turn it on').click();
    await button('Turn it off').waitFor();
    service.clock.advanceSeconds(600);
    await makeKey('by code');
    await question().getByRole('button', { name: 'Use a code instead' }).click();
    await question().getByLabel('Code of your authenticator application').fill(totpCode(key, service.clock.now()));
    await question().getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Your new API key' }).waitFor();
  });
});
