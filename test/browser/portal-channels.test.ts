import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TargetType } from '../../src/engines/messengers/messengers.ts';
import { createAdministrator } from '../../src/identity/administrators/create-administrator.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { FakeProviders } from '../support/messengers/fake-providers.ts';
import { goodTargets } from '../support/messengers/providers.ts';
import { goodPassword } from '../support/portal-browser.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { provision } from '../support/scans.ts';
import { TestService } from '../support/test-service.ts';

const clientId = 7;

describe('chats and pagers in a browser', { tags: ['chromium-headless-shell'] }, () => {
  let providers: FakeProviders;
  let service: TestService;
  let api: ApiClient;
  let browser: Browser;
  let portal: PortalPage;

  beforeAll(async () => {
    providers = await FakeProviders.start();
    const environment = { SCAN_ENGINE: 'off' };
    service = await TestService.start({ environment, sendToChannels: (request) => providers.send(request) });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    const operation = service.operator(created.partnerId);
    await createAdministrator(operation, { email: 'ada@example.com', name: 'Ada', password: goodPassword });
    const sam = { email: 'sam@example.com', name: 'Sam', password: goodPassword, role: 'support' } as const;
    await createAdministrator(operation, sam);
    await provision(api, '192.0.2.1', { client_id: clientId, hostname: 'shop.example.com' });
    await provision(api, '192.0.2.2', { client_id: clientId, hostname: 'mail.example.com' });
    browser = await launchChromium();
  });
  afterEach(async () => {
    await portal?.close();
    expect(portal?.complaints).toEqual([]);
    expect(portal?.foreignRequests).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await providers?.[Symbol.asyncDispose]();
  });

  const button = (name: string) => portal.page.getByRole('button', { name, exact: true });
  const dialog = () => portal.page.getByRole('dialog');

  async function openConsole(email: string): Promise<void> {
    portal = await PortalPage.open(browser, service);
    await portal.page.goto(`${portalUrl(service)}/console/channels`);
    await portal.page.getByLabel('E-mail address').fill(email);
    await portal.page.getByLabel('Password').fill(goodPassword);
    await portal.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await portal.page.getByRole('heading', { level: 1, name: 'Chats and pagers' }).waitFor();
  }

  /** Opens the form of a new one and fills in where it leads. */
  async function fillIn(
    type: TargetType,
    service_: string,
    name: string,
    labels: Record<string, string>,
  ): Promise<void> {
    await button('Add a chat or pager').click();
    await dialog().getByLabel('Service').selectOption({ label: service_ });
    await dialog().getByLabel('Name', { exact: true }).fill(name);
    for (const [label, field] of Object.entries(labels))
      await dialog()
        .getByLabel(label, { exact: true })
        .fill(String(goodTargets[type][field as 'url']));
  }

  it('of the account are set up, tried and changed on the console; what lets anybody in is shown to nobody', async () => {
    await openConsole('ada@example.com');
    await portal.page.getByText('None is set up.').waitFor();
    await fillIn('slack', 'Slack', 'Operations', { 'URL of the webhook': 'url' });
    await dialog().getByLabel('Only these customers').fill(String(clientId));
    await dialog().getByLabel('Open ports on your servers').check();
    await dialog().getByLabel('How severe an alert has to be').selectOption('high');
    await dialog().getByLabel('Quiet from').fill('22:00');
    await dialog().getByLabel('Quiet until').fill('07:00');
    await dialog().getByLabel('Time zone, such as Europe/Berlin').fill('Europe/Berlin');
    expect(await portal.violations()).toEqual([]);
    await button('Set it up').click();
    await portal.page.getByText('hooks.slack.com/…mnop').waitFor();
    const { channels } = (await api.get('/api/v1/channels')).body.data;
    expect(channels).toMatchObject([
      {
        type: 'slack',
        name: 'Operations',
        kinds: ['port'],
        min_severity: 'high',
        billing_customer_ids: [clientId],
        quiet_from: '22:00',
        quiet_until: '07:00',
        time_zone: 'Europe/Berlin',
      },
    ]);

    await button('Send a test: Operations').click();
    await portal.page.getByText('Operations accepted the test.').first().waitFor();
    expect(providers.of('slack').accepted).toHaveLength(1);

    await button('Change: Operations').click();
    await dialog().getByLabel('Quiet from').fill('');
    await dialog().getByLabel('Quiet until').fill('');
    await dialog().getByLabel('New alerts').selectOption('daily');
    await button('Save').click();
    await portal.page.getByText('Operations is changed.').first().waitFor();
    const [changed] = (await api.get('/api/v1/channels')).body.data.channels;
    expect(changed).toMatchObject({
      target: channels[0].target,
      urgency: 'daily',
      quiet_from: null,
      quiet_until: null,
    });
    expect(await portal.page.content()).not.toContain('abcdefghijklmnop');
  });

  it('that fail say why where they are set up, and what is entered wrongly is said at its field', async () => {
    await openConsole('ada@example.com');
    await fillIn('telegram', 'Telegram', 'Night shift', { 'Token of the bot': 'token', Chat: 'chat_id' });
    await dialog().getByLabel('Chat', { exact: true }).fill('nobody knows');
    await button('Set it up').click();
    await dialog().getByRole('alert').getByText('must be the id of a chat').waitFor();
    await dialog().getByLabel('Chat', { exact: true }).fill(goodTargets.telegram.chat_id!);
    await button('Set it up').click();
    await button('Send a test: Night shift').waitFor();
    providers.of('telegram').interjected.push({
      status: 403,
      body: { ok: false, error_code: 403, description: 'Forbidden: bot was kicked from the group chat' },
    });
    await button('Send a test: Night shift').click();
    await portal.page.getByRole('alert').getByText('The test did not reach Night shift.').waitFor();
    await portal.page.getByText('bot was kicked').first().waitFor();
    expect(await portal.violations()).toEqual([]);
    await button('Remove: Night shift').click();
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await portal.page.getByText('Night shift is told nothing more.').first().waitFor();
  });

  it('are seen and not changed by support', async () => {
    await openConsole('sam@example.com');
    await button('Change: Operations').waitFor();
    for (const name of ['Add a chat or pager', 'Send a test: Operations', 'Change: Operations', 'Remove: Operations'])
      expect(await button(name).isDisabled()).toBe(true);
  });

  it('of a customer are its own: it sets them up for a server of its own, on a phone', async () => {
    portal = await PortalPage.open(browser, service, { viewport: { width: 360, height: 780 } });
    await portal.signIn(api, clientId, '/notifications');
    await portal.page.getByRole('heading', { name: 'Chats and pagers' }).waitFor();
    await portal.page.getByText('None is set up.').waitFor();
    await fillIn('ntfy', 'ntfy', 'My phone', { Topic: 'topic' });
    await dialog().getByLabel('shop.example.com').check();
    expect(await portal.violations()).toEqual([]);
    expect(await portal.overflowPx()).toBe(0);
    await button('Set it up').click();
    await button('Send a test: My phone').click();
    await portal.page.getByText('My phone accepted the test.').first().waitFor();
    expect(providers.of('ntfy').accepted).toHaveLength(1);
    const own = (await api.get(`/api/v1/channels?billing_customer_id=${clientId}`)).body.data.channels;
    expect(own).toMatchObject([{ type: 'ntfy', name: 'My phone', endpoint_ids: [expect.any(String)] }]);
    expect(await portal.overflowPx()).toBe(0);

    await button('Pause: My phone').click();
    await portal.page.getByText('Paused', { exact: true }).waitFor();
    await button('Switch on: My phone').click();
    await portal.page.getByText('Works', { exact: true }).waitFor();
  });
});
