import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '../../src/identity/partners/create-key.ts';
import { setSandboxMode } from '../../src/identity/partners/sandbox-mode.ts';
import type { ApiClient } from '../support/api-client.ts';
import { auditOf } from '../support/audit-log.ts';
import { eventually } from '../support/eventually.ts';
import { openConsole, PortalBrowser, signInCustomer } from '../support/portal-browser.ts';
import { enableSandbox, type SandboxClient } from '../support/sandbox-client.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectSuccess, expectThrottled } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
let sandbox: SandboxClient;
let browser: PortalBrowser;

beforeAll(async () => {
  const environment = { SCAN_ENGINE: 'off', RATE_LIMIT_STRICT: '5', RATE_LIMIT_DEFAULT: '20' };
  service = await TestService.start({ environment });
});
afterAll(async () => {
  await service?.stop();
});
beforeEach(async () => {
  partner = await service.partner('Acme Hosting');
  sandbox = await enableSandbox(service, partner);
  browser = await openConsole(service, partner);
});

async function sandboxKey(): Promise<{ id: string; apiKey: string; api: ApiClient }> {
  const { id, api_key: apiKey } = expectSuccess(
    await browser.post('/api/v1/keys', { name: 'tests', world: 'sandbox' }),
    201,
  );
  return { id, apiKey, api: service.client(partner.portalDomain, apiKey) };
}

describe('a key of the sandbox', () => {
  it('says what it is: by its beginning, in the list of keys, in the account and in the audit log', async () => {
    const { id, apiKey, api } = await sandboxKey();
    expect(apiKey).toMatch(/^bwk_test_[0-9A-Za-z]{46}$/);
    const { keys } = expectSuccess(await browser.get('/api/v1/keys'));
    expect(keys.map(({ name, world }: { name: string; world: string }) => [name, world])).toEqual([
      ['tests', 'sandbox'],
      ['first key', 'live'],
    ]);
    expect(expectSuccess(await api.get('/api/v1/account')).key).toEqual({
      prefix: apiKey.slice(0, 17),
      world: 'sandbox',
      name: 'tests',
      expires_at: null,
    });
    expect(await auditOf(service, id)).toMatchObject([{ action: 'api_key.created', details: { world: 'sandbox' } }]);
  });

  it('is in the sandbox without the header, and whatever the header says', async () => {
    const { api } = await sandboxKey();
    const endpointId = await provision(api, '203.0.113.10');
    for (const value of ['true', 'false', '0', ''])
      expect((await api.get(`/api/v1/endpoints/${endpointId}`, { 'x-service-sandbox': value })).status).toBe(200);
    expect((await sandbox.get(`/api/v1/endpoints/${endpointId}`)).status).toBe(200);
    expect((await partner.api.get(`/api/v1/endpoints/${endpointId}`)).status).toBe(404);
  });

  it('is refused where there is no sandbox, and reads the plans and prices that the sandbox has of the account', async () => {
    const { api } = await sandboxKey();
    for (const path of ['channels', 'audit']) expectProblem(await api.get(`/api/v1/${path}`), 403, 'SANDBOX_KEY');
    const plan = await api.send('PUT', '/api/v1/plans/port_monitoring/starter', { capacity: 1 });
    expectProblem(plan, 403, 'SANDBOX_KEY');
    expectProblem(await api.send('PUT', '/api/v1/account/sandbox', { enabled: false }), 403, 'SANDBOX_KEY');
    expectProblem(await api.get('/api/v1/keys'), 403, 'ACCESS_DENIED');
    expect((await api.get('/api/v1/plans')).body).toMatchObject({ data: { plans: expect.any(Array) } });
    expect((await api.get('/api/v1/prices')).status).toBe(200);
  });

  it('says nothing to the console: who signs in with it along is refused', async () => {
    const { apiKey } = await sandboxKey();
    const stranger = new PortalBrowser(service, partner.portalDomain);
    const credentials = { email: 'ada@example.com', password: 'whatever it is' };
    const answer = await stranger.send('POST', '/api/v1/session', credentials, { authorization: `Bearer ${apiKey}` });
    expectProblem(answer, 403, 'SANDBOX_KEY');
  });

  it('signs customers of the sandbox in, and no others', async () => {
    const { api } = await sandboxKey();
    await partner.api.post('/api/v1/billing/provision', { client_id: 7, ip_address: '203.0.113.7' });
    expectProblem(await api.post('/api/v1/sso/token', { client_id: 7 }), 404, 'BILLING_CLIENT_NOT_FOUND');
    await api.post('/api/v1/billing/provision', { client_id: 8, ip_address: '203.0.113.8' });
    const customer = await signInCustomer(service, { ...partner, api }, 8);
    expect(expectSuccess(await customer.get('/api/v1/session')).signed_in).toMatchObject({ sandbox: true });
  });

  it('opens nothing while sandbox mode is off, and the same again once it is on', async () => {
    const { api } = await sandboxKey();
    await setSandboxMode(partner.operation, false);
    expectProblem(await api.get('/api/v1/account'), 403, 'SANDBOX_DISABLED');
    expectProblem(await api.get('/api/v1/channels'), 403, 'SANDBOX_KEY');
    const refused = await browser.post('/api/v1/keys', { name: 'another', world: 'sandbox' });
    expectProblem(refused, 403, 'SANDBOX_DISABLED');
    await setSandboxMode(partner.operation, true);
    expect((await api.get('/api/v1/account')).status).toBe(200);
  });

  it('is rotated to another one of the sandbox', async () => {
    const { id } = await sandboxKey();
    const rotated = expectSuccess(await browser.post(`/api/v1/keys/${id}/rotate`, {}), 201);
    expect(rotated.api_key).toMatch(/^bwk_test_/);
  });

  it('has requests in its log that are of the sandbox, refused ones too', async () => {
    const { id, api } = await sandboxKey();
    await api.get('/api/v1/account');
    await api.get('/api/v1/channels');
    const requests = await eventually('they are in the log', async () => {
      const { requests: found } = expectSuccess(await browser.get(`/api/v1/keys/${id}/requests`));
      return found.length === 2 && found;
    });
    expect(requests).toMatchObject([
      { sandbox: true, error_code: 'SANDBOX_KEY' },
      { sandbox: true, error_code: null },
    ]);
  });

  it('uses up no requests of the real world: neither of a key nor of the account', async () => {
    for (let count = 0; count < 11; count += 1) {
      const { apiKey } = await createKey(partner.operation, { name: `tests ${count}`, world: 'sandbox' });
      const api = service.client(partner.portalDomain, apiKey);
      await Promise.all(Array.from({ length: 5 }, () => api.get('/api/v1/alerts')));
      if (count === 0) expectThrottled(await api.get('/api/v1/alerts'));
    }
    expect((await partner.api.get('/api/v1/alerts')).status).toBe(200);
  });
});
