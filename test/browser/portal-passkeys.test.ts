import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/core/operation/operation.ts';
import { createAdministrator } from '../../src/identity/administrators/create-administrator.ts';
import { resetAdministrator } from '../../src/identity/administrators/reset-administrator.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { demandSecondFactor } from '../../src/identity/partners/second-factor-demand.ts';
import { goodPassword } from '../support/portal-browser.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { TestService } from '../support/test-service.ts';

const owner = 'ada@example.com';

describe('passkeys in a browser', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let operation: Operation;
  let browser: Browser;
  let portal: PortalPage;
  let page: PortalPage['page'];
  let devtools: CDPSession;
  let authenticatorId: string;

  beforeAll(async () => {
    service = await TestService.start({ environment: { SCAN_ENGINE: 'off' } });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    operation = service.operator(created.partnerId);
    await createAdministrator(operation, { email: owner, name: 'Ada', password: goodPassword });
    browser = await launchChromium();
  });
  /** A browser with an authenticator that is built in, and whose owner has given a finger to it. */
  beforeEach(async () => {
    portal = await PortalPage.open(browser, service);
    page = portal.page;
    devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    ({ authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    }));
  });
  afterEach(async () => {
    await portal.close();
    await demandSecondFactor(operation, false);
    await resetAdministrator(operation, owner, goodPassword);
    expect(portal.complaints).toEqual([]);
    expect(portal.foreignRequests).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const go = (path: string) => page.goto(portalUrl(service) + path);
  const passkeys = () => page.getByRole('table', { name: 'Your passkeys' });

  async function enterPassword(): Promise<void> {
    await go('/console/sign-in');
    await page.getByLabel('E-mail address').fill(owner);
    await page.getByLabel('Password').fill(goodPassword);
    await button('Sign in').click();
  }

  async function addPasskey(name: string): Promise<void> {
    await button('Add a passkey').click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Your password').fill(goodPassword);
    expect(await portal.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Make the passkey' }).click();
    await passkeys().getByText(name).waitFor();
  }

  async function signOut(): Promise<void> {
    await page.context().clearCookies();
    await go('/console/sign-in');
  }

  it('one is added, signs in without a password, and is removed', async () => {
    await enterPassword();
    await heading('Overview').waitFor();
    await go('/console/account');
    await addPasskey('Work laptop');
    expect(await portal.violations()).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await portal.overflowPx()).toBe(0);
    await signOut();
    await button('Sign in with a passkey').click();
    await heading('Overview').waitFor();
    await page.setViewportSize({ width: 1_280, height: 900 });
    await go('/console/account');
    await button('Remove Work laptop').click();
    const dialog = page.getByRole('dialog', { name: 'Remove the passkey Work laptop?' });
    await dialog.getByLabel('Your password').fill('something else entirely');
    await dialog.getByRole('button', { name: 'Remove it' }).click();
    await dialog.getByText('This is not your password').waitFor();
    await dialog.getByLabel('Your password').fill(goodPassword);
    await dialog.getByRole('button', { name: 'Remove it' }).click();
    await passkeys().waitFor({ state: 'detached' });
    await signOut();
    await button('Sign in with a passkey').click();
    await page.getByText('The e-mail address, the password or the code is wrong.').waitFor();
  });

  it('one is asked for after the password', async () => {
    await enterPassword();
    await heading('Overview').waitFor();
    await go('/console/account');
    await addPasskey('Work laptop');
    await page.context().clearCookies();
    await enterPassword();
    await page.getByText('Your password is right. Now use one of your passkeys.').waitFor();
    expect(await portal.violations()).toEqual([]);
    await button('Use a passkey').click();
    await heading('Overview').waitFor();
  });

  it('who ends it, or has none, is told so and can go on', async () => {
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
    });
    await go('/console/sign-in');
    // Browsers wait for as long as a person may take: what they say then is said at once.
    await page.evaluate(() => {
      navigator.credentials.get = () => Promise.reject(new DOMException('The operation timed out.', 'NotAllowedError'));
    });
    await button('Sign in with a passkey').click();
    await page.getByText('The passkey was not used').waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.getByLabel('E-mail address').fill(owner);
    await page.getByLabel('Password').fill(goodPassword);
    await button('Sign in').click();
    await heading('Overview').waitFor();
  });

  it('where a second factor is demanded, who has none is led to set one up, and then goes on', async () => {
    await demandSecondFactor(operation, true);
    await enterPassword();
    await heading('Your account').waitFor();
    await page.getByText('Your account demands a second factor').waitFor();
    await go('/console/customers');
    await heading('Your account').waitFor();
    expect(await portal.violations()).toEqual([]);
    await addPasskey('Work laptop');
    await page.getByText('Your account demands a second factor').waitFor({ state: 'detached' });
    await page.getByText('Where you are signed in').waitFor();
    await button('Remove Work laptop').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(goodPassword);
    await dialog.getByRole('button', { name: 'Remove it' }).click();
    await dialog.getByText('this is your last one').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await go('/console/people');
    await page.getByText('The operator of the service demands it').waitFor();
    expect(await portal.violations()).toEqual([]);
  });

  it('an owner demands a second factor, and lifts that again', async () => {
    await enterPassword();
    await heading('Overview').waitFor();
    await go('/console/people');
    await button('Demand it').click();
    await page.getByText('Set up a second factor of your own first.').waitFor();
    await go('/console/account');
    await addPasskey('Work laptop');
    await go('/console/people');
    await button('Demand it').click();
    await button('Demand it no longer').click();
    await button('Demand it').waitFor();
  });
});
