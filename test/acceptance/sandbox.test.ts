import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldAllListCounts } from '../../src/core/list-counts/fold-list-counts.ts';
import { OperatorError } from '../../src/core/operation/operator-error.ts';
import { changePartnerStatus } from '../../src/identity/partners/change-partner-status.ts';
import { createEvaluationPartner } from '../../src/identity/partners/create-partner.ts';
import { listPartners } from '../../src/identity/partners/list-partners.ts';
import { setSandboxMode } from '../../src/identity/partners/sandbox-mode.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { holdLocks, lockWaiters } from '../support/lock-waiters.ts';
import { PortalBrowser, signInCustomer } from '../support/portal-browser.ts';
import { dumpTables } from '../support/rows.ts';
import { enableSandbox, type SandboxClient } from '../support/sandbox-client.ts';
import { alertsOf, endedScan, endpointRow, requestScan, scansOf } from '../support/scan-outcomes.ts';
import { enqueueScan, systemOperation } from '../support/scan-steps.ts';
import { detail, nextScan, provision } from '../support/scans.ts';
import { ScriptedScanner } from '../support/scripted-scanner.ts';
import {
  expectProblem,
  expectRefusal,
  expectSuccess,
  expectThrottled,
  withoutRequestTraces,
} from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const header = { 'x-service-sandbox': 'true' };
const absent = '00000000-0000-4000-8000-000000000000';
const scenarioPorts = { clean: [], warnings: [21, 22, 587], critical: [22, 445, 3389, 6379] };
type Scenario = keyof typeof scenarioPorts;

/** Records every look that anything takes at the network. */
const scanner = new ScriptedScanner();
let service: TestService;
let partner: TestPartner;
let sandbox: SandboxClient;
let lastHost = 0;

beforeAll(async () => {
  service = await TestService.start({ scanner, environment: { SCAN_ALLOW: '192.0.2.0/24,198.51.100.0/24' } });
  partner = await service.partner();
  sandbox = await enableSandbox(service, partner);
});
afterAll(async () => {
  await service?.stop();
});

/** An address that no other test uses. */
function address(): string {
  lastHost += 1;
  return `192.0.2.${lastHost}`;
}

/** A partner of its own with its sandbox on. */
async function sandboxedPartner(): Promise<{ partner: TestPartner; sandbox: SandboxClient }> {
  const own = await service.partner('Sandboxed Hosting');
  return { partner: own, sandbox: await enableSandbox(service, own) };
}

async function choose(api: ApiClient, scenario: Scenario, endpointId?: string): Promise<void> {
  const body = { scenario, ...(endpointId ? { endpoint_id: endpointId } : {}) };
  const answer = await api.send('PUT', '/api/v1/sandbox/scenario', body);
  expect(expectSuccess(answer)).toEqual({ scenario, endpoint_id: endpointId ?? null });
}

async function scan(api: ApiClient, endpointId: string): Promise<ApiAnswer['body']> {
  return expectSuccess(await api.post('/api/v1/sandbox/scan', { endpoint_id: endpointId }));
}

async function openPortsOf(api: ApiClient, endpointId: string): Promise<number[]> {
  const alerts = await alertsOf(api, endpointId);
  return alerts.flatMap((alert) => (alert.status === 'open' ? [alert.port] : [])).toSorted((a, b) => a - b);
}

describe('sandbox mode off', () => {
  const requests: [
    group: string,
    code: string | number,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
  ][] = [
    [
      'provisioning',
      'SANDBOX_DISABLED',
      'POST',
      '/api/v1/billing/provision',
      { client_id: 1, ip_address: '192.0.2.1' },
    ],
    ['subscriptions', 'SANDBOX_DISABLED', 'POST', '/api/v1/provisioning/suspend-subscription', {}],
    ['endpoints', 'SANDBOX_DISABLED', 'GET', '/api/v1/endpoints'],
    ['scans', 'SANDBOX_DISABLED', 'GET', `/api/v1/scans/${absent}`],
    ['allowed ports', 'SANDBOX_DISABLED', 'GET', '/api/v1/whitelists'],
    ['alerts', 403, 'GET', '/api/v1/alerts'],
    ['sandbox', 'SANDBOX_DISABLED', 'GET', '/api/v1/sandbox/scenarios'],
    ['sandbox', 'SANDBOX_DISABLED', 'PUT', '/api/v1/sandbox/scenario', { scenario: 'clean' }],
    ['sandbox', 'SANDBOX_DISABLED', 'POST', '/api/v1/sandbox/scan', { endpoint_id: absent }],
    ['sandbox', 'SANDBOX_DISABLED', 'POST', '/api/v1/sandbox/reset', {}],
  ];

  it.each(requests)('the header is refused in the %s group with code %s', async (_group, code, method, path, body) => {
    const off = await service.partner('Real Hosting');
    expectProblem(await off.api.send(method, path, body, header), 403, code);
    expect(await dumpTables(service).then((dump) => dump.get('public.endpoints'))).not.toContain(off.partnerId);
  });

  it.each(['true', 'TRUE', '1', 'yes', 'true, true'])('the value %j asks for the sandbox', async (value) => {
    const off = await service.partner('Real Hosting');
    const asked = await off.api.get('/api/v1/endpoints', { 'x-service-sandbox': value });
    expectProblem(asked, 403, 'SANDBOX_DISABLED');
  });

  it.each(['false', 'False', '0', ''])('the value %j does not', async (value) => {
    const answer = await partner.api.post(
      '/api/v1/billing/provision',
      { client_id: 900, ip_address: address() },
      { 'x-service-sandbox': value },
    );
    expect(answer.status).toBe(201);
    expect((await endpointRow(service, answer.body.data.endpoint_id)).partner_id).toBe(partner.partnerId);
  });

  it('turning it off refuses the header again, and turning it on finds the sandbox as it was', async () => {
    const own = await sandboxedPartner();
    const endpointId = await provision(own.sandbox, address());
    const operation = systemOperation(service, own.partner);
    expect(await setSandboxMode(operation, false)).toBe(true);
    expect(await setSandboxMode(operation, false)).toBe(false);
    expectProblem(await own.sandbox.get(`/api/v1/endpoints/${endpointId}`), 403, 'SANDBOX_DISABLED');
    expect(await setSandboxMode(operation, true)).toBe(true);
    expect((await own.sandbox.get(`/api/v1/endpoints/${endpointId}`)).status).toBe(200);
  });

  it('a wrong key, a foreign domain and a suspended account are refused before the header is looked at', async () => {
    const off = await service.partner('Real Hosting');
    const path = '/api/v1/endpoints';
    expectRefusal(await service.client(off.portalDomain, null).get(path, header), 401);
    const astray = service.client(partner.portalDomain, off.apiKey);
    expectProblem(await astray.get(path, header), 403, 'TENANT_MISMATCH');
    await changePartnerStatus(systemOperation(service, off), 'suspended');
    expectProblem(await off.api.get(path, header), 403, 'ACCOUNT_SUSPENDED');
  });
});

describe('two worlds', () => {
  it('one address and one client id are something else in each of them', async () => {
    const ip = address();
    const real = await provision(partner.api, ip, { client_id: 1, client_name: 'Real' });
    const tried = await provision(sandbox, ip, { client_id: 1, client_name: 'Tried' });
    expect(tried).not.toBe(real);
    const { rows } = await service.store.database.pool.query(
      'SELECT name FROM customers WHERE billing_customer_id = 1 AND id IN (SELECT customer_id FROM endpoints WHERE id = ANY($1)) ORDER BY name',
      [[real, tried]],
    );
    expect(rows).toEqual([{ name: 'Real' }, { name: 'Tried' }]);
  });

  it.each(['the real world', 'the sandbox'])('what is in %s does not exist in the other', async (world) => {
    const own = await sandboxedPartner();
    const [here, there] = world === 'the sandbox' ? [own.sandbox, own.partner.api] : [own.partner.api, own.sandbox];
    const endpointId = await provision(here, address(), { client_id: 7, service_id: 3 });
    const subscription = { client_id: 7, service_id: 4, product_slug: 'port_monitoring' };
    await here.post('/api/v1/billing/provision-subscription', { ...subscription, plan_slug: 'starter' });
    const rule = await here.post('/api/v1/whitelists', { port_start: 443, protocol: 'tcp', billing_customer_id: 7 });
    expect(rule.status).toBe(201);
    const calls: [method: 'GET' | 'POST' | 'DELETE', path: string, body?: object][] = [
      ['GET', `/api/v1/endpoints/${endpointId}`],
      ['GET', `/api/v1/endpoints/${endpointId}/detail`],
      ['GET', `/api/v1/endpoints/${endpointId}/scans`],
      ['DELETE', `/api/v1/endpoints/${endpointId}`],
      ['GET', `/api/v1/whitelists/${rule.body.data.id}`],
      ['DELETE', `/api/v1/whitelists/${rule.body.data.id}`],
      ['POST', '/api/v1/billing/terminate', { endpoint_id: endpointId }],
      ['POST', '/api/v1/billing/scan-endpoint', { endpoint_id: endpointId, client_id: 7 }],
      ['POST', '/api/v1/billing/suspend-subscription', subscription],
    ];
    for (const [method, path, body] of calls)
      expect(await there.send(method, path, body), `${method} ${path}`).toMatchObject({ status: 404 });
    const list = '/api/v1/endpoints?billing_customer_id=7';
    expect((await there.get(list)).body).toMatchObject({ data: [], meta: { total: 0, endpoint_limit: null } });
    expect((await here.get(list)).body.meta).toMatchObject({ total: 1, endpoint_limit: 5 });
    expect((await there.get('/api/v1/whitelists')).body.data).toEqual([]);
    expect((await here.get('/api/v1/whitelists')).body.data).toHaveLength(1);
  });

  it('alerts of one world are in no list, count or read of the other', async () => {
    const own = await sandboxedPartner();
    const endpointId = await provision(own.sandbox, address());
    await choose(own.sandbox, 'critical');
    await scan(own.sandbox, endpointId);
    const [alert] = await alertsOf(own.sandbox, endpointId);
    expect(expectSuccess(await own.partner.api.get('/api/v1/alerts')).total).toBe(0);
    expect(expectSuccess(await own.partner.api.get('/api/v1/alerts/summary?billing_customer_id=1')).total).toBe(0);
    expect(expectSuccess(await own.sandbox.get('/api/v1/alerts/summary?billing_customer_id=1')).total).toBe(4);
    for (const path of [alert.id, `${alert.id}/remediation`])
      expectProblem(await own.partner.api.get(`/api/v1/alerts/${path}`), 404, 404);
    expectProblem(await own.partner.api.post(`/api/v1/alerts/${alert.id}/resolve`), 404, 404);
    expectSuccess(await own.sandbox.get(`/api/v1/alerts/${alert.id}/remediation`));
    expectSuccess(await own.sandbox.post(`/api/v1/alerts/${alert.id}/resolve`));
  });

  it('limits count within their world', async () => {
    const own = await sandboxedPartner();
    const starter = { client_id: 1, service_id: 1, product_slug: 'port_monitoring', plan_slug: 'starter' };
    expect((await own.sandbox.post('/api/v1/billing/provision-subscription', starter)).status).toBe(201);
    for (let count = 0; count < 5; count += 1) await provision(own.sandbox, address());
    const sixth = { client_id: 1, ip_address: address() };
    expectProblem(await own.sandbox.post('/api/v1/billing/provision', sixth), 403, 'ENDPOINT_LIMIT_EXCEEDED', {
      limit: 5,
    });
    expect((await own.partner.api.post('/api/v1/billing/provision', sixth)).status).toBe(201);
  });

  it('sandboxes of two accounts know nothing of each other', async () => {
    const [one, other] = [await sandboxedPartner(), await sandboxedPartner()];
    const endpointId = await provision(one.sandbox, address());
    await choose(one.sandbox, 'critical');
    for (const id of [endpointId, absent]) {
      const answers = [
        await other.sandbox.post('/api/v1/sandbox/scan', { endpoint_id: id }),
        await other.sandbox.send('PUT', '/api/v1/sandbox/scenario', { scenario: 'critical', endpoint_id: id }),
        await other.sandbox.get(`/api/v1/sandbox/scenario?endpoint_id=${id}`),
      ];
      for (const answer of answers) expectProblem(answer, 404, 'ENDPOINT_NOT_FOUND');
    }
    expect(expectSuccess(await other.sandbox.get('/api/v1/sandbox/scenario')).scenario).toBe('clean');
    await other.sandbox.post('/api/v1/sandbox/reset');
    expect((await one.sandbox.get(`/api/v1/endpoints/${endpointId}`)).status).toBe(200);
  });

  it('an endpoint of the real world cannot be scanned as if it were in the sandbox', async () => {
    const real = await provision(partner.api, address());
    const answers = [real, absent].map((id) => partner.api.post('/api/v1/sandbox/scan', { endpoint_id: id }));
    const [ofReal, ofAbsent] = await Promise.all(answers);
    expectProblem(ofReal!, 404, 'ENDPOINT_NOT_FOUND');
    expect(withoutRequestTraces(ofReal!)).toEqual(withoutRequestTraces(ofAbsent!));
    expect(await scansOf(service, real)).not.toContainEqual(expect.objectContaining({ engine: 'sandbox' }));
  });

  it('plans and prices are the account’s in both of them', async () => {
    const own = await sandboxedPartner();
    const price = { product_slug: 'port_monitoring', plan_slug: 'starter', currency: 'EUR', billing_cycle: 'monthly' };
    const path = '/api/v1/billing/pricing';
    const prices = { prices: [{ ...price, amount: 5 }] };
    expectProblem(await own.sandbox.post(path, prices), 403, 'SANDBOX_NOT_AVAILABLE');
    expectSuccess(await own.partner.api.post(path, prices));
    expectProblem(await own.sandbox.send('DELETE', path), 403, 'SANDBOX_NOT_AVAILABLE');
    const plan = '/api/v1/plans/port_monitoring/starter';
    expectProblem(await own.sandbox.send('PUT', plan, { capacity: 1 }), 403, 'SANDBOX_NOT_AVAILABLE');
    for (const list of ['prices', 'plans'])
      expect(expectSuccess(await own.sandbox.get(`/api/v1/${list}`))[list]).toEqual(
        expectSuccess(await own.partner.api.get(`/api/v1/${list}`))[list],
      );
    expect(expectSuccess(await own.sandbox.get('/api/v1/prices')).prices).toHaveLength(1);
  });

  it('a change that has no sandbox is refused under the header, on or off, and nobody is asked for a credential first', async () => {
    const off = await service.partner('Real Hosting');
    const enabling = { enabled: true };
    const path = '/api/v1/account/sandbox';
    expectProblem(await off.api.send('PUT', path, enabling, header), 403, 'SANDBOX_NOT_AVAILABLE');
    expectProblem(await sandbox.send('PUT', path, { enabled: 'perhaps' }), 403, 'SANDBOX_NOT_AVAILABLE');
    expectSuccess(await off.api.send('PUT', path, enabling));
    expectSuccess(await sandbox.get('/api/v1/account'));
    const visitor = new PortalBrowser(service, partner.portalDomain);
    const signIn = { email: 'ada@example.com', password: 'x' };
    expectProblem(await visitor.send('POST', '/api/v1/session', signIn, header), 403, 'SANDBOX_NOT_AVAILABLE');
    expectRefusal(await service.client(partner.portalDomain, null).send('PUT', path, enabling, header), 401);
  });
});

describe('signing in to the sandbox', () => {
  const clientId = 42;

  /** An account whose customer 42 is somebody else in each world, with a server of the same address. */
  async function bothWorlds() {
    const own = await sandboxedPartner();
    const ip = address();
    const real = await provision(own.partner.api, ip, { client_id: clientId, client_name: 'Real Roe' });
    const tried = await provision(own.sandbox, ip, { client_id: clientId, client_name: 'Tried Roe' });
    const inSandbox = await signInCustomer(service, { ...own.partner, api: own.sandbox }, clientId);
    return { ...own, real, tried, inSandbox };
  }

  const signedIn = async (browser: PortalBrowser) => expectSuccess(await browser.get('/api/v1/session')).signed_in;
  const reads = ['/api/v1/endpoints', '/api/v1/monitoring/alerts', '/api/v1/whitelists', '/api/v1/monitoring/overview'];

  it('is for customers of the sandbox, whom nobody of the real world is', async () => {
    const own = await sandboxedPartner();
    await provision(own.sandbox, address(), { client_id: 501 });
    await provision(own.partner.api, address(), { client_id: 502 });
    const mint = (api: ApiClient, client_id: number) => api.post('/api/v1/sso/token', { client_id });
    expectSuccess(await mint(own.sandbox, 501), 201);
    expectProblem(await mint(own.sandbox, 502), 404, 'BILLING_CLIENT_NOT_FOUND');
    expectProblem(await mint(own.partner.api, 501), 404, 'BILLING_CLIENT_NOT_FOUND');
    expectSuccess(await mint(own.partner.api, 502), 201);
  });

  it('shows the customer of the sandbox and says so, whoever has the same billing id', async () => {
    const { partner: account, real, tried, inSandbox } = await bothWorlds();
    const inReal = await signInCustomer(service, account, clientId);
    expect(await signedIn(inSandbox)).toMatchObject({
      billing_customer_id: clientId,
      name: 'Tried Roe',
      sandbox: true,
    });
    expect(await signedIn(inReal)).toMatchObject({ billing_customer_id: clientId, name: 'Real Roe', sandbox: false });
    const serversOf = async (browser: PortalBrowser) =>
      (await browser.get('/api/v1/endpoints')).body.data.map(({ id }: { id: string }) => id);
    expect(await serversOf(inSandbox)).toEqual([tried]);
    expect(await serversOf(inReal)).toEqual([real]);
    for (const suffix of ['', '/detail', '/scans']) {
      expectProblem(await inSandbox.get(`/api/v1/endpoints/${real}${suffix}`), 404, '404');
      expectProblem(await inReal.get(`/api/v1/endpoints/${tried}${suffix}`), 404, '404');
    }
  });

  it('shows no chat of the real customer with the same billing id, and lets none be set up', async () => {
    const { partner: account, inSandbox } = await bothWorlds();
    const channel = { type: 'ntfy', name: 'Operations', topic: 'acme', billing_customer_id: clientId };
    const { id } = expectSuccess(await account.api.post('/api/v1/channels', channel), 201).channel;
    expect(expectSuccess(await inSandbox.get('/api/v1/channels')).channels).toEqual([]);
    const changes: ['POST' | 'PUT' | 'DELETE', string][] = [
      ['POST', ''],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
    ];
    for (const [method, path] of changes) {
      const answer = await inSandbox.send(method, `/api/v1/channels${path}`, method === 'DELETE' ? undefined : channel);
      expectProblem(answer, 403, 'SANDBOX_NOT_AVAILABLE');
    }
    const ofCustomer = await account.api.get(`/api/v1/channels?billing_customer_id=${clientId}`);
    expect(expectSuccess(ofCustomer).channels).toHaveLength(1);
  });

  it('changes what is the sandbox’s: name, address, servers, rules and language of the customer there', async () => {
    const { partner: account, sandbox: own, tried, inSandbox } = await bothWorlds();
    const minted = { client_id: clientId, client_name: 'Another', client_email: 'another@example.net' };
    expectSuccess(await own.post('/api/v1/sso/token', minted), 201);
    expect((await inSandbox.send('PUT', `/api/v1/endpoints/${tried}`, { nickname: 'mine' })).status).toBe(200);
    expect((await inSandbox.post('/api/v1/whitelists', { port_start: 443 })).status).toBe(201);
    expectSuccess(await inSandbox.send('PUT', '/api/v1/session/language', { language: 'de' }));
    const customerIn = async (api: ApiClient) => expectSuccess(await api.get(`/api/v1/customers/${clientId}`));
    expect(await customerIn(own)).toMatchObject({ name: 'Another', email: 'another@example.net', language: 'de' });
    expect(await customerIn(account.api)).toMatchObject({ name: 'Real Roe', email: null, language: null });
    expect((await own.get('/api/v1/whitelists')).body.data).toHaveLength(1);
    expect((await account.api.get('/api/v1/whitelists')).body.data).toEqual([]);
  });

  it('is on the portal domain that the token was asked for on, once', async () => {
    const { partner: account, sandbox: own } = await bothWorlds();
    const { token } = expectSuccess(await own.post('/api/v1/sso/token', { client_id: clientId }), 201);
    const open = (portalDomain: string) => new PortalBrowser(service, portalDomain).get(`/sso?token=${token}`);
    expect((await open(partner.portalDomain)).status).toBe(410);
    expect((await open(account.portalDomain)).status).toBe(303);
    expect((await open(account.portalDomain)).status).toBe(410);
  });

  const endings: [how: string, end: (own: { partner: TestPartner; sandbox: SandboxClient }) => Promise<unknown>][] = [
    ['the sandbox is reset', ({ sandbox: own }) => own.post('/api/v1/sandbox/reset')],
    ['sandbox mode is switched off', ({ partner: own }) => setSandboxMode(systemOperation(service, own), false)],
    [
      'the customer is signed out there',
      ({ sandbox: own }) => own.send('DELETE', `/api/v1/customers/${clientId}/sessions`),
    ],
  ];

  it.each(endings)('ends when %s, for good, and the real customer stays signed in', async (_how, end) => {
    const own = await bothWorlds();
    const inReal = await signInCustomer(service, own.partner, clientId);
    const waiting = expectSuccess(await own.sandbox.post('/api/v1/sso/token', { client_id: clientId }), 201);
    await end(own);
    await setSandboxMode(systemOperation(service, own.partner), true);
    await own.sandbox.post('/api/v1/billing/provision', { client_id: clientId, ip_address: address() });
    for (const path of reads) expectRefusal(await own.inSandbox.get(path), 401);
    expect(await signedIn(own.inSandbox)).toBeNull();
    const browser = new PortalBrowser(service, own.partner.portalDomain);
    expect((await browser.get(`/sso?token=${waiting.token}`)).status).toBe(410);
    for (const path of reads) expect((await inReal.get(path)).status).toBe(200);
  });

  it('is refused while the account is suspended', async () => {
    const { partner: account, inSandbox } = await bothWorlds();
    await changePartnerStatus(systemOperation(service, account), 'suspended');
    for (const path of ['/api/v1/monitoring/overview', '/api/v1/session'])
      expectProblem(await inSandbox.get(path), 403, 'ACCOUNT_SUSPENDED');
  });

  it('signing in for real in the same browser ends it', async () => {
    const { partner: account, inSandbox } = await bothWorlds();
    const { token } = expectSuccess(await account.api.post('/api/v1/sso/token', { client_id: clientId }), 201);
    const former = inSandbox.cookie;
    expect((await inSandbox.get(`/sso?token=${token}`)).status).toBe(303);
    expect(await signedIn(inSandbox)).toMatchObject({ sandbox: false });
    expect(await signedIn(new PortalBrowser(service, account.portalDomain, former))).toBeNull();
  });

  it('is told of in the sandbox’s audit log, not in the account’s', async () => {
    const { partner: account, sandbox: own } = await bothWorlds();
    const usedIn = async (api: ApiClient) =>
      expectSuccess(await api.get(`/api/v1/audit?action=sign_in&limit=100`)).entries.length;
    expect(await usedIn(account.api)).toBe(0);
    const { rows } = await service.store.database.pool.query(
      `SELECT action FROM audit_entries JOIN partners p ON p.id = partner_id
       WHERE p.sandbox_of = $1 AND action LIKE 'sign_in.%' ORDER BY audit_entries.id`,
      [account.partnerId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['sign_in.token_minted', 'sign_in.token_used']);
    expect(await usedIn(own)).toBe(0);
  });
});

describe('scenarios', () => {
  it('there are three, and a new sandbox is clean', async () => {
    const own = await sandboxedPartner();
    const { scenarios } = expectSuccess(await own.sandbox.get('/api/v1/sandbox/scenarios'));
    expect(scenarios.map(({ scenario }: { scenario: string }) => scenario)).toEqual(['clean', 'warnings', 'critical']);
    const current = expectSuccess(await own.sandbox.get('/api/v1/sandbox/scenario'));
    expect(current).toEqual({ scenario: 'clean', endpoint_id: null });
  });

  it('the sandbox group needs no header', async () => {
    expectSuccess(await partner.api.get('/api/v1/sandbox/scenarios'));
    const endpointId = await provision(sandbox, address());
    expect(await scan(partner.api, endpointId)).toMatchObject({ status: 'completed' });
  });

  it.each(Object.entries(scenarioPorts) as [Scenario, number[]][])('%s finds its ports', async (scenario, ports) => {
    const endpointId = await provision(sandbox, address());
    await choose(sandbox, scenario, endpointId);
    const result = await scan(sandbox, endpointId);
    expect(result).toEqual({ scan_id: expect.any(String), status: 'completed', open_ports: ports });
    expect((await detail(sandbox, endpointId)).latest_scan).toMatchObject({ open_ports: ports, status: 'completed' });
    expect(await openPortsOf(sandbox, endpointId)).toEqual(ports);
    const { data } = (await sandbox.get(`/api/v1/scans/${result.scan_id}`)).body;
    expect(data).toMatchObject({ engine: 'sandbox', trigger: 'manual', status: 'completed', open_ports: ports });
  });

  it('critical has critical alerts, and warnings has none of them', async () => {
    const endpointId = await provision(sandbox, address());
    const severities = async (scenario: Scenario) => {
      await choose(sandbox, scenario, endpointId);
      await scan(sandbox, endpointId);
      const alerts = await alertsOf(sandbox, endpointId);
      return new Set(alerts.filter(({ status }) => status === 'open').map(({ severity }) => severity));
    };
    expect(await severities('warnings')).not.toContain('critical');
    expect(await severities('critical')).toContain('critical');
  });

  it('from critical to clean the alerts resolve, and back they are raised anew', async () => {
    const endpointId = await provision(sandbox, address());
    await choose(sandbox, 'critical', endpointId);
    await scan(sandbox, endpointId);
    await choose(sandbox, 'clean', endpointId);
    await scan(sandbox, endpointId);
    const resolved = await alertsOf(sandbox, endpointId);
    expect(resolved).toHaveLength(4);
    for (const alert of resolved) expect(alert).toMatchObject({ status: 'resolved', resolution: 'port_closed' });
    expect(await detail(sandbox, endpointId)).toMatchObject({ alerts: [], closed_ports: scenarioPorts.critical });
    await choose(sandbox, 'critical', endpointId);
    await scan(sandbox, endpointId);
    expect(await openPortsOf(sandbox, endpointId)).toEqual(scenarioPorts.critical);
    expect(await alertsOf(sandbox, endpointId)).toHaveLength(8);
  });

  it('an endpoint’s own scenario counts for it alone, the sandbox’s for all others', async () => {
    const own = await sandboxedPartner();
    const [one, other] = [await provision(own.sandbox, address()), await provision(own.sandbox, address())];
    await choose(own.sandbox, 'warnings');
    await choose(own.sandbox, 'critical', one);
    expect((await scan(own.sandbox, one)).open_ports).toEqual(scenarioPorts.critical);
    expect((await scan(own.sandbox, other)).open_ports).toEqual(scenarioPorts.warnings);
    const read = async (query = '') =>
      expectSuccess(await own.sandbox.get(`/api/v1/sandbox/scenario${query}`)).scenario;
    expect([await read(), await read(`?endpoint_id=${one}`), await read(`?endpoint_id=${other}`)]).toEqual([
      'warnings',
      'critical',
      'warnings',
    ]);
    await choose(own.sandbox, 'clean');
    expect([await read(), await read(`?endpoint_id=${one}`)]).toEqual(['clean', 'critical']);
  });

  it('allowed ports raise no alert there either', async () => {
    const own = await sandboxedPartner();
    const endpointId = await provision(own.sandbox, address());
    await own.sandbox.post('/api/v1/whitelists', { port_start: 22, protocol: 'tcp' });
    await choose(own.sandbox, 'warnings');
    await scan(own.sandbox, endpointId);
    expect(await openPortsOf(own.sandbox, endpointId)).toEqual([21, 587]);
  });

  it('what is no scenario, and what is no endpoint, is named', async () => {
    const put = (body: object) => sandbox.send('PUT', '/api/v1/sandbox/scenario', body);
    expectRefusal(await put({ scenario: 'total' }), 422, ['scenario']);
    expectRefusal(await put({}), 422, ['scenario']);
    expectRefusal(await put({ scenario: 'clean', endpoint_id: 'x' }), 422, ['endpoint_id']);
    expectRefusal(await sandbox.get('/api/v1/sandbox/scenario?endpoint_id=x'), 422, ['endpoint_id']);
    expectRefusal(await sandbox.post('/api/v1/sandbox/scan', {}), 422, ['endpoint_id']);
  });

  it('paused endpoints are not scanned, and terminated ones are not there', async () => {
    const endpointId = await provision(sandbox, address());
    const body = { endpoint_id: endpointId };
    await sandbox.post('/api/v1/billing/suspend', body);
    expectProblem(await sandbox.post('/api/v1/sandbox/scan', body), 409, 'ENDPOINT_NOT_ACTIVE');
    await sandbox.post('/api/v1/billing/terminate', body);
    expectProblem(await sandbox.post('/api/v1/sandbox/scan', body), 404, 'ENDPOINT_NOT_FOUND');
    const put = await sandbox.send('PUT', '/api/v1/sandbox/scenario', { ...body, scenario: 'critical' });
    expectProblem(put, 404, 'ENDPOINT_NOT_FOUND');
  });
});

describe('no packet leaves', () => {
  it('scheduled and manual scans take the scenario’s result without a look at the network', async () => {
    const own = await sandboxedPartner();
    await choose(own.sandbox, 'critical');
    const ip = '198.51.100.1';
    const endpointId = await provision(own.sandbox, ip);
    expect((await nextScan(own.sandbox, endpointId)).latest_scan.open_ports).toEqual(scenarioPorts.critical);
    await choose(own.sandbox, 'warnings');
    const manual = await endedScan(service, await requestScan(own.sandbox, endpointId));
    expect(manual).toMatchObject({ status: 'completed', engine: 'sandbox', trigger: 'manual' });
    await scan(own.sandbox, endpointId);
    expect((await scansOf(service, endpointId)).map(({ engine }) => engine)).toEqual(Array(3).fill('sandbox'));
    expect(scanner.requestsOf(ip)).toEqual([]);
  });

  it('the engine that recorded nothing does record scans of the real world', async () => {
    const ip = '198.51.100.2';
    const endpointId = await provision(partner.api, ip);
    await nextScan(partner.api, endpointId);
    expect(scanner.requestsOf(ip)).not.toEqual([]);
  });

  it('a manual scan keeps its cooldown; a sandbox scan has none', async () => {
    const own = await sandboxedPartner();
    const endpointId = await provision(own.sandbox, address());
    await nextScan(own.sandbox, endpointId);
    await endedScan(service, await requestScan(own.sandbox, endpointId));
    const again = await own.sandbox.post('/api/v1/billing/scan-endpoint', { client_id: 1, endpoint_id: endpointId });
    expect(again).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
    await scan(own.sandbox, endpointId);
    await scan(own.sandbox, endpointId);
  });

  it('a sandbox scan cancels one that waits', async () => {
    const idle = await TestService.start({ role: 'api' });
    try {
      const own = await idle.partner();
      const api = await enableSandbox(idle, own);
      const endpointId = await provision(api, '127.0.0.9');
      const { partner_id: partnerId } = await endpointRow(idle, endpointId);
      await enqueueScan(systemOperation(idle, { ...own, partnerId }), endpointId);
      await scan(api, endpointId);
      expect((await scansOf(idle, endpointId)).map(({ status }) => status)).toEqual(['cancelled', 'completed']);
      expect((await endpointRow(idle, endpointId)).current_scan_id).toBeNull();
    } finally {
      await idle.stop();
    }
  });

  it('many sandbox scans of one endpoint at once leave one alert per port', async () => {
    const own = await sandboxedPartner();
    const endpointId = await provision(own.sandbox, address());
    await choose(own.sandbox, 'critical');
    await Promise.all(Array.from({ length: 10 }, () => scan(own.sandbox, endpointId)));
    expect(await alertsOf(own.sandbox, endpointId)).toHaveLength(4);
  });
});

describe('its clock', () => {
  const day = 86_400;
  const advance = async (api: ApiClient, seconds: number) =>
    expect(expectSuccess(await api.post('/api/v1/sandbox/clock', { advance_seconds: seconds }))).toEqual({
      advanced_seconds: seconds,
      settled: true,
      due: { scans: 0, domain_scans: 0, domain_looks: 0, alerts: 0, rules: 0 },
    });

  it('a day later the next scheduled scan takes place, once, and finds what the scenario says by then', async () => {
    const endpointId = await provision(sandbox, address());
    await nextScan(sandbox, endpointId);
    await choose(sandbox, 'critical', endpointId);
    await advance(sandbox, 3 * day);
    expect(await openPortsOf(sandbox, endpointId)).toEqual(scenarioPorts.critical);
    const scheduled = (await scansOf(service, endpointId)).filter(({ trigger }) => trigger === 'scheduled');
    expect(scheduled).toHaveLength(2);
    const { next_scan_at } = await endpointRow(service, endpointId);
    expect(next_scan_at!.getTime()).toBeGreaterThan(service.clock.now().getTime());
  });

  it('an alert that was set aside until a time is open again once that has passed', async () => {
    const endpointId = await provision(sandbox, address());
    await choose(sandbox, 'warnings', endpointId);
    await scan(sandbox, endpointId);
    const [alert] = await alertsOf(sandbox, endpointId);
    const until = new Date(service.clock.now().getTime() + 2 * 3_600_000).toISOString();
    expectSuccess(await sandbox.post(`/api/v1/alerts/${alert!.id}/acknowledge`, { until }));
    const statusOf = async () => (await alertsOf(sandbox, endpointId)).find(({ id }) => id === alert!.id)!.status;
    await advance(sandbox, 3_600);
    expect(await statusOf()).toBe('acknowledged');
    await advance(sandbox, 3_600);
    expect(await statusOf()).toBe('open');
  });

  it('the answer comes when a rule that ended and a domain that was due were dealt with, too', async () => {
    const own = await sandboxedPartner();
    const endpointId = await provision(own.sandbox, address(), { client_id: 1 });
    const expires_at = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
    await own.sandbox.post('/api/v1/whitelists', { endpoint_id: endpointId, port_start: 21, expires_at });
    await own.sandbox.post('/api/v1/billing/provision-domain', { client_id: 1, service_id: 2, domain: 'example.com' });
    await advance(own.sandbox, 60);
    await choose(own.sandbox, 'warnings');
    await scan(own.sandbox, endpointId);
    expect(await openPortsOf(own.sandbox, endpointId)).not.toContain(21);
    await advance(own.sandbox, day);
    expect(await openPortsOf(own.sandbox, endpointId)).toContain(21);
    const { alerts } = expectSuccess(await own.sandbox.get('/api/v1/domain-monitoring/alerts?billing_customer_id=1'));
    expect(alerts.length).toBeGreaterThan(0);
  });

  it('does not wait when it is told not to, and says what is left', async () => {
    const own = await sandboxedPartner();
    await provision(own.sandbox, address());
    const body = { advance_seconds: 2 * day, wait_seconds: 0 };
    expect(expectSuccess(await own.sandbox.post('/api/v1/sandbox/clock', body))).toMatchObject({
      settled: false,
      due: { scans: 1 },
    });
    await eventually('it has happened', async () => {
      const state = expectSuccess(await own.sandbox.get('/api/v1/sandbox/clock'));
      return state.settled;
    });
  });

  it('days that pass are metered', async () => {
    const own = await sandboxedPartner();
    await provision(own.sandbox, address(), { client_id: 1, service_id: 1 });
    await advance(own.sandbox, 10 * day);
    const today = service.clock.now().getTime();
    const date = (days: number) => new Date(today + days * day * 1_000).toISOString().slice(0, 10);
    const usage = async (api: ApiClient) => {
      const { services } = expectSuccess(await api.get(`/api/v1/usage?from=${date(-5)}&to=${date(0)}`));
      return services.map((row: { active_seconds: number }) => row.active_seconds);
    };
    expect(await usage(own.sandbox)).toEqual([5 * day]);
    expect(await usage(own.partner.api)).toEqual([]);
  });

  it.each([0, -1, 1.5, 31_536_001, null, 'soon'])('advances by no such time: %s', async (seconds) => {
    const answer = await sandbox.post('/api/v1/sandbox/clock', { advance_seconds: seconds });
    expectRefusal(answer, 422, ['advance_seconds']);
  });

  it('is the sandbox’s alone: with sandbox mode off there is none', async () => {
    const other = await service.partner();
    const answer = await other.api.post('/api/v1/sandbox/clock', { advance_seconds: 60 });
    expectProblem(answer, 403, 'SANDBOX_DISABLED');
  });
});

describe('reset', () => {
  it('empties the sandbox, whatever is in it, and leaves the real world alone', async () => {
    const own = await sandboxedPartner();
    const ip = address();
    for (const api of [own.partner.api, own.sandbox]) {
      await provision(api, ip, { client_id: 1, service_id: 1 });
      const subscription = { client_id: 1, service_id: 2, product_slug: 'port_monitoring', plan_slug: 'starter' };
      await api.post('/api/v1/billing/provision-subscription', subscription);
      await api.post('/api/v1/billing/suspend-subscription', subscription);
      await api.post('/api/v1/whitelists', { port_start: 443, protocol: 'tcp' });
    }
    const endpointId = (await own.sandbox.get('/api/v1/endpoints')).body.data[0].id;
    await own.sandbox.post('/api/v1/billing/provision-subscription', {
      client_id: 1,
      service_id: 2,
      product_slug: 'port_monitoring',
      plan_slug: 'business',
    });
    await own.sandbox.post('/api/v1/billing/resume-subscription', {
      client_id: 1,
      service_id: 2,
      product_slug: 'port_monitoring',
    });
    await own.sandbox.post('/api/v1/billing/resume', { endpoint_id: endpointId });
    await choose(own.sandbox, 'critical');
    await choose(own.sandbox, 'warnings', endpointId);
    await scan(own.sandbox, endpointId);
    // Else maintenance does so meanwhile.
    await foldAllListCounts(service.service.resources);
    const realBefore = await rowsOf(own.partner.partnerId);
    const sandboxId = (await endpointRow(service, endpointId)).partner_id;

    expect(expectSuccess(await own.sandbox.post('/api/v1/sandbox/reset'))).toEqual({ reset: true });
    expect(await rowsOf(sandboxId)).toEqual(new Map());
    expect(await rowsOf(own.partner.partnerId)).toEqual(realBefore);
    expect((await own.sandbox.get('/api/v1/endpoints')).body.meta.total).toBe(0);
    expect(expectSuccess(await own.sandbox.get('/api/v1/sandbox/scenario')).scenario).toBe('clean');
    expectSuccess(await own.sandbox.post('/api/v1/sandbox/reset'));
    await provision(own.sandbox, ip);
  });

  /** How many rows of a partner each table has, but for the logs of what was done and asked. */
  async function rowsOf(partnerId: string): Promise<Map<string, number>> {
    const { pool } = service.store.database;
    const tables = await pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'partner_id' AND table_name !~ '^(scans|events)_'
         AND table_name NOT IN ('audit_entries', 'api_requests', 'events')`,
    );
    const counts = new Map<string, number>();
    for (const { name } of tables.rows) {
      const { rows } = await pool.query(`SELECT count(*)::int AS count FROM ${name} WHERE partner_id = $1`, [
        partnerId,
      ]);
      if (rows[0].count > 0) counts.set(name, rows[0].count);
    }
    return counts;
  }
});

describe('the account behind it', () => {
  it('while the account is suspended its sandbox answers nothing and scans nothing', async () => {
    const own = await sandboxedPartner();
    const endpointId = await provision(own.sandbox, address());
    const { data } = await nextScan(own.sandbox, endpointId);
    await changePartnerStatus(systemOperation(service, own.partner), 'suspended');
    for (const path of ['/api/v1/endpoints', '/api/v1/sandbox/scenarios'])
      expectProblem(await own.sandbox.get(path), 403, 'ACCOUNT_SUSPENDED');
    const { pool } = service.store.database;
    const due = new Date(service.clock.now().getTime() - 1_000);
    await pool.query('UPDATE endpoints SET next_scan_at = $2 WHERE id = $1', [endpointId, due]);
    await eventually('the scheduler passes by', async () => {
      const { next_scan_at: next } = await endpointRow(service, endpointId);
      return next !== null && next > due;
    });
    expect(await scansOf(service, endpointId)).toHaveLength(1);
    await changePartnerStatus(systemOperation(service, own.partner), 'active');
    expect((await detail(own.sandbox, endpointId)).data.last_scan_at).toBe(data.last_scan_at);
  });

  it('a scan that waits when the account is suspended is cancelled', async () => {
    const own = await sandboxedPartner();
    const endpointId = await provision(own.sandbox, address());
    await nextScan(own.sandbox, endpointId);
    await changePartnerStatus(systemOperation(service, own.partner), 'suspended');
    const sandboxId = (await endpointRow(service, endpointId)).partner_id;
    const operation = systemOperation(service, { ...own.partner, partnerId: sandboxId });
    expect((await endedScan(service, await enqueueScan(operation, endpointId))).status).toBe('cancelled');
  });

  it('a sandbox is no partner of the operator’s list, and cannot have a sandbox itself', async () => {
    const own = await sandboxedPartner();
    const sandboxId = (await endpointRow(service, await provision(own.sandbox, address()))).partner_id;
    const listed = (await listPartners(service.service.resources.db)).map(({ partner_id }) => partner_id);
    expect(listed).toContain(own.partner.partnerId);
    expect(listed).not.toContain(sandboxId);
    const operation = systemOperation(service, { ...own.partner, partnerId: sandboxId });
    await expect(setSandboxMode(operation, true)).rejects.toThrow(OperatorError);
  });

  it('enabling twice at once makes one sandbox', async () => {
    const own = await service.partner('Hasty Hosting');
    const operation = systemOperation(service, own);
    const enabled = await Promise.all([setSandboxMode(operation, true), setSandboxMode(operation, true)]);
    expect(enabled.toSorted()).toEqual([false, true]);
    const { rows } = await service.store.database.pool.query('SELECT id FROM partners WHERE sandbox_of = $1', [
      own.partnerId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('the demo partner of evaluation mode can have one, and is made only once all the same', async () => {
    const evaluation = await TestService.start({ role: 'api' });
    try {
      const { resources } = evaluation.service;
      const [key] = (await createEvaluationPartner(resources, ['localhost']))!.keys;
      const [demo] = await listPartners(resources.db);
      const api = evaluation.client('localhost', key!.apiKey);
      await enableSandbox(evaluation, {
        partnerId: demo!.partner_id,
        portalDomain: 'localhost',
        apiKey: key!.apiKey,
        api,
        operation: evaluation.operator(demo!.partner_id),
      });
      expectSuccess(await api.get('/api/v1/sandbox/scenarios'));
      expect(await createEvaluationPartner(resources, ['localhost'])).toBeNull();
      expect(await listPartners(resources.db)).toHaveLength(1);
    } finally {
      await evaluation.stop();
    }
  });
});

describe('what changes all of a sandbox', () => {
  it('is done one at a time: a clock move or a reset while one is under way is 409, and says when to try again', async () => {
    const own = await sandboxedPartner();
    await provision(own.sandbox, address());
    const clock = () => own.sandbox.post('/api/v1/sandbox/clock', { advance_seconds: 60 });
    const reset = () => own.sandbox.post('/api/v1/sandbox/reset');
    const release = await holdLocks(service, 'SELECT FROM customers FOR UPDATE');
    let first: Promise<ApiAnswer> | undefined;
    try {
      first = clock();
      await lockWaiters(service, 1);
      for (const second of [await clock(), await reset()]) {
        expectProblem(second, 409, 'SANDBOX_BUSY', { retry_after_seconds: 5 });
        expect(second.headers['retry-after']).toBe('5');
      }
    } finally {
      await release();
    }
    expectSuccess(await first);
    expectSuccess(await reset());
  });
});

describe('rate limits', () => {
  it('sandbox operations have none and count in none; provisioning with the header has its own', async () => {
    const limited = await TestService.start({
      role: 'api',
      environment: { RATE_LIMIT_STRICT: '3', RATE_LIMIT_DEFAULT: '3' },
    });
    try {
      const own = await limited.partner();
      const api = await enableSandbox(limited, own);
      for (let count = 0; count < 10; count += 1) {
        const answer = await api.get('/api/v1/sandbox/scenarios');
        expectSuccess(answer);
        expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
      }
      const provisioned = { client_id: 1, ip_address: '127.0.0.9' };
      for (const remaining of ['2', '1', '0']) {
        const answer = await api.post('/api/v1/billing/provision', provisioned);
        expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': remaining });
      }
      expectThrottled(await api.post('/api/v1/billing/provision', provisioned));
      expectThrottled(await own.api.post('/api/v1/billing/provision', provisioned));
      expectSuccess(await api.get('/api/v1/sandbox/scenario'));
    } finally {
      await limited.stop();
    }
  });
});
