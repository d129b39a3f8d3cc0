import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdministrator as createByOperator } from '../../src/identity/administrators/create-administrator.ts';
import { createKey } from '../../src/identity/partners/create-key.ts';
import { MailServer } from '../support/mail-server.ts';
import { mailIsQuiet } from '../support/notifications.ts';
import { goodPassword, PortalBrowser, signInAdministrator, signInCustomer } from '../support/portal-browser.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { provision } from '../support/scans.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { totpCode } from '../support/totp.ts';

const webhook = { url: 'https://hooks.example.com/a?token=hidden' };
const channel = { type: 'ntfy', name: 'Operations', topic: 'acme-operations' };

let mail: MailServer;
let service: TestService;
let partner: TestPartner;
let ada: { readonly id: string; readonly browser: PortalBrowser };
let lastAccount = 0;

beforeAll(async () => {
  mail = await MailServer.start();
  const environment = { TRUST_PROXY: '127.0.0.1', SCAN_ENGINE: 'off', ...mail.environment };
  service = await TestService.start({ environment });
});
afterAll(async () => {
  await service?.stop();
  await mail?.close();
});
beforeEach(async () => {
  // A rate-limit window of its own.
  service.clock.advanceSeconds(61);
  lastAccount += 1;
  partner = await service.partner();
  ada = await join('ada', 'owner');
  await join('grace', 'owner');
  await join('mary', 'manager');
  await subjects();
});

const address = (name: string) => `${name}${lastAccount}@example.com`;

async function join(name: string, role: 'owner' | 'manager') {
  const { id } = await createByOperator(partner.operation, {
    email: address(name),
    name: null,
    password: goodPassword,
    role,
  });
  return { id, browser: await signInAdministrator(service, partner, address(name)) };
}

/** What was mailed to each person since the last look, besides what is about their own sign-in. */
async function subjects(): Promise<Record<string, string[]>> {
  await mailIsQuiet(service);
  const found: Record<string, string[]> = {};
  for (const { to, headers } of mail.mails.splice(0)) {
    const subject = headers.get('subject')!.replace(': console of Acme Hosting', '');
    const name = to.replace(/\d*@example.com$/, '');
    if (!/^(New sign-in|Your |You are invited)/.test(subject)) found[name] = [...(found[name] ?? []), subject];
  }
  return found;
}

const toOwners = (subject: string) => ({ ada: [subject], grace: [subject] });

describe('all owners hear by mail, and nobody else does,', () => {
  it('that a key was made or rotated: which, by whom, when and from where', async () => {
    const { id } = expectSuccess(await ada.browser.post('/api/v1/keys', { name: 'Billing system' }), 201);
    await mailIsQuiet(service);
    const { text } = mail.mailsTo(address('grace')).at(-1)!;
    expect(text).toContain('It is about Billing system.');
    expect(text).toContain(`It was done by ${address('ada')}. On `);
    expect(text).toMatch(/From 10\.\d+\.\d+\.\d+, with a browser without a name/);
    expect(text).toContain(`https://${partner.portalDomain}/console/audit`);
    expect(await subjects()).toEqual(toOwners('A new API key was made'));
    expectSuccess(await ada.browser.post(`/api/v1/keys/${id}/rotate`, {}), 201);
    expect(await subjects()).toEqual(toOwners('A new API key was made'));
  });

  it('that a person was added, invited, joined, or has another role', async () => {
    const added = { email: address('new'), password: goodPassword, role: 'support' };
    const { administrator } = expectSuccess(await ada.browser.post('/api/v1/administrators', added), 201);
    expect(await subjects()).toEqual(toOwners('A person was added'));
    expectSuccess(await ada.browser.post('/api/v1/invitations', { email: address('guest'), role: 'support' }), 201);
    await mailIsQuiet(service);
    const [, token] = /invitation#([\w-]{43})/.exec(mail.mailsTo(address('guest')).at(-1)!.text)!;
    expect(await subjects()).toEqual(toOwners('A person was invited'));
    const guest = new PortalBrowser(service, partner.portalDomain);
    expectSuccess(await guest.post('/api/v1/session/invitation', { token, password: goodPassword }));
    expect(await subjects()).toEqual(toOwners('A person who was invited has joined'));
    const role = await ada.browser.send('PUT', `/api/v1/administrators/${administrator.id}/role`, { role: 'manager' });
    expectSuccess(role);
    const changed = 'The role of a person was changed';
    expect(await subjects()).toEqual({ ...toOwners(changed), new: [changed] });
  });

  it('that an owner was removed or is none any more; that owner does, too', async () => {
    const { administrators } = expectSuccess(await ada.browser.get('/api/v1/administrators'));
    const grace = administrators.find(({ email }: { email: string }) => email === address('grace'));
    const path = `/api/v1/administrators/${grace.id}`;
    expectSuccess(await ada.browser.send('PUT', `${path}/role`, { role: 'support' }));
    expect(await subjects()).toEqual(toOwners('The role of a person was changed'));
    expect((await ada.browser.send('DELETE', path)).status).toBe(204);
    expect(await subjects()).toEqual(toOwners('A person was removed'));
  });

  it('that a portal domain, the mail sender, a webhook or a channel was made or changed', async () => {
    const domain = `portal${lastAccount}.acme.example`;
    expectSuccess(await ada.browser.post('/api/v1/portal-domains', { domain }), 201);
    expect(await subjects()).toEqual(toOwners('A portal domain was added'));
    expectSuccess(await ada.browser.send('PUT', '/api/v1/mail-sender', { address: 'security@acme.example' }));
    expect(await subjects()).toEqual(toOwners('The address that mails come from was changed'));
    const { id } = expectSuccess(await ada.browser.post('/api/v1/webhooks', webhook), 201).webhook;
    await mailIsQuiet(service);
    expect(mail.mailsTo(address('grace')).at(-1)!.text).not.toContain('hidden');
    expect(await subjects()).toEqual(toOwners('A webhook was added'));
    expectSuccess(await ada.browser.send('PUT', `/api/v1/webhooks/${id}`, { url: 'https://hooks.example.com/b' }));
    expect(await subjects()).toEqual(toOwners('A webhook was changed'));
    expectSuccess(await ada.browser.post(`/api/v1/webhooks/${id}/rotate-secret`, {}));
    expect(await subjects()).toEqual(toOwners('A webhook has a new secret'));
    const made = expectSuccess(await ada.browser.post('/api/v1/channels', channel), 201).channel;
    expect(await subjects()).toEqual(toOwners('A channel was added'));
    const path = `/api/v1/channels/${made.id}`;
    expectSuccess(await ada.browser.send('PUT', path, { ...channel, topic: 'elsewhere' }));
    expect(await subjects()).toEqual(toOwners('A channel was changed'));
  });

  it('which webhook was changed, also when it goes where it went, or has a new secret', async () => {
    const { id } = expectSuccess(await ada.browser.post('/api/v1/webhooks', webhook), 201).webhook;
    expectSuccess(await ada.browser.send('PUT', `/api/v1/webhooks/${id}`, { description: 'of the shop' }));
    expectSuccess(await ada.browser.post(`/api/v1/webhooks/${id}/rotate-secret`, {}));
    await mailIsQuiet(service);
    const texts = mail.mailsTo(address('grace')).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('hooks.example.com/a'))).toHaveLength(3);
    await subjects();
  });

  it('that somebody turned a second factor on or off', async () => {
    const path = '/api/v1/administrator/second-factor';
    const { key } = expectSuccess(await ada.browser.post(path), 201);
    const code = () => totpCode(key, service.clock.now());
    expect((await ada.browser.post(`${path}/confirm`, { code: code() })).status).toBe(204);
    expect(await subjects()).toEqual(toOwners('A second factor was turned on'));
    service.clock.advanceSeconds(30);
    const proof = { password: goodPassword, code: code() };
    expect((await ada.browser.send('DELETE', path, proof)).status).toBe(204);
    // The person hears that it was theirs.
    expect(await subjects()).toEqual({ grace: ['A second factor was turned off'] });
  });

  it('what the operator or an API key made', async () => {
    await createKey(partner.operation, { name: 'by hand', portalDomain: partner.portalDomain });
    await mailIsQuiet(service);
    expect(mail.mailsTo(address('ada')).at(-1)!.text).toContain('It was done by your provider.');
    expect(await subjects()).toEqual(toOwners('A new API key was made'));
    expectSuccess(await partner.api.post('/api/v1/webhooks', webhook), 201);
    await mailIsQuiet(service);
    expect(mail.mailsTo(address('ada')).at(-1)!.text).toContain('It was done with an API key of the account.');
    expect(await subjects()).toEqual(toOwners('A webhook was added'));
  });

  it('once of what is changed again and again within a minute', async () => {
    const { id } = expectSuccess(await ada.browser.post('/api/v1/webhooks', webhook), 201).webhook;
    const change = async (description: string) =>
      expectSuccess(await ada.browser.send('PUT', `/api/v1/webhooks/${id}`, { description }));
    await subjects();
    for (const description of ['a', 'b', 'c']) await change(description);
    expect(await subjects()).toEqual(toOwners('A webhook was changed'));
    service.clock.advanceSeconds(61);
    await change('d');
    expect(await subjects()).toEqual(toOwners('A webhook was changed'));
  });
});

describe('no owner hears', () => {
  it('of what is made in the sandbox, or what customers make for themselves', async () => {
    const sandbox = await enableSandbox(service, partner);
    expectSuccess(await sandbox.post('/api/v1/webhooks', webhook), 201);
    await provision(partner.api, `127.0.8.${lastAccount}`, { client_id: 42 });
    const customer = await signInCustomer(service, partner, 42);
    expectSuccess(await customer.post('/api/v1/channels', channel), 201);
    expect(await subjects()).toEqual({});
  });

  it('of a change that came to nothing', async () => {
    const taken = { email: address('mary'), password: goodPassword };
    expect((await ada.browser.post('/api/v1/administrators', taken)).status).toBe(409);
    const { id } = expectSuccess(await ada.browser.post('/api/v1/webhooks', webhook), 201).webhook;
    await subjects();
    expectSuccess(await ada.browser.send('PUT', `/api/v1/webhooks/${id}`, {}));
    expect(await subjects()).toEqual({});
  });
});
