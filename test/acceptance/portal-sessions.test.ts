import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredRoutes } from '../../scripts/error-table.ts';
import type { RouteDeclaration } from '../../src/core/api/route.ts';
import { changePartnerStatus } from '../../src/identity/partners/change-partner-status.ts';
import { verifyByOperator } from '../../src/identity/portal-domains/verify-by-operator.ts';
import { dataRows } from '../support/billing.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { createAdministrator, PortalBrowser, signInAdministrator, signInCustomer } from '../support/portal-browser.ts';
import { insertAlert, pretendLiveWorker } from '../support/rows.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { requestScan } from '../support/scan-outcomes.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential } from '../support/scripted-leak-source.ts';
import { expectProblem, expectRefusal, expectSuccess, expectThrottled } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const own = 42;
const others = 43;

/** What a customer has. */
interface Belongings {
  readonly endpoint: string;
  readonly alert: string;
  readonly scan: string;
  readonly rule: string;
  readonly domain: string;
  readonly domainAlert: string;
  readonly recipient: string;
  readonly channel: string;
}

/** At a name that no name server answers for. */
const target = { type: 'ntfy', name: 'Mine', topic: 'mine' };

let service: TestService;
let partner: TestPartner;
let mine: Belongings;
let theirs: Belongings;

beforeAll(async () => {
  // Nothing listens there: mail is set up, and never sent.
  const environment = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@mail.example.com' };
  service = await TestService.start({ role: 'api', environment });
  partner = await service.partner();
  await pretendLiveWorker(service);
  mine = await belongingsOf(own, '127.0.1.1');
  theirs = await belongingsOf(others, '127.0.1.2');
  // Who never bought may not add servers itself.
  const bought = { client_id: own, service_id: 77, product_slug: 'port_monitoring', plan_slug: 'business' };
  await partner.api.post('/api/v1/billing/provision-subscription', bought);
  await createAdministrator(partner, 'ada@example.com');
});
afterAll(async () => {
  await service?.stop();
});

async function belongingsOf(clientId: number, address: string): Promise<Belongings> {
  const endpoint = await provision(partner.api, address, { client_id: clientId });
  const rule = { billing_customer_id: clientId, port_start: 443, protocol: 'tcp' };
  const domainName = `shop-${randomUUID().slice(0, 8)}.example.com`;
  const domain = await monitorDomain(partner.api, clientId, domainName);
  await scanDomain(service, domain, [leakedCredential(`jane@${domainName}`)]);
  const recipient = { client_id: clientId, email: `${randomUUID()}@example.org` };
  const domainAlerts = `/api/v1/domain-monitoring/alerts?billing_customer_id=${clientId}&domain_id=${domain}`;
  return {
    domain,
    domainAlert: (await partner.api.get(domainAlerts)).body.data.alerts[0].id,
    endpoint,
    alert: await insertAlert(service, partner, endpoint),
    scan: await requestScan(partner.api, endpoint, clientId),
    rule: (await partner.api.post('/api/v1/whitelists', rule)).body.data.id,
    recipient: (await partner.api.post('/api/v1/notifications/recipients', recipient)).body.data.recipient.id,
    channel: (await partner.api.post('/api/v1/channels', { billing_customer_id: clientId, ...target })).body.data
      .channel.id,
  };
}

const customer = () => signInCustomer(service, partner, own);
const administrator = () => signInAdministrator(service, partner, 'ada@example.com');

/** The code of ACCESS_DENIED, which every group writes in its own way. */
const denied = expect.objectContaining({ code: expect.toBeOneOf(['ACCESS_DENIED', '403', 403]) });

interface DeclaredOperation {
  readonly name: string;
  readonly declaration: RouteDeclaration;
  readonly path: string;
}

const operations: readonly DeclaredOperation[] = declaredRoutes().flatMap((declaration) =>
  declaration.paths.map((path) => ({ name: `${declaration.method} ${path}`, declaration, path })),
);
const openToCustomers = operations.filter(({ declaration }) => declaration.customer);

function pathWith(path: string, belongings: Belongings, clientId: number): string {
  const { endpoint, alert, scan, rule, domain, domainAlert, recipient, channel } = belongings;
  return path
    .replace(':billing_customer_id', String(clientId))
    .replace('/endpoints/:endpoint', `/endpoints/${endpoint}`)
    .replace('/scans/:scan', `/scans/${scan}`)
    .replace('/domain-monitoring/domains/:id', `/domain-monitoring/domains/${domain}`)
    .replace('/domain-monitoring/alerts/:id', `/domain-monitoring/alerts/${domainAlert}`)
    .replace('/alerts/:id', `/alerts/${alert}`)
    .replace('/whitelists/:id', `/whitelists/${rule}`)
    .replace('/recipients/:id', `/recipients/${recipient}`)
    .replace('/channels/:id', `/channels/${channel}`)
    .replace(/:\w+/, randomUUID());
}

/** What an operation needs besides its customer. */
function bodyOf({ name }: DeclaredOperation, { endpoint, alert }: Belongings): Record<string, unknown> {
  if (name.endsWith('/alerts/actions')) return { action: 'acknowledge', ids: [alert] };
  if (name.startsWith('PUT /api/v1/domain-monitoring')) return { dkim_selectors: ['default'] };
  if (name.startsWith('PUT /api/v1/notifications/recipients')) return { monthly_report: true };
  if (name.endsWith('/scan-endpoint')) return { endpoint_id: endpoint };
  if (name.endsWith('/firewall/ingest')) return { endpoint_id: endpoint, dump: '-P INPUT ACCEPT\n' };
  if (name === 'POST /api/v1/endpoints') return { ip_address: '127.0.1.9' };
  if (name.startsWith('PUT /api/v1/endpoints')) return { nickname: 'web' };
  if (name.startsWith('PUT /api/v1/whitelists')) return { description: 'shop' };
  if (name.includes('/whitelists')) return { port_start: 8_443, protocol: 'tcp' };
  if (name === 'POST /api/v1/channels') return target;
  if (name.endsWith('/recipients')) return { email: `${randomUUID()}@example.org` };
  return {};
}

function queryOf({ name }: DeclaredOperation): string {
  return name.endsWith('/reports/monthly') ? `?month=${new Date().toISOString().slice(0, 7)}` : '';
}

async function callAs(
  browser: PortalBrowser,
  operation: DeclaredOperation,
  belongings: Belongings,
  naming: { readonly clientId?: number; readonly query?: string; readonly body?: object } = {},
) {
  const { method } = operation.declaration;
  const path = pathWith(operation.path, belongings, naming.clientId ?? own) + (naming.query ?? queryOf(operation));
  const body = method === 'POST' || method === 'PUT' ? { ...bodyOf(operation, belongings), ...naming.body } : undefined;
  return browser.send(method, path, body);
}

describe("a customer's session", () => {
  it('opens exactly these operations', () => {
    const idActions = ['resolve', 'acknowledge', 'false-positive', 'reopen'];
    expect(openToCustomers.map(({ name }) => name).toSorted()).toEqual(
      [
        'GET /api/v1/alerts',
        'GET /api/v1/alerts/summary',
        'GET /api/v1/alerts/endpoint-summary',
        'GET /api/v1/alerts/:id',
        'GET /api/v1/alerts/:id/remediation',
        ...idActions.map((action) => `POST /api/v1/alerts/:id/${action}`),
        'GET /api/v1/customers/:billing_customer_id',
        'GET /api/v1/customers/:billing_customer_id/servers',
        'PUT /api/v1/domain-monitoring/domains/:id',
        ...[
          'domains',
          'domains/:id',
          'domains/:id/posture',
          'leaked-credentials',
          'dark-web',
          'alerts',
          'alerts/:id',
          'summary',
        ].map((path) => `GET /api/v1/domain-monitoring/${path}`),
        ...[
          'domains/:id/verification',
          'domains/:id/verification/check',
          'alerts/:id/acknowledge',
          'alerts/:id/resolve',
        ].map((path) => `POST /api/v1/domain-monitoring/${path}`),
        'GET /api/v1/monitoring/alerts',
        'POST /api/v1/monitoring/alerts/actions',
        'GET /api/v1/monitoring/overview',
        'GET /api/v1/monitoring/causes',
        'GET /api/v1/monitoring/port-groups',
        ...['GET', 'POST'].map((method) => `${method} /api/v1/monitoring/public-services`),
        'GET /api/v1/reports/exposure',
        'GET /api/v1/reports/monthly',
        'GET /api/v1/upgrade',
        'GET /api/v1/monitoring/alerts/:id',
        ...['GET', 'POST'].map((method) => `${method} /api/v1/monitoring/alerts/:id/check`),
        ...idActions.map((action) => `POST /api/v1/monitoring/alerts/:id/${action}`),
        'POST /api/v1/firewall/ingest',
        'GET /api/v1/endpoints',
        'POST /api/v1/endpoints',
        ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /api/v1/endpoints/:endpoint`),
        'GET /api/v1/endpoints/:endpoint/detail',
        'GET /api/v1/endpoints/:endpoint/scans',
        'GET /api/v1/endpoints/:endpoint/services',
        'GET /api/v1/endpoints/:endpoint/vantage-points',
        'GET /api/v1/scans/:scan',
        'POST /api/v1/billing/scan-endpoint',
        'GET /api/v1/whitelists',
        'POST /api/v1/whitelists',
        ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /api/v1/whitelists/:id`),
        'GET /api/v1/settings/customer-additions',
        'GET /api/v1/notifications/settings',
        'PUT /api/v1/notifications/settings',
        'POST /api/v1/notifications/recipients',
        ...['PUT', 'DELETE'].map((method) => `${method} /api/v1/notifications/recipients/:id`),
        ...['GET', 'POST'].map((method) => `${method} /api/v1/channels`),
        ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /api/v1/channels/:id`),
        'POST /api/v1/channels/:id/test',
      ].toSorted(),
    );
  });

  it('is denied everything else, before its input is looked at', async () => {
    const browser = await customer();
    const before = await dataRows(service);
    const closed = operations.filter(
      ({ declaration: { customer: scope, group } }) => !scope && ['key', 'administrator'].includes(group.access),
    );
    expect(closed.length).toBeGreaterThan(50);
    for (const operation of closed) {
      const answer = await callAs(browser, operation, mine);
      expect(answer, operation.name).toMatchObject({ status: 403, body: { success: false, error: denied } });
    }
    expect(withoutSessions(await dataRows(service))).toEqual(withoutSessions(before));
  });

  it('fills its customer in', async () => {
    const browser = await customer();
    // What ends something comes last.
    const inOrder = openToCustomers.toSorted((a, b) => rank(a) - rank(b));
    for (const operation of inOrder) {
      await prepareFor(operation);
      const answer = await callAs(browser, operation, mine);
      expect({ name: operation.name, status: answer.status }).toEqual({
        name: operation.name,
        status: statusOf(operation) ?? expect.toBeOneOf([200, 201, 202, 204]),
      });
      const text = JSON.stringify(answer.body);
      for (const id of Object.values(theirs)) expect(text, operation.name).not.toContain(id);
    }
    mine = await belongingsOf(own, '127.0.1.3');
  });

  /** The state that a call needs to succeed. */
  async function prepareFor({ name }: DeclaredOperation): Promise<void> {
    const { pool } = service.store.database;
    if (name.includes('/alerts/:id/')) mine = { ...mine, alert: await insertAlert(service, partner, mine.endpoint) };
    if (!/\/scan-endpoint$|^POST .*\/alerts\/:id\/check$/.test(name)) return;
    await pool.query(`UPDATE endpoints SET current_scan_id = NULL, manual_scan_at = NULL WHERE id = $1`, [
      mine.endpoint,
    ]);
  }

  /** Where the customer was filled in, but something else is missing: a scan that saw the port, a name server. */
  const statusOf = ({ path }: DeclaredOperation) =>
    path.endsWith('/reopen') ? 409 : path.endsWith('/verification/check') ? 503 : null;

  const rank = ({ declaration }: DeclaredOperation) => (declaration.method === 'DELETE' ? 1 : 0);

  it('can name its own customer, and no other one, wherever an operation takes it', async () => {
    const browser = await customer();
    const before = withoutSessions(await dataRows(service));
    for (const operation of openToCustomers) {
      const { in: place, field } = operation.declaration.customer!;
      const foreign = {
        query: [`?${field}=${others}`, `?${field}=${own}0`].map((query) => ({ query })),
        body: [others, String(others), true].map((value) => ({ body: { [field]: value } })),
        params: [{ clientId: others }],
      }[place];
      for (const naming of foreign) {
        const answer = await callAs(browser, operation, mine, naming);
        expect({ name: operation.name, naming, status: answer.status }).toMatchObject({ status: 403 });
        expect(answer.body.error, operation.name).toEqual(denied);
      }
      // What names several customers, or none, is wrong whoever sends it.
      const malformed = {
        query: [`?${field}=${own}&${field}=${others}`, `?${field}=`].map((query) => ({ query })),
        body: [[own, others], { id: own }, null, ''].map((value) => ({ body: { [field]: value } })),
        params: [],
      }[place];
      for (const naming of malformed) {
        const { status, body } = await callAs(browser, operation, mine, naming);
        expect({ name: operation.name, naming, status }).toMatchObject({ status: 422 });
        expect(Object.keys(body.errors), operation.name).toContain(field);
      }
    }
    expect(withoutSessions(await dataRows(service))).toEqual(before);
    const named = await browser.get(`/api/v1/endpoints?billing_customer_id=${own}`);
    expect(named.body.data.map(({ id }: { id: string }) => id)).toContain(mine.endpoint);
    expect(named.body.data.map(({ id }: { id: string }) => id)).not.toContain(theirs.endpoint);
  });

  it("is refused another customer's things by their ids, as a foreign customer is", async () => {
    const browser = await customer();
    const before = withoutSessions(await dataRows(service));
    const byId = openToCustomers.filter(({ path }) => /:(endpoint|scan|id)\b|scan-endpoint|ingest/.test(path));
    expect(byId.length).toBeGreaterThan(12);
    for (const operation of byId) {
      const answer = await callAs(browser, operation, theirs);
      const status = operation.path.endsWith('/scan-endpoint') ? 404 : 403;
      expect({ name: operation.name, status: answer.status }).toEqual({ name: operation.name, status });
    }
    const rule = { port_start: 22, protocol: 'tcp', endpoint_id: theirs.endpoint };
    expect(await browser.post('/api/v1/whitelists', rule)).toMatchObject({ status: 403 });
    expect(withoutSessions(await dataRows(service))).toEqual(before);
  });

  it("cannot change or delete the partner's own Allowed Ports rules, and makes none", async () => {
    const browser = await customer();
    const partnerWide = { port_start: 8_080, protocol: 'tcp' };
    const { id } = (await partner.api.post('/api/v1/whitelists', partnerWide)).body.data;
    for (const [method, body] of [
      ['PUT', { port_start: 8_081 }],
      ['DELETE', undefined],
    ] as const)
      expectProblem(await browser.send(method, `/api/v1/whitelists/${id}`, body), 403, '403');
    expect((await partner.api.get(`/api/v1/whitelists/${id}`)).body.data).toMatchObject({ port_start: 8_080 });
    const made = await browser.post('/api/v1/whitelists', partnerWide);
    expect(made.body.data).toMatchObject({ billing_customer_id: own });
    await partner.api.send('DELETE', `/api/v1/whitelists/${id}`);
  });

  it('has no sandbox, whoever has the same billing id there', async () => {
    const sandbox = await enableSandbox(service, partner);
    const trial = await provision(sandbox, '192.0.2.1', { client_id: own });
    const browser = await customer();
    const header = { 'x-service-sandbox': 'true' };
    for (const path of ['/api/v1/endpoints', `/api/v1/endpoints/${trial}`, '/api/v1/whitelists'])
      expectProblem(await browser.get(path, header), 403, '403');
    expect(await browser.get('/api/v1/endpoints', { 'x-service-sandbox': 'false' })).toMatchObject({ status: 200 });
  });

  it('is known to the portal by name', async () => {
    const browser = await customer();
    const { portal, signed_in } = expectSuccess(await browser.get('/api/v1/session'));
    expect(portal).toMatchObject({ name: 'Acme Hosting', logo_url: null });
    expect(signed_in).toEqual({
      kind: 'customer',
      billing_customer_id: own,
      name: null,
      sandbox: false,
      viewer: null,
      language: null,
      expires_at: expect.any(String),
    });
  });
});

describe('a change by a session', () => {
  const origin = () => `https://${partner.portalDomain}`;
  const forgeries = (): [string, Record<string, string>][] => [
    ['no Origin', {}],
    ['an opaque Origin', { origin: 'null' }],
    ['another Origin', { origin: 'https://evil.example' }],
    ['a subdomain as Origin', { origin: `https://evil.${partner.portalDomain}` }],
    ['an Origin that only begins like it', { origin: `${origin()}.evil.example` }],
    ['another port', { origin: `${origin()}:8443` }],
    ['plain HTTP', { origin: origin().replace('https', 'http') }],
    ['text that is no Origin', { origin: partner.portalDomain }],
    ['cross-site', { origin: origin(), 'sec-fetch-site': 'cross-site' }],
    ['same-site', { origin: origin(), 'sec-fetch-site': 'same-site' }],
    ['a Referer instead of an Origin', { referer: `${origin()}/` }],
  ];

  it.each(['customer', 'administrator'] as const)(
    'by a %s without proof that it comes from the portal changes nothing',
    async (kind) => {
      const browser = await (kind === 'customer' ? customer() : administrator());
      const before = withoutSessions(await dataRows(service));
      for (const [name, headers] of forgeries()) {
        for (const [method, path, body] of [
          ['POST', '/api/v1/endpoints', { ip_address: '127.0.1.8', billing_customer_id: own }],
          ['PUT', `/api/v1/endpoints/${mine.endpoint}`, { nickname: 'taken', billing_customer_id: own }],
          ['DELETE', `/api/v1/endpoints/${mine.endpoint}`, undefined],
        ] as const) {
          const answer = await browser.sendFromElsewhere(method, path, body, headers);
          expect(answer.body.error?.code, `${name}: ${method}`).toBe('ORIGIN_MISMATCH');
          expect(answer.status).toBe(403);
        }
      }
      expect(withoutSessions(await dataRows(service))).toEqual(before);
    },
  );

  it('passes with the Origin of the portal, and reads need none', async () => {
    const browser = await customer();
    const path = `/api/v1/endpoints/${mine.endpoint}`;
    const changed = await browser.sendFromElsewhere('PUT', path, { nickname: 'own' }, { origin: origin() });
    expect(changed).toMatchObject({ status: 200, body: { data: { nickname: 'own' } } });
    for (const method of ['GET', 'HEAD'] as const)
      expect(
        await browser.sendFromElsewhere(method, path, undefined, { 'sec-fetch-site': 'cross-site' }),
      ).toMatchObject({ status: 200 });
  });

  it('nobody is signed in or out by a page of somebody else', async () => {
    const browser = await administrator();
    const { cookie } = browser;
    for (const [name, headers] of forgeries()) {
      const credentials = { email: 'ada@example.com', password: 'correct horse battery staple' };
      for (const visitor of [browser, new PortalBrowser(service, partner.portalDomain)]) {
        expect(await visitor.sendFromElsewhere('POST', '/api/v1/session', credentials, headers), name).toMatchObject({
          status: 403,
          body: { error: { code: 'ORIGIN_MISMATCH' } },
        });
        expect(await visitor.sendFromElsewhere('DELETE', '/api/v1/session', undefined, headers), name).toMatchObject({
          status: 403,
        });
      }
    }
    expect(browser.cookie).toBe(cookie);
    expect((await browser.get('/api/v1/administrator')).status).toBe(200);
  });
});

describe('a session', () => {
  it('on another portal domain is TENANT_MISMATCH, of the same account or not', async () => {
    const other = await service.partner();
    const second = `second-${randomUUID().slice(0, 8)}.example.com`;
    await verifyByOperator(partner.operation, second);
    for (const browser of [await customer(), await administrator()]) {
      for (const domain of [other.portalDomain, second, 'nobody.example.net']) {
        const elsewhere = new PortalBrowser(service, domain, browser.cookie);
        expectProblem(await elsewhere.get('/api/v1/endpoints'), 403, 'TENANT_MISMATCH');
        const answer = await elsewhere.send('PUT', `/api/v1/endpoints/${mine.endpoint}`, { nickname: 'x' });
        expectProblem(answer, 403, 'TENANT_MISMATCH');
      }
    }
  });

  it('of a suspended account is refused until it is resumed', async () => {
    const browsers = [await customer(), await administrator()];
    const operation = systemOperation(service, partner);
    await changePartnerStatus(operation, 'suspended');
    for (const browser of browsers) expectProblem(await browser.get('/api/v1/endpoints'), 403, 'ACCOUNT_SUSPENDED');
    await changePartnerStatus(operation, 'active');
    for (const browser of browsers) expect((await browser.get('/api/v1/endpoints')).status).toBe(200);
  });

  it('that has ended, or never was, is 401', async () => {
    const signedOut = await customer();
    const cookie = signedOut.cookie!;
    expect(await signedOut.send('DELETE', '/api/v1/session')).toMatchObject({ status: 204 });
    expect(signedOut.cookie).toBeUndefined();
    const expired = [await customer(), await administrator()];
    const madeUp = new PortalBrowser(service, partner.portalDomain, '__Host-breakwater_session=made-up');
    for (const browser of [new PortalBrowser(service, partner.portalDomain, cookie), madeUp])
      expectRefusal(await browser.get('/api/v1/endpoints'), 401);
    service.clock.advanceSeconds(12 * 3_600 + 1);
    for (const browser of expired) {
      expectRefusal(await browser.get('/api/v1/endpoints'), 401);
      expect((await browser.get('/api/v1/session')).body.data.signed_in).toBeNull();
    }
  });

  it('is guessed 30 times a minute and address at most', async () => {
    service.clock.advanceSeconds(61);
    const guess = () =>
      new PortalBrowser(service, partner.portalDomain, `__Host-breakwater_session=${randomUUID()}`).get(
        '/api/v1/endpoints',
      );
    for (let attempt = 1; attempt <= 30; attempt += 1) expectRefusal(await guess(), 401);
    expectThrottled(await guess());
    expect((await (await customer()).get('/api/v1/endpoints')).status).toBe(200);
    service.clock.advanceSeconds(61);
  });

  it('under the plain cookie name does not count on an HTTPS portal', async () => {
    const { cookie } = await customer();
    const plain = new PortalBrowser(service, partner.portalDomain, cookie!.replace('__Host-', ''));
    expectRefusal(await plain.get('/api/v1/endpoints'), 401);
  });

  it('gives way to an Authorization header, whatever is in it', async () => {
    const browser = await customer();
    const all = await browser.get('/api/v1/endpoints', { authorization: `Bearer ${partner.apiKey}` });
    expect(all.body.data.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([mine.endpoint, theirs.endpoint]),
    );
    expectRefusal(await browser.get('/api/v1/endpoints', { authorization: 'Bearer nonsense' }), 401);
    expectRefusal(await browser.get('/api/v1/endpoints', { authorization: '' }), 401);
  });

  it('takes no Idempotency-Key', async () => {
    const browser = await customer();
    const rule = { port_start: 9_443, protocol: 'tcp' };
    const key = { 'idempotency-key': 'one' };
    expect((await browser.post('/api/v1/whitelists', rule, key)).status).toBe(201);
    const repeat = await browser.post('/api/v1/whitelists', rule, key);
    expect(repeat).toMatchObject({ status: 200 });
    expect(repeat.headers['idempotency-replayed']).toBeUndefined();
    expect((await browser.post('/api/v1/whitelists', rule, { 'idempotency-key': 'ä' })).status).toBe(200);
    expect((await dataRows(service)).get('public.idempotency_keys')).toEqual(['']);
  });

  it('is named in the audit log by whoever it is of', async () => {
    const clients = { customer: await customer(), administrator: await administrator(), api_key: partner.api };
    for (const [kind, client] of Object.entries(clients)) {
      await client.send('PUT', `/api/v1/endpoints/${mine.endpoint}`, { nickname: kind, billing_customer_id: own });
      const [entry] = (await partner.api.get(`/api/v1/audit?subject_id=${mine.endpoint}&limit=1`)).body.data.entries;
      expect(entry).toMatchObject({
        action: expect.stringMatching(/^endpoint\./),
        actor: { kind, id: expect.any(String) },
      });
    }
  });

  it('is answered with nothing that a cache may keep', async () => {
    const browser = await customer();
    for (const path of ['/api/v1/session', '/api/v1/endpoints', `/api/v1/alerts/${mine.alert}`])
      expect((await browser.get(path)).headers['cache-control'], path).toBe('no-store');
  });

  it('is limited to five times what a key has, by itself', async () => {
    const limited = await TestService.start({
      role: 'api',
      environment: { RATE_LIMIT_DEFAULT: '2', RATE_LIMIT_STRICT: '100' },
    });
    try {
      const account = await limited.partner();
      await provision(account.api, '127.0.0.1', { client_id: own });
      const browsers = [await signInCustomer(limited, account, own), await signInCustomer(limited, account, own)];
      for (const browser of browsers) {
        for (let request = 1; request <= 10; request += 1) {
          const answer = await browser.get('/api/v1/endpoints');
          expect(answer).toMatchObject({
            status: 200,
            headers: { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': String(10 - request) },
          });
        }
        expectThrottled(await browser.get('/api/v1/endpoints'));
      }
      expect((await account.api.get('/api/v1/endpoints')).status).toBe(200);
      limited.clock.advanceSeconds(61);
      expect((await browsers[0]!.get('/api/v1/endpoints')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});

function withoutSessions(rows: Map<string, readonly string[]>): Map<string, readonly string[]> {
  return new Map([...rows].filter(([name]) => name !== 'public.sessions'));
}
