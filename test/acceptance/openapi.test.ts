import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDocument as declaredDocument } from '../../scripts/api-document.ts';
import { Operation } from '../../src/core/operation/operation.ts';
import { svgOf } from '../../src/engines/pictures/testing/made-pictures.ts';
import { platforms } from '../../src/engines/remediation/remediation.ts';
import { AccessLinks } from '../../src/identity/administrators/access-links.ts';
import { generateApiKey } from '../../src/identity/credentials/api-key.ts';
import { changePartnerStatus } from '../../src/identity/partners/change-partner-status.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { setSandboxMode } from '../../src/identity/partners/sandbox-mode.ts';
import { verifyByOperator } from '../../src/identity/portal-domains/verify-by-operator.ts';
import { scenarios } from '../../src/monitoring/sandbox/scenario.ts';
import { newId } from '../../src/platform/ids.ts';
import type { HostnameResolver } from '../../src/resources/endpoints/resolve-hostname.ts';
import { type ApiAnswer, ApiClient } from '../support/api-client.ts';
import { ApiDocument, type DescribedOperation, type Json } from '../support/api-document.ts';
import { act, domainMonitoring, portMonitoring, setUnsubscribedCap } from '../support/billing.ts';
import { completeScan } from '../support/completed-scans.ts';
import { lookAtDueDomains } from '../support/domain-looks.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { sequenceEvents } from '../support/events.ts';
import { eventually } from '../support/eventually.ts';
import { isIn, isOpen, isOwn, needsCredential, needsKey, repeatable } from '../support/operation-groups.ts';
import { SoftwarePasskey } from '../support/passkey.ts';
import { createAdministrator, goodPassword } from '../support/portal-browser.ts';
import { insertAlert, pretendLiveWorker } from '../support/rows.ts';
import { enableSandbox, type SandboxClient } from '../support/sandbox-client.ts';
import { leakedCredential, mention } from '../support/scripted-leak-source.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { startTextNameServer, type TextNameServer } from '../support/text-name-server.ts';
import { totpCode } from '../support/totp.ts';

const unknownId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const unknownClientId = 987_654;
const year = new Date().getUTCFullYear();

let service: TestService;
/** On the portal domain 127.0.0.1. */
let partner: TestPartner;
let stranger: TestPartner;
let document: Json;
let apiDocument: ApiDocument;
let operations: readonly DescribedOperation[];
/** Calls with the partner's key. */
let checked: ApiClient;
/** Calls about the partner's sandbox. */
let sandbox: SandboxClient;
let names: TextNameServer;
const seen = new Set<string>();
const administratorEmail = 'ada@example.com';

/** Nothing listens there: mail is set up, and never sent. */
const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@mail.example.com' };

/** Knows one name, so that every other one fails to resolve. */
const resolver: HostnameResolver = {
  resolve4: async (hostname) => {
    if (hostname !== 'web.example.com') throw new Error('ENOTFOUND');
    return ['127.0.0.60'];
  },
  resolve6: async () => [],
};

beforeAll(async () => {
  names = await startTextNameServer();
  const environment = {
    RATE_LIMIT_STRICT: '',
    RATE_LIMIT_DEFAULT: '',
    DNS_SERVERS: names.server,
    TRUST_PROXY: '127.0.0.1',
    ...mail,
  };
  service = await TestService.start({ role: 'api', resolver, environment });
  const created = await createPartner(service.service.resources, { name: 'Acme', portalDomain: '127.0.0.1' });
  const api = service.client('127.0.0.1', created.apiKey);
  partner = { ...created, api, operation: service.operator(created.partnerId) };
  stranger = await service.partner();
  sandbox = await enableSandbox(service, partner);
  document = (await partner.api.get('/openapi.json')).body;
  apiDocument = new ApiDocument(document);
  operations = apiDocument.operations;
  checked = client(partner.apiKey);
  await createAdministrator(partner, administratorEmail);
});
afterAll(async () => {
  await service?.stop();
  await names?.close();
});

function client(apiKey: string | null): ApiClient {
  return new ApiClient(service.url, '127.0.0.1', apiKey);
}

/** Calls as a browser with a session does. */
class BrowserClient extends ApiClient {
  cookie = '';
  readonly #address: string;

  /** @param address visitors are counted by theirs, by the machine's own clock: each has one of its own unless it is said */
  constructor(address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`) {
    super(service.url, '127.0.0.1', null);
    this.#address = address;
  }

  override async send(...[method, path, body, headers]: Parameters<ApiClient['send']>): Promise<ApiAnswer> {
    const browser = { cookie: this.cookie, origin: 'https://127.0.0.1', 'x-forwarded-for': this.#address };
    const answer = await super.send(method, path, body, { ...browser, ...headers });
    const set = [answer.headers['set-cookie'] ?? []].flat().find((cookie) => /^\S*_session=/.test(cookie));
    if (set !== undefined) this.cookie = set.split(';')[0]!;
    return answer;
  }
}

function browser(): BrowserClient {
  return new BrowserClient();
}

/** An administrator who has just signed in: sessions do not last through all the windows that pass here. */
async function administrator(): Promise<BrowserClient> {
  nextWindow();
  const signedIn = browser();
  const credentials = { email: administratorEmail, password: goodPassword };
  expectDescribed(described('POST /api/v1/session'), await signedIn.post('/api/v1/session', credentials), 200);
  // The password counts as shown for just as long.
  const { pool } = service.store.database;
  await pool.query("UPDATE sessions SET proved_at = created_at + interval '1 day' WHERE administrator_id IS NOT NULL");
  return signedIn;
}

/** Expects an answer that the service's document describes, and notes that it was seen. */
function expectDescribed({ name }: { name: string }, answer: ApiAnswer, status?: number): ApiAnswer['body'] {
  expect(apiDocument.violations(name, answer), `${name} ${answer.status}`).toEqual([]);
  if (status !== undefined) expect({ name, status: answer.status, body: answer.body }).toMatchObject({ name, status });
  seen.add(`${name} ${answer.status}`);
  return answer.body;
}

function described(name: string): DescribedOperation {
  return operations.find((candidate) => candidate.name === name)!;
}

/** Calls an operation with input that is valid, for ids that do not exist. */
function call(
  api: ApiClient,
  { method, path }: DescribedOperation,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  const forDelete = path.endsWith('/pricing') ? { all: true } : {};
  const body = method === 'DELETE' && !/\/second-factor$|\/passkeys\//.test(path) ? forDelete : bodyFor(path);
  return api.send(method, `${urlFor(path)}${queryFor(method, path)}`, method === 'GET' ? undefined : body, headers);
}

/** What reads need, or take to find nothing. */
function queryFor(method: string, path: string): string {
  if (method !== 'GET') return '';
  if (
    /summary$|\/(overview|causes|port-groups|public-services)$/.test(path) ||
    /\/domain-monitoring\/(?!record-template)/.test(path)
  )
    return `?billing_customer_id=${unknownClientId}`;
  if (/\/(upgrade|channels)$/.test(path)) return `?billing_customer_id=${unknownClientId}`;
  if (path.endsWith('/usage')) return `?from=${year}-01-01&to=${year}-12-31`;
  if (path.endsWith('/reports/monthly')) return `?month=${new Date().toISOString().slice(0, 7)}`;
  if (path.endsWith('/settings')) return `?client_id=${unknownClientId}`;
  return path.endsWith('/scenario') ? `?endpoint_id=${unknownId}` : '';
}

function urlFor(path: string): string {
  return path
    .replace('{billing_customer_id}', `${unknownClientId}`)
    .replace('{service_id}', '1')
    .replaceAll(/\{\w+\}/g, unknownId);
}

function bodyFor(path: string): object {
  const action = path.slice(path.lastIndexOf('/') + 1);
  const body =
    bodies[action] ?? (action.endsWith('-domain') ? { monitored_domain_id: unknownId } : { endpoint_id: unknownId });
  // Whose data is meant is refused where it is not taken; other fields are ignored there.
  const taken = Object.values<Json>(document.paths[path]).flatMap(({ requestBody }) =>
    Object.keys(requestBody?.content['application/json'].schema.properties ?? {}),
  );
  return Object.fromEntries(Object.entries(body).filter(([name]) => !/_id$/.test(name) || taken.includes(name)));
}

const unknownCredential = (() => {
  const passkey = new SoftwarePasskey();
  const made = passkey.create({ challenge: 'bm9uZQ', rp: { id: 'x' }, user: { id: 'bm9uZQ' } });
  const { response } = passkey.get({ challenge: 'bm9uZQ', rpId: 'x' });
  return { ...made, response: { ...made.response, ...response } };
})();
const unknownSubscription = portMonitoring(unknownClientId);
const firewallDump = '-P INPUT DROP\n-A INPUT -i eth0 -j ACCEPT\n-A INPUT -s 192.0.2.1 -p tcp --dport 22 -j ACCEPT\n';
const price = { product_slug: 'port_monitoring', currency: 'EUR', billing_cycle: 'monthly', amount: 10 };

/** By the last part of the path, where that takes more than an id. */
const bodies: Readonly<Record<string, object>> = {
  provision: { client_id: 1, ip_address: '192.0.2.1' },
  'scan-endpoint': { client_id: 1, endpoint_id: unknownId },
  resolve: { billing_customer_id: unknownClientId },
  'provision-domain': { client_id: 1, service_id: 1, domain: 'example.com' },
  'update-domain': { monitored_domain_id: unknownId, domain: 'example.com' },
  'provision-subscription': { ...portMonitoring(1), plan_slug: 'starter' },
  'suspend-subscription': unknownSubscription,
  'resume-subscription': unknownSubscription,
  'terminate-subscription': unknownSubscription,
  'change-subscription': { ...unknownSubscription, new_plan_slug: 'business' },
  'sync-services': { services: [{ ...unknownSubscription, status: 'active' }] },
  pricing: { prices: [price] },
  endpoints: { billing_customer_id: 1, ip_address: '192.0.2.2' },
  '{endpoint}': { billing_customer_id: 1, nickname: 'web' },
  acknowledge: { billing_customer_id: unknownClientId },
  verification: { billing_customer_id: unknownClientId },
  check: { billing_customer_id: unknownClientId },
  'false-positive': {},
  reopen: {},
  actions: { action: 'acknowledge', ids: [unknownId] },
  'public-services': { billing_customer_id: unknownClientId, websites: [unknownId] },
  whitelists: { billing_customer_id: unknownClientId, port_start: 443 },
  '{id}': {
    ...{ billing_customer_id: unknownClientId, client_id: unknownClientId, password: goodPassword },
    ...{ port_start: 443, monthly_report: true, dkim_selectors: ['default'] },
  },
  ingest: { billing_customer_id: 1, endpoint_id: unknownId, dump: firewallDump },
  settings: { client_id: unknownClientId, domain_alerts: true },
  recipients: { client_id: unknownClientId, email: 'ada@example.com' },
  scenario: { scenario: 'clean', endpoint_id: unknownId },
  reset: {},
  session: { email: administratorEmail, password: 'something else entirely' },
  administrators: { email: 'grace@example.com', password: goodPassword },
  password: { current_password: 'something else entirely', new_password: goodPassword },
  proof: { password: goodPassword },
  'second-factor': { password: 'something else entirely', required: true },
  passkeys: { password: 'something else entirely' },
  passkey: { credential: unknownCredential },
  options: {},
  confirm: { code: '000000', name: 'Laptop', credential: unknownCredential },
  keys: { name: 'billing system' },
  merge: { into: 2 },
  transfer: { to: 2 },
  rotate: {},
  role: { role: 'support' },
  invitations: { email: 'guest@example.com', role: 'support' },
  invitation: { token: 'x', password: goodPassword },
  look: { token: 'x' },
  'password-reset': { email: 'nobody@example.com' },
  complete: { token: 'x', password: goodPassword },
  'portal-domains': { domain: 'another.example.com' },
  branding: { display_name: 'Acme' },
  'mail-sender': { address: 'security@acme.example' },
  webhooks: { url: 'https://hooks.example.com/' },
  'rotate-secret': {},
  clock: { advance_seconds: 60 },
  replay: { since: '2026-01-01T00:00:00Z' },
  channels: { billing_customer_id: unknownClientId, type: 'ntfy', name: 'Operations', topic: 'acme' },
  test: {},
  '{plan_slug}': { capacity: 5 },
  sandbox: { enabled: true },
  'record-template': { spf_include: '_spf.hoster.example', dkim_selectors: [] },
  token: { client_id: unknownClientId },
};

/** Posts, in a rate-limit window of its own; returns the data, or the error, of an answer that was expected. */
function poster(namespace: string, member: 'data' | 'error' = 'data') {
  return async (action: string, body: object, status: number, code?: string): Promise<Json> => {
    nextWindow();
    const path = `/api/v1/${namespace}/${action}`;
    const answer = expectDescribed(described(`POST ${path}`), await checked.post(path, body), status);
    if (code !== undefined) expect(answer.error.code).toBe(code);
    return answer[member];
  };
}

/** Calls an operation for one id, in a rate-limit window of its own; returns the body of the expected answer. */
async function ask(
  name: string,
  id: string,
  input: { query?: string; body?: object },
  status: number,
  caller: ApiClient = checked,
): Promise<Json> {
  nextWindow();
  const operation = described(name);
  const url = `${operation.path.replace(/\{\w+\}/, id)}${input.query ?? ''}`;
  return expectDescribed(operation, await caller.send(operation.method, url, input.body), status);
}

/** Runs with tables that are missing. */
async function withoutTables(tables: readonly string[], run: () => Promise<void>): Promise<void> {
  const { pool } = service.store.database;
  for (const table of tables) await pool.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  try {
    await run();
  } finally {
    for (const table of tables) await pool.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  }
}

/** Ends every rate-limit window. */
function nextWindow(): void {
  service.clock.advanceSeconds(61);
}

it('the document is served as JSON', async () => {
  const answer = await partner.api.get('/openapi.json');
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  const { info, ...made } = JSON.parse(JSON.stringify(await declaredDocument()));
  expect(answer.body).toEqual({ ...made, info: { ...info, version: expect.any(String) } });
});

describe('every answer is one that the document describes, as a validator sees it that knows nothing else', () => {
  describe('the validator reports', () => {
    const name = 'GET /api/v1/account';
    let answer: ApiAnswer;
    const reported = (change: Partial<ApiAnswer>) => apiDocument.violations(name, { ...answer, ...change }).join('\n');
    const withData = (change: object) =>
      reported({ body: { ...answer.body, data: { ...answer.body.data, ...change } } });
    const withHeader = (header: string, value: string | undefined) =>
      reported({ headers: { ...answer.headers, [header]: value } });

    beforeAll(async () => {
      answer = await checked.get('/api/v1/account');
    });

    it('nothing of an answer that is described', () => expect(reported({})).toBe(''));
    it('an operation that is not described', () =>
      expect(apiDocument.violations('GET /readyz', answer)).toEqual(['GET /readyz is no operation of the document']));
    it('a status that is not declared', () => expect(reported({ status: 418 })).toMatch(/status 418 is not declared/));
    it('the body of another status', () => expect(reported({ status: 401 })).toMatch(/status/));
    it('a field that is not declared', () =>
      expect(withData({ nonsense: 1 })).toMatch(/additionalProperty":"nonsense/));
    it('a field that is missing', () => expect(withData({ limits: undefined })).toMatch(/required property 'limits'/));
    it('a value of another type', () => expect(withData({ limits: 'none' })).toMatch(/data\/limits: must be object/));
    it('a format that is not kept', () =>
      expect(reported({ body: { ...answer.body, meta: { version: 'v1', timestamp: 'now' } } })).toMatch(
        /must match format "date-time"/,
      ));
    it('a type of content that is not declared', () =>
      expect(withHeader('content-type', 'text/html')).toMatch(/content of type text\/html is not declared/));
    it('a header that is missing, and one that is no number', () => {
      expect(withHeader('x-request-id', undefined)).toMatch(/header X-Request-Id is missing/);
      const refused = { status: 429, headers: { ...answer.headers, 'retry-after': 'soon' } };
      expect(reported(refused)).toMatch(/header Retry-After: must be integer/);
    });
    it('a body where there is none', () =>
      expect(apiDocument.violations('DELETE /api/v1/keys/{id}', { ...answer, status: 204 })).toEqual([
        'a body of type application/json is not declared',
      ]));
  });

  it('successes', async () => {
    for (const namespace of ['billing', 'provisioning']) {
      const post = poster(namespace);
      const provision = {
        client_id: 1,
        ip_address: namespace === 'billing' ? '192.0.2.10' : '2001:db8::10',
        service_id: 5,
        hostname: 'web1.example.com',
        client_name: 'Ada',
        client_email: 'ada@example.com',
        mrr: 9.9,
      };
      await post('provision', { ...provision, dry_run: true }, 200);
      const { endpoint_id: id } = await post('provision', provision, 201);
      await post('provision', provision, 200);
      for (const action of ['suspend', 'suspend', 'resume', 'resume', 'terminate', 'terminate']) {
        await post(action, { endpoint_id: id }, 200);
      }
      await post('provision', provision, 200);
    }
    nextWindow();
    const list = await checked.get(
      '/api/v1/endpoints?per_page=1&page=2&billing_customer_id=1&status=active&search=web',
    );
    expectDescribed(described('GET /api/v1/endpoints'), list, 200);
    const id = list.body.data[0].id;
    for (const status of ['open', 'acknowledged', 'resolved', 'false_positive'] as const) {
      await insertAlert(service, partner, id, { status });
    }
    expectDescribed(
      described('GET /api/v1/endpoints/{endpoint}'),
      await checked.get(`/api/v1/endpoints/${id}?billing_customer_id=1`),
      200,
    );
    await addCompletedScan(id);
    const detail = expectDescribed(
      described('GET /api/v1/endpoints/{endpoint}/detail'),
      await checked.get(`/api/v1/endpoints/${id}/detail`),
      200,
    );
    expect(detail).toMatchObject({ latest_scan: { open_ports: [443], status: 'completed' }, alerts: [{}] });
    const alerts = await checked.get('/api/v1/alerts?limit=100&offset=0&sort=severity&order=asc&billing_customer_id=1');
    const { data } = expectDescribed(described('GET /api/v1/alerts'), alerts, 200);
    expect(data.alerts).toHaveLength(4);
    for (const alert of data.alerts) {
      expectDescribed(described('GET /api/v1/alerts/{id}'), await checked.get(`/api/v1/alerts/${alert.id}`), 200);
      const resolved = await checked.post(`/api/v1/alerts/${alert.id}/resolve`, { billing_customer_id: 1 });
      expectDescribed(described('POST /api/v1/alerts/{id}/resolve'), resolved, 200);
    }
    expectDescribed(described('GET /api/v1/health'), await client(null).get('/api/v1/health'), 200);
  });

  it('successes with endpoints that a customer adds, changes and removes', async () => {
    const address = { billing_customer_id: 60, ip_address: 'web.example.com' };
    const added = await ask('POST /api/v1/endpoints', '', { body: { ...address, nickname: 'Web' } }, 201);
    expect(added.data).toMatchObject({ ip_address: '127.0.0.60', hostname: 'web.example.com', nickname: 'Web' });
    await ask('POST /api/v1/endpoints', '', { body: address }, 200);
    const unscanned = { ...address, ip_address: '10.0.0.60', status: 'paused' };
    expect(await ask('POST /api/v1/endpoints', '', { body: unscanned }, 201)).toHaveProperty('note');
    const { id } = added.data;
    for (const status of ['paused', 'active']) {
      const body = { billing_customer_id: 60, nickname: status, status };
      const changed = await ask('PUT /api/v1/endpoints/{endpoint}', id, { body }, 200);
      expect(changed.data).toMatchObject({ nickname: status, status });
    }
    expect(await ask('DELETE /api/v1/endpoints/{endpoint}', id, { query: '?billing_customer_id=60' }, 204)).toBe('');
    await ask('DELETE /api/v1/endpoints/{endpoint}', id, {}, 404);
    const restored = await ask('POST /api/v1/endpoints', '', { body: address }, 200);
    expect(restored.data).toMatchObject({ id, status: 'active' });
  });

  it('successes with scans: none, one that is pending, one that completed and one that failed', async () => {
    const history = async (query: string) =>
      (await ask('GET /api/v1/endpoints/{endpoint}/scans', id, { query }, 200)).data;
    const { id } = await addEndpoint(61, '192.0.2.61');
    expect(await history('')).toEqual([]);
    const scanId = await completeScan(service, partner, id, { open: ['443:tcp'] });
    expect((await ask('GET /api/v1/endpoints/{endpoint}/vantage-points', id, {}, 200)).data).toEqual([]);
    expect((await ask('GET /api/v1/endpoints/{endpoint}/services', id, {}, 200)).data).toMatchObject([{ port: 443 }]);
    const completed = await ask('GET /api/v1/scans/{scan}', scanId, { query: '?billing_customer_id=61' }, 200);
    expect(completed.data).toMatchObject({ status: 'completed', open_ports: [443] });
    const pendingId = await addScan(id, 'pending');
    expect((await ask('GET /api/v1/scans/{scan}', pendingId, {}, 200)).data).toMatchObject({ open_ports: null });
    const failedId = await addScan(id, 'failed');
    expect((await ask('GET /api/v1/scans/{scan}', failedId, {}, 200)).data.error).toMatch(/^\w+: /);
    expect(await history('?billing_customer_id=61&per_page=2&page=1')).toHaveLength(2);
    expect(await history('?page=2')).toEqual([]);
  });

  it('successes with alerts: summaries, remediation and every action, done and repeated', async () => {
    const query = '?billing_customer_id=62';
    const { id: endpointId } = await addEndpoint(62, '192.0.2.62');
    expect((await ask('GET /api/v1/alerts/endpoint-summary', '', { query }, 200)).data.endpoints).toEqual([]);
    await completeScan(service, partner, endpointId, { open: ['2222:tcp'] });
    expect((await ask('GET /api/v1/alerts/summary', '', { query }, 200)).data.total).toBe(1);
    expect((await ask('GET /api/v1/alerts/endpoint-summary', '', { query }, 200)).data.endpoints).toHaveLength(1);
    const { alerts } = (await partner.api.get(`/api/v1/alerts${query}`)).body.data;
    const { id } = alerts[0];
    for (const choice of ['', ...platforms.map((platform) => `&platform=${platform}`)]) {
      await ask('GET /api/v1/alerts/{id}/remediation', id, { query: `${query}${choice}` }, 200);
    }
    const body = { billing_customer_id: 62, reason: 'as told by the customer' };
    const move = (action: string, status: number) => ask(`POST /api/v1/alerts/{id}/${action}`, id, { body }, status);
    await move('reopen', 409);
    for (const action of ['acknowledge', 'acknowledge', 'reopen', 'false-positive', 'false-positive']) {
      await move(action, 200);
    }
    await move('acknowledge', 409);
    for (const action of ['reopen', 'resolve', 'resolve']) await move(action, 200);
    await move('false-positive', 409);
  });

  it('successes with Allowed Ports rules, of every scope; 409 for a change into another rule', async () => {
    const { id: endpointId } = await addEndpoint(63, '192.0.2.63');
    const partnerWide = { port_start: 8_443, protocol: 'tcp', description: 'panel' };
    const wide = (await ask('POST /api/v1/whitelists', '', { body: partnerWide }, 201)).data;
    expect(wide).toMatchObject({ billing_customer_id: null, endpoint_id: null });
    await ask('POST /api/v1/whitelists', '', { body: partnerWide }, 200);
    const customers = { port_start: 8_000, port_end: 8_010, protocol: 'both', billing_customer_id: 63 };
    const { data: rule } = await ask('POST /api/v1/whitelists', '', { body: customers }, 201);
    await ask(
      'POST /api/v1/whitelists',
      '',
      { body: { port_start: 53, protocol: 'udp', endpoint_id: endpointId } },
      201,
    );
    const query = '?billing_customer_id=63';
    const list = await ask('GET /api/v1/whitelists', '', { query: `${query}&per_page=1&page=1` }, 200);
    expect(list.data).toHaveLength(1);
    const name = '/api/v1/whitelists/{id}';
    await ask(`GET ${name}`, rule.id, { query }, 200);
    await ask(`PUT ${name}`, rule.id, { body: { billing_customer_id: 63, port_start: 8_001, description: 'x' } }, 200);
    await ask('POST /api/v1/whitelists', '', { body: customers }, 201);
    await ask(`PUT ${name}`, rule.id, { body: { port_start: 8_000 } }, 409);
    await ask(`DELETE ${name}`, rule.id, { query }, 204);
    await ask(`DELETE ${name}`, wide.id, {}, 204);
    await ask(`GET ${name}`, wide.id, {}, 404);
  });

  it('successes with notifications; 403 for one address too many', async () => {
    await addEndpoint(68, '192.0.2.68');
    const [settings, recipients] = ['/api/v1/notifications/settings', '/api/v1/notifications/recipients'];
    const { data } = await ask(`GET ${settings}`, '', { query: '?client_id=68' }, 200);
    expect(data).toMatchObject({ mail_available: true, recipients: [] });
    const change = { client_id: 68, port_alerts: false, port_alerts_min_severity: 'low', domain_alerts: 0 };
    const changed = await ask(`PUT ${settings}`, '', { body: change }, 200);
    expect(changed.data.settings).toMatchObject({ port_alerts: false, domain_alerts: false });
    await ask('GET /api/v1/upgrade', '', { query: '?billing_customer_id=68' }, 200);
    const addressOf = (name: string) => ({ body: { client_id: 68, email: `${name}@example.org` } });
    const { recipient } = (await ask(`POST ${recipients}`, '', addressOf('a'), 201)).data;
    for (const name of ['b', 'c', 'd', 'e']) await ask(`POST ${recipients}`, '', addressOf(name), 201);
    const refused = await ask(`POST ${recipients}`, '', addressOf('f'), 403);
    expect(refused.error.code).toBe('RECIPIENT_LIMIT_EXCEEDED');
    service.clock.advanceSeconds(300);
    await ask(`POST ${recipients}`, '', addressOf('a'), 200);
    const tooSoon = await ask(`POST ${recipients}`, '', addressOf('a'), 429);
    expect(tooSoon.error.code).toBe('CONFIRMATION_SENT_RECENTLY');
    const chosen = { body: { client_id: 68, monthly_report: true } };
    const reported = await ask(`PUT ${recipients}/{id}`, recipient.id, chosen, 200);
    expect(reported.data.recipient.monthly_report).toBe(true);
    const foreign = await ask(`DELETE ${recipients}/{id}`, recipient.id, { query: '?client_id=65' }, 403);
    expect(foreign.error.code).toBe('ACCESS_DENIED');
    expect(await ask(`DELETE ${recipients}/{id}`, recipient.id, { query: '?client_id=68' }, 204)).toBe('');
  });

  it('successes with channels; 403 for one too many, 429 for a test too soon', async () => {
    const path = '/api/v1/channels';
    // No name server answers for it.
    const body = { type: 'ntfy', name: 'Operations', topic: 'acme', urgency: 'daily', time_zone: 'Europe/Berlin' };
    const { channel } = (await ask(`POST ${path}`, '', { body }, 201)).data;
    expect((await ask(`GET ${path}`, '', {}, 200)).data.channels).toEqual([channel]);
    await ask(`GET ${path}/{id}`, channel.id, {}, 200);
    await ask(`PUT ${path}/{id}`, channel.id, { body: { min_severity: 'high' } }, 200);
    expect((await ask(`POST ${path}/{id}/test`, channel.id, { body: {} }, 200)).data.accepted).toBe(false);
    // Within the same seconds.
    const again = await checked.post(`${path}/${channel.id}/test`, {});
    const tooSoon = expectDescribed(described(`POST ${path}/{id}/test`), again, 429);
    expect(tooSoon.error.code).toBe('CHANNEL_TESTED_RECENTLY');
    for (let count = 1; count < 20; count += 1) await partner.api.post(path, body);
    expect((await ask(`POST ${path}`, '', { body }, 403)).error.code).toBe('CHANNEL_LIMIT_EXCEEDED');
    expect(await ask(`DELETE ${path}/{id}`, channel.id, {}, 204)).toBe('');
    await ask(`DELETE ${path}/{id}`, channel.id, {}, 404);
  });

  it('successes in the sandbox; 409 for the scan of a paused endpoint', async () => {
    expect((await ask('GET /api/v1/sandbox/scenarios', '', {}, 200)).data.scenarios).toHaveLength(scenarios.length);
    const address = { client_id: 1, ip_address: '192.0.2.64' };
    const { endpoint_id } = (await act(sandbox, 'provision', address)).body.data;
    for (const scenario of scenarios) {
      await ask('PUT /api/v1/sandbox/scenario', '', { body: { scenario } }, 200);
      await ask('PUT /api/v1/sandbox/scenario', '', { body: { scenario, endpoint_id } }, 200);
      await ask('GET /api/v1/sandbox/scenario', '', {}, 200);
      const chosen = await ask('GET /api/v1/sandbox/scenario', '', { query: `?endpoint_id=${endpoint_id}` }, 200);
      expect(chosen.data).toEqual({ scenario, endpoint_id });
      await ask('POST /api/v1/sandbox/scan', '', { body: { endpoint_id } }, 200);
    }
    await act(sandbox, 'suspend', { endpoint_id });
    const refused = await ask('POST /api/v1/sandbox/scan', '', { body: { endpoint_id } }, 409);
    expect(refused.error.code).toBe('ENDPOINT_NOT_ACTIVE');
    const moved = { body: { advance_seconds: 3_600, wait_seconds: 0 } };
    const { advanced_seconds, ...state } = (await ask('POST /api/v1/sandbox/clock', '', moved, 200)).data;
    expect(advanced_seconds).toBe(3_600);
    expect((await ask('GET /api/v1/sandbox/clock', '', {}, 200)).data).toEqual(state);
    expect((await ask('POST /api/v1/sandbox/reset', '', {}, 200)).data).toEqual({ reset: true });
  });

  it('successes with sign-in', async () => {
    await addEndpoint(65, '192.0.2.65');
    const token = { client_id: 65, client_name: 'Grace', client_email: 'grace@example.com', redirect_path: '/alerts' };
    const minted = await ask('POST /api/v1/sso/token', '', { body: token }, 201);
    expect(minted.data.redirect_url).toContain(minted.data.token);
    await ask('POST /api/v1/sso/token', '', { body: { client_id: 65 } }, 201);
  });

  it('what customers are refused: 403 over the limit, 422 for a name that does not resolve and ports the wrong way round', async () => {
    const { id } = await addEndpoint(66, '192.0.2.66');
    const body = { billing_customer_id: 66 };
    await ask('PUT /api/v1/endpoints/{endpoint}', id, { body: { ...body, status: 'paused' } }, 200);
    await setUnsubscribedCap(service, partner, 'port_monitoring', 0);
    const refusals = [
      await ask('PUT /api/v1/endpoints/{endpoint}', id, { body: { ...body, status: 'active' } }, 403),
      await ask('POST /api/v1/endpoints', '', { body: { ...body, ip_address: '192.0.2.67' } }, 403),
    ];
    expect(refusals.map(({ error }) => error.code)).toEqual(Array(2).fill('ENDPOINT_LIMIT_EXCEEDED'));
    await setUnsubscribedCap(service, partner, 'port_monitoring', null);
    const unknownName = { ...body, ip_address: 'nowhere.example.com' };
    const unresolved = await ask('POST /api/v1/endpoints', '', { body: unknownName }, 422);
    expect(unresolved.error.code).toBe('DNS_RESOLUTION_FAILED');
    const inverted = await ask('POST /api/v1/whitelists', '', { body: { port_start: 2, port_end: 1 } }, 422);
    expect(inverted.errors).toHaveProperty('port_end');
  });

  it('successes with domains', async () => {
    for (const namespace of ['billing', 'provisioning']) {
      const post = poster(namespace);
      const provision = { client_id: 20, service_id: 7, domain: `${namespace}.example.com`, client_name: 'Grace' };
      const { monitored_domain_id: id } = await post('provision-domain', provision, 201);
      expect(await post('provision-domain', provision, 200)).toHaveProperty('note');
      for (const action of ['suspend', 'suspend', 'resume', 'resume', 'terminate', 'terminate']) {
        await post(`${action}-domain`, { monitored_domain_id: id }, 200);
      }
      expect(await post('provision-domain', provision, 200)).toMatchObject({ monitored_domain_id: id });
      const renamed = { monitored_domain_id: id, domain: `https://renamed-${namespace}.example.com/path` };
      expect(await post('update-domain', renamed, 200)).not.toHaveProperty('note');
      expect(await post('update-domain', renamed, 200)).toHaveProperty('note');
      if (namespace === 'billing') await post('release-domain', { monitored_domain_id: id }, 200);
    }
  });

  it('successes with alerts of every kind, and 409', async () => {
    const base = '/api/v1/monitoring/alerts';
    nextWindow();
    const server = { client_id: 22, ip_address: '192.0.2.22' };
    const { endpoint_id: endpointId } = (await partner.api.post('/api/v1/billing/provision', server)).body.data;
    await completeScan(service, partner, endpointId, { open: ['22:tcp'] });
    const domainId = await monitorDomain(partner.api, 22, 'both.example.com');
    await scanDomain(service, domainId, [leakedCredential('ada@both.example.com'), mention('both.example.com')]);
    const query = '?billing_customer_id=22&status=open&sort=severity&order=asc&limit=100&offset=0';
    const { alerts } = (await ask(`GET ${base}`, '', { query }, 200)).data;
    const kinds = alerts.map(({ kind }: { kind: string }) => kind);
    expect(kinds.toSorted()).toEqual(['dark_web', 'leaked_credentials', 'port']);
    const together = {
      billing_customer_id: 22,
      reason: 'later',
      ids: [...alerts.map(({ id }: Json) => id), unknownId],
    };
    const until = new Date(service.clock.now().getTime() + 86_400_000).toISOString();
    for (const action of ['false-positive', 'acknowledge'])
      await ask(`POST ${base}/actions`, '', { body: { ...together, action, until } }, 200);
    for (const name of ['overview', 'causes', 'port-groups', 'public-services'])
      await ask(`GET /api/v1/monitoring/${name}`, '', { query: '?billing_customer_id=22' }, 200);
    const websites = { billing_customer_id: 22, websites: [endpointId] };
    await ask('POST /api/v1/monitoring/public-services', '', { body: websites }, 200);
    for (const { id } of alerts) await partner.api.post(`${base}/${id}/reopen`, {});
    for (const [index, kind] of kinds.entries()) {
      const { id } = alerts[index];
      const move = (action: string, status: number) =>
        ask(`POST ${base}/{id}/${action}`, id, { body: { billing_customer_id: 22, reason: 'done' } }, status);
      await ask(`GET ${base}/{id}`, id, { query: '?billing_customer_id=22' }, 200);
      for (const action of ['acknowledge', 'acknowledge', 'resolve']) await move(action, 200);
      await move('acknowledge', 409);
      for (const action of ['reopen', 'false-positive']) await move(action, kind === 'port' ? 200 : 409);
    }
  });

  it('successes with domain monitoring: findings of every sort, alerts and proof; 409 and 503', async () => {
    const base = '/api/v1/domain-monitoring';
    const body = { billing_customer_id: 21 };
    const query = '?billing_customer_id=21';
    const read = async (path: string, id = '', more = '') =>
      (await ask(`GET ${base}/${path}`, id, { query: `${query}${more}` }, 200)).data;
    nextWindow();
    const id = await monitorDomain(partner.api, 21, 'leaky.example.com');
    for (const path of ['domains', 'leaked-credentials', 'dark-web', 'alerts', 'summary']) await read(path);
    expect((await read('domains/{id}', id)).domain).toMatchObject({ scans: [], last_scan_at: null });
    await scanDomain(service, id, [
      leakedCredential('ada.one@leaky.example.com', { occurredAt: '2024-01-01', publishedAt: '2024-02-01' }),
      leakedCredential(null, {
        kind: 'stealer_log',
        breachName: null,
        malwareFamily: 'RedLine',
        loginSite: 'a.example',
      }),
      leakedCredential('bob.two@example.org', { kind: 'combolist', secretPresent: false, isOwnMailbox: false }),
      mention('leaky.example.com', { excerpt: 'All files', publishedAt: '2026-01-03' }),
      mention('Leaky', {
        kind: 'forum',
        actor: null,
        sourceUrl: null,
        claimedAt: null,
        matchType: 'keyword',
        confidence: 0.3,
      }),
    ]);
    expect((await read('domains/{id}', id)).domain.scans).toHaveLength(1);
    await read('domains', '', '&status=active&search=leak&limit=1&offset=0');
    const filter = `&domain_id=${id}&status=open&since=2026-01-01&limit=100`;
    expect((await read('leaked-credentials', '', filter)).leaked_credentials).toHaveLength(3);
    expect((await read('dark-web', '', `${filter}&severity=critical`)).dark_web).toHaveLength(1);
    const { alerts } = await read('alerts', '', '&sort=severity&order=desc&status=open');
    expect(alerts).toHaveLength(5);
    for (const alert of alerts) await read('alerts/{id}', alert.id);
    await read('summary');
    const move = (action: string, status: number) =>
      ask(`POST ${base}/alerts/{id}/${action}`, alerts[0].id, { body: { ...body, reason: 'done' } }, status);
    for (const action of ['acknowledge', 'acknowledge', 'resolve', 'resolve']) await move(action, 200);
    expect((await move('acknowledge', 409)).error.code).toBe('ALERT_STATE_CONFLICT');
    await read('alerts/{id}', alerts[0].id);
    const verify = (action: string, status: number) => ask(`POST ${base}/domains/{id}/${action}`, id, { body }, status);
    const told = { dkim_selectors: ['default'], expects_mail: true };
    await ask(`PUT ${base}/domains/{id}`, id, { body: { ...body, ...told } }, 200);
    // What was told is looked at soon.
    await lookAtDueDomains(service);
    expect((await read('domains/{id}/posture', id)).posture.checks).toHaveLength(11);
    await ask(`PUT ${base}/domains/{id}`, id, { body: { ...body, ...told, dkim_selectors: ['?'] } }, 422);
    const template = { spf_include: '_spf.hoster.example', dkim_selectors: [] };
    await ask(`PUT ${base}/record-template`, '', { body: template }, 200);
    await ask(`GET ${base}/record-template`, '', {}, 200);
    const { record } = (await verify('verification', 200)).data.verification;
    expect((await verify('verification/check', 200)).data.record_found).toBe(false);
    names.zone.set(record.name, 'failure');
    expect((await verify('verification/check', 503)).error.code).toBe('DNS_LOOKUP_FAILED');
    names.zone.set(record.name, [record.value]);
    expect((await verify('verification/check', 200)).data.record_found).toBe(true);
    await verify('verification', 200);
    expect((await read('leaked-credentials')).leaked_credentials.map(({ identity }: Json) => identity)).toContain(
      'ada.one@leaky.example.com',
    );
  });

  it('successes with subscriptions', async () => {
    for (const [index, namespace] of ['billing', 'provisioning'].entries()) {
      const post = poster(namespace);
      const server = portMonitoring(30 + index);
      await post('provision-subscription', { ...server, plan_slug: 'starter', mrr: 9.9 }, 201);
      expect(await post('provision-subscription', server, 200)).toHaveProperty('note');
      for (const action of ['suspend', 'suspend', 'resume', 'resume'])
        await post(`${action}-subscription`, server, 200);
      const upgrade = { ...server, new_plan_slug: 'business' };
      for (const change of [{ ...upgrade, dry_run: true }, upgrade, upgrade, { ...server, new_plan_slug: 'starter' }]) {
        await post('change-subscription', change, 200);
      }
      for (const action of ['terminate', 'terminate']) await post(`${action}-subscription`, server, 200);
      expect(await post('provision-subscription', server, 200)).toMatchObject({ status: 'active' });
      const domains = domainMonitoring(30 + index);
      await post('provision-subscription', { ...domains, quantity: 2 }, 201);
      await post('change-subscription', { ...domains, new_quantity: 3 }, 200);
    }
  });

  it('sync-services: nothing changed, and something changed, paused and came back', async () => {
    const sync = (...services: object[]) => poster('billing')('sync-services', { services }, 200);
    const address = portMonitoring(40);
    await act(partner.api, 'provision', { client_id: 40, ip_address: '192.0.2.40' });
    await act(partner.api, 'provision-subscription', { ...address, plan_slug: 'starter' });
    const unknown = { ...portMonitoring(unknownClientId), status: 'active' };
    expect(await sync({ ...address, status: 'active' }, unknown)).toMatchObject({
      unchanged: 1,
      unknown_services: [{ client_id: unknownClientId }],
      enforcement: [],
    });
    const paused = await sync({ ...address, status: 'suspended' });
    expect(paused.enforcement[40].port_monitoring.newly_paused).toHaveLength(1);
    const woken = await sync({ ...address, status: 'active' });
    expect(woken.enforcement[40].port_monitoring.unpaused).toHaveLength(1);
  });

  it('successes with prices', async () => {
    const post = poster('billing');
    const prices = [price, { ...price, plan_slug: 'starter', setup_fee: '4.90' }];
    expect(await post('pricing', { prices }, 200)).toMatchObject({ created: 2 });
    expect(await post('pricing', { prices: [{ ...price, amount: 11 }, prices[1]] }, 200)).toMatchObject({ updated: 1 });
    expect((await ask('GET /api/v1/billing/pricing', '', {}, 200)).data.prices).toHaveLength(2);
    const operation = described('DELETE /api/v1/billing/pricing');
    for (const [query, body] of [
      ['?plan_slug=starter', undefined],
      ['', { currency: 'EUR' }],
    ] as const) {
      const answer = await checked.send('DELETE', `${operation.path}${query}`, body);
      expect(expectDescribed(operation, answer, 200).data).toEqual({ deleted: 1 });
    }
  });

  it('successes with firewall dumps', async () => {
    const { id: endpoint_id } = await addEndpoint(60, '192.0.2.61');
    const body = { billing_customer_id: 60, endpoint_id, dump: firewallDump, mode: 'preview' };
    const { data } = await ask('POST /api/v1/firewall/ingest', '', { body }, 200);
    expect(data).toMatchObject({ format: 'iptables', unknown: [{ line: 2 }] });
  });

  it('successes with account, customers and subscriptions to read', async () => {
    const read = async (name: string, url: string) =>
      expectDescribed(described(name), await checked.get(url), 200).data;
    nextWindow();
    const { limits } = await read('GET /api/v1/account', '/api/v1/account');
    expect(limits.unsubscribed_caps).toEqual({ port_monitoring: null, domain_monitoring: null });
    await setUnsubscribedCap(service, partner, 'port_monitoring', 1);
    await read('GET /api/v1/account', '/api/v1/account');
    await setUnsubscribedCap(service, partner, 'port_monitoring', null);
    for (const clientId of [20, 30, 40]) {
      await read('GET /api/v1/customers/{billing_customer_id}', `/api/v1/customers/${clientId}`);
      await read('GET /api/v1/customers/{billing_customer_id}/servers', `/api/v1/customers/${clientId}/servers`);
    }
    const put = 'PUT /api/v1/customers/{billing_customer_id}';
    await ask(put, '20', { body: { client_name: 'Jane', client_email: 'jane@example.com' } }, 200);
    await act(partner.api, 'provision', { client_id: 20, service_id: 77, ip_address: '192.0.2.77', mrr: 5 });
    const service77 = described(`${put}/services/{service_id}`);
    const changed = await checked.send('PUT', '/api/v1/customers/20/services/77', { plan_slug: 'starter' });
    expectDescribed(service77, changed, 200);
    await act(partner.api, 'provision', { client_id: 21, ip_address: '192.0.2.77' });
    await act(partner.api, 'provision', { client_id: 22, service_id: 77, ip_address: '192.0.2.77' });
    const given = await checked.post('/api/v1/customers/20/services/77/transfer', { to: 21 });
    const transfer = described('POST /api/v1/customers/{billing_customer_id}/services/{service_id}/transfer');
    expect(expectDescribed(transfer, given, 200).data.not_moved).toHaveLength(1);
    const again = await checked.post('/api/v1/customers/20/services/77/transfer', { to: 21 });
    expect(expectDescribed(transfer, again, 200).data).toHaveProperty('note');
    const merge = 'POST /api/v1/customers/{billing_customer_id}/merge';
    await ask(merge, '22', { body: { into: 21, dry_run: true } }, 200);
    await ask(merge, '21', { body: { into: 20 } }, 200);
    const usage = await read('GET /api/v1/usage', `/api/v1/usage?from=${year}-01-01&to=${year}-12-31`);
    expect(usage).toMatchObject({ from: `${year}-01-01` });
    await sequenceEvents(service);
    const told = await read('GET /api/v1/events', '/api/v1/events');
    expect(told.events.length).toBeGreaterThan(5);
    const month = service.clock.now().toISOString().slice(0, 7);
    for (const query of ['', '&billing_customer_id=20'])
      await read('GET /api/v1/reports/monthly', `/api/v1/reports/monthly?month=${month}${query}`);
    await read('GET /api/v1/reports/exposure', '/api/v1/reports/exposure?days=7');
    await ask('DELETE /api/v1/customers/{billing_customer_id}/sessions', '20', {}, 200);
    const query = 'billing_customer_id=30&status=active&product_slug=port_monitoring&per_page=1&page=1';
    expect(await read('GET /api/v1/subscriptions', `/api/v1/subscriptions?${query}`)).toHaveLength(1);
    await read('GET /api/v1/subscriptions', '/api/v1/subscriptions');
    const services = await read('GET /api/v1/services', '/api/v1/services');
    expect(services.services.length).toBeGreaterThan(2);
  });

  it('successes with sessions and what administrators do about themselves; 401 and 409', async () => {
    const signedIn = await administrator();
    const answer = async (name: string, status: number, body?: object, id = '') => {
      const operation = described(name);
      const url = operation.path.replace(/\{\w+\}/, id);
      const given = expectDescribed(operation, await signedIn.send(operation.method, url, body), status);
      return given?.data ?? given?.error?.details;
    };
    expectDescribed(described('GET /api/v1/session'), await client(null).get('/api/v1/session'), 200);
    expect((await answer('GET /api/v1/session', 200)).signed_in).toMatchObject({ kind: 'administrator' });
    const wrong = { email: administratorEmail, password: 'something else entirely' };
    expectDescribed(described('POST /api/v1/session'), await browser().post('/api/v1/session', wrong), 401);
    const customer = browser();
    const minted = await partner.api.post('/api/v1/sso/token', { client_id: 20 });
    customer.cookie = String(
      (await partner.api.get(`/sso?token=${minted.body.data.token}`)).headers['set-cookie'],
    ).split(';')[0]!;
    const own = expectDescribed(described('GET /api/v1/session'), await customer.get('/api/v1/session'), 200);
    expect(own.data.signed_in).toMatchObject({ kind: 'customer' });
    await answer('PUT /api/v1/settings/customer-additions', 200, { mode: 'on' });
    await answer('PUT /api/v1/settings/customer-additions', 422, { mode: 'sometimes' });
    await answer('GET /api/v1/settings/customer-additions', 200);
    await answer('PUT /api/v1/settings/weekly-summary', 200, { enabled: false });
    await answer('PUT /api/v1/settings/weekly-summary', 422, { enabled: 'sometimes' });
    await answer('GET /api/v1/settings/weekly-summary', 200);
    await answer('GET /api/v1/administrator', 200);
    await answer('PUT /api/v1/session/language', 200, { language: 'en' });
    await answer('POST /api/v1/session/proof', 204, { password: goodPassword });
    await answer('PUT /api/v1/session/language', 422, { language: 'xx' });
    await answer('POST /api/v1/session/view', 404, { billing_customer_id: 999 });
    await answer('POST /api/v1/session/view', 200, { billing_customer_id: 20 });
    expect((await answer('GET /api/v1/session', 200)).signed_in).toMatchObject({
      viewer: { email: administratorEmail },
    });
    await answer('PUT /api/v1/administrator/password', 403);
    await answer('DELETE /api/v1/session/view', 204);
    await answer('PUT /api/v1/administrator/password', 204, {
      current_password: goodPassword,
      new_password: goodPassword,
    });
    const other = await administrator();
    const { sessions } = await answer('GET /api/v1/administrator/sessions', 200);
    await answer('DELETE /api/v1/administrator/sessions/{id}', 204, undefined, sessions[0].id);
    expect((await other.get('/api/v1/administrator')).status).toBe(401);
    await answer('POST /api/v1/administrator/second-factor/confirm', 409, { code: '000000' });
    const { key } = await answer('POST /api/v1/administrator/second-factor', 201);
    const code = totpCode(key, service.clock.now());
    await answer('POST /api/v1/administrator/second-factor/confirm', 204, { code });
    await answer('POST /api/v1/administrator/second-factor', 409);
    // A code counts once.
    service.clock.advanceSeconds(30);
    const proof = { password: goodPassword, code: totpCode(key, service.clock.now()) };
    await answer('DELETE /api/v1/administrator/second-factor', 204, proof);
    await answer('DELETE /api/v1/administrator/second-factor', 409, proof);
    await answer('PUT /api/v1/settings/second-factor', 403, { required: true });
    const passkey = new SoftwarePasskey();
    const made = await answer('POST /api/v1/administrator/passkeys', 201, { password: goodPassword });
    const kept = { name: 'Laptop', credential: passkey.create(made.options) };
    await answer('POST /api/v1/administrator/passkeys/confirm', 201, kept);
    await answer('POST /api/v1/administrator/passkeys/confirm', 422, kept);
    const another = await answer('POST /api/v1/administrator/passkeys', 201, { password: goodPassword });
    await service.store.database.pool.query(
      `INSERT INTO passkeys SELECT partner_id, gen_random_uuid(), administrator_id, portal_domain, 'spare', gen_random_uuid()::text::bytea,
         public_key, signatures, transports, created_at FROM passkeys, generate_series(1, 19)`,
    );
    const oneTooMany = { name: 'Phone', credential: new SoftwarePasskey().create(another.options) };
    await answer('POST /api/v1/administrator/passkeys/confirm', 409, oneTooMany);
    await answer('POST /api/v1/administrator/passkeys', 409, { password: goodPassword });
    await service.store.database.pool.query("DELETE FROM passkeys WHERE name = 'spare'");
    await answer('PUT /api/v1/settings/second-factor', 200, { required: true });
    await answer('GET /api/v1/settings/second-factor', 200);
    const { passkeys } = await answer('GET /api/v1/administrator/second-factor', 200);
    const [{ id: passkeyId }] = passkeys;
    await answer('DELETE /api/v1/administrator/passkeys/{id}', 404, { password: goodPassword }, unknownId);
    await answer('DELETE /api/v1/administrator/passkeys/{id}', 409, { password: goodPassword }, passkeyId);
    const { options } = await answer('POST /api/v1/session/passkey/options', 201);
    await answer('POST /api/v1/session/passkey', 200, { credential: passkey.get(options) });
    await answer('POST /api/v1/session/passkey', 401, { credential: passkey.get(options) });
    const right = { email: administratorEmail, password: goodPassword };
    const asked = await answer('POST /api/v1/session', 401, right);
    await answer('POST /api/v1/session', 200, { ...right, passkey: passkey.get(asked.passkey_options) });
    await answer('PUT /api/v1/settings/second-factor', 200, { required: false });
    await answer('DELETE /api/v1/administrator/passkeys/{id}', 204, { password: goodPassword }, passkeyId);
    await answer('DELETE /api/v1/session', 204);
  });

  it('successes of webhooks; 409 for one too many', async () => {
    const path = '/api/v1/webhooks';
    const body = { url: 'https://hooks.example.com/', types: ['alert.opened'], description: 'billing' };
    const { id } = (await ask(`POST ${path}`, '', { body }, 201)).data.webhook;
    await ask(`PUT ${path}/{id}`, id, { body: { description: 'more' } }, 200);
    await ask(`POST ${path}/{id}/rotate-secret`, id, { body: {} }, 200);
    await ask(`GET ${path}/{id}`, id, {}, 200);
    await ask(`POST ${path}/{id}/test`, id, {}, 202);
    await ask(`POST ${path}/{id}/replay`, id, { body: { since: '2026-01-01T00:00:00Z' } }, 202);
    await service.store.database.pool.query(
      `INSERT INTO webhook_deliveries (partner_id, webhook_id, event_id, event_type, status, attempts, created_at, settled_at,
         attempted_at, request_url, signature, duration_ms, answer_status, answer_headers, answer_body, answer_is_cut)
       VALUES ($1, $2, $2, 'alert.opened', 'delivered', 1, now(), now(), now(), 'https://hooks.example.com/', 'v1,x', 5, 200,
         '{"date": "x"}', 'ok', false)`,
      [partner.partnerId, id],
    );
    const { deliveries } = (await ask(`GET ${path}/{id}/deliveries`, id, {}, 200)).data;
    expect(deliveries).toContainEqual(expect.objectContaining({ id, status: 'delivered' }));
    const one = described(`GET ${path}/{id}/deliveries/{delivery_id}`);
    expectDescribed(one, await checked.get(`${path}/${id}/deliveries/${id}`), 200);
    const retry = described(`POST ${path}/{id}/deliveries/{delivery_id}/retry`);
    expectDescribed(retry, await checked.post(`${path}/${id}/deliveries/${id}/retry`), 202);
    const { webhooks } = (await ask(`GET ${path}`, '', {}, 200)).data;
    for (let count = webhooks.length; count < 50; count += 1) await ask(`POST ${path}`, '', { body }, 201);
    await ask(`POST ${path}`, '', { body }, 409);
    await ask(`DELETE ${path}/{id}`, id, {}, 204);
  });

  it('successes of an administrator on the console; 409 for what is taken, and for the last of its kind', async () => {
    const signedIn = await administrator();
    const own = (name: string, id: string, input: { body?: object }, status: number) =>
      ask(name, id, input, status, signedIn);
    const made = async (name: string, body: object) => (await own(`POST /api/v1/${name}`, '', { body }, 201)).data;
    const list = async (name: string) => (await own(`GET /api/v1/${name}`, '', {}, 200)).data;
    const logo = svgOf('<path d="M0 0h9v9z"/>').toString('base64');
    await own('PUT /api/v1/branding', '', { body: { display_name: 'Acme', accent_colour: '#ffd400', logo } }, 200);
    expect((await list('branding')).branding.logo).toMatchObject({ type: 'image/svg+xml' });
    await own('PUT /api/v1/branding', '', { body: { remove_logo: true } }, 200);
    const sender = 'PUT /api/v1/mail-sender';
    expect((await list('mail-sender')).sender).toBeNull();
    await own(sender, '', { body: { address: 'security@acme.example' } }, 200);
    await own('POST /api/v1/mail-sender/check', '', {}, 200);
    expect((await list('mail-sender')).sender).toMatchObject({ status: 'pending', spf: { state: 'missing' } });
    await own('DELETE /api/v1/mail-sender', '', {}, 204);
    await own('DELETE /api/v1/mail-sender', '', {}, 404);
    await own('POST /api/v1/mail-sender/check', '', {}, 404);
    await own('POST /api/v1/mail-sender/test', '', {}, 202);
    const domain = 'second.example.com';
    const { portal_domain: added } = await made('portal-domains', { domain });
    await own('POST /api/v1/portal-domains', '', { body: { domain } }, 409);
    await own('POST /api/v1/keys', '', { body: { name: 'too early', portal_domain: domain } }, 409);
    const checking = 'POST /api/v1/portal-domains/{id}/check';
    const check = (status: number) => own(checking, added.id, {}, status);
    const { name, value } = added.records.txt;
    expect((await check(200)).data.record_found).toBe(false);
    names.zone.set(name, 'failure');
    await check(503);
    names.zone.set(name, [value]);
    expect((await check(200)).data).toMatchObject({ record_found: true, portal_domain: { status: 'verified' } });
    const reached = (await own('POST /api/v1/portal-domains/{id}/reach', added.id, {}, 200)).data.portal_domain;
    expect(reached).toMatchObject({ reach: { dns: { state: 'absent' }, tls: { state: 'unreachable' } } });
    const { id: keyId } = await made('keys', { name: 'billing system', portal_domain: domain });
    await own('POST /api/v1/keys/{id}/rotate', keyId, { body: { overlap_seconds: 60 } }, 201);
    expect(await list('keys')).toMatchObject({ keys: [{}, { id: keyId }, {}] });
    const { pool } = service.store.database;
    await pool.query(
      "UPDATE portal_domains SET status = 'lapsed', verified_by = NULL, verified_at = NULL WHERE domain = $1",
      [domain],
    );
    await verifyByOperator(stranger.operation, domain);
    await check(409);
    const [{ id: successor }] = (await list('keys')).keys;
    await own('POST /api/v1/keys/{id}/rotate', successor, { body: { overlap_seconds: 60 } }, 409);
    await own('DELETE /api/v1/keys/{id}', keyId, {}, 204);
    await own('DELETE /api/v1/portal-domains/{id}', added.id, {}, 204);
    const [{ id: first }] = (await list('portal-domains')).portal_domains;
    await own('DELETE /api/v1/portal-domains/{id}', first, {}, 409);
    const [{ id: last }] = (await list('administrators')).administrators;
    await own('DELETE /api/v1/administrators/{id}', last, {}, 409);
    await own('PUT /api/v1/administrators/{id}/role', last, { body: { role: 'support' } }, 409);
    const grace = { email: 'grace.hopper@example.com', password: goodPassword };
    const { administrator: second } = await made('administrators', { ...grace, name: 'Grace' });
    await own('POST /api/v1/administrators', '', { body: grace }, 409);
    await own('PUT /api/v1/administrators/{id}/role', second.id, { body: { role: 'support' } }, 200);
    await own('DELETE /api/v1/administrators/{id}', second.id, {}, 204);
  });

  it('successes with what is mailed to people; 409 and 410', async () => {
    const signedIn = await administrator();
    const own = (name: string, id: string, input: { body?: object }, status: number) =>
      ask(name, id, input, status, signedIn);
    const [invited, email] = ['POST /api/v1/invitations', 'guest@example.com'];
    const { invitation } = (await own(invited, '', { body: { email, role: 'support' } }, 201)).data;
    await own(invited, '', { body: { email, role: 'support' } }, 409);
    await own('GET /api/v1/invitations', '', {}, 200);
    await own('POST /api/v1/invitations/{id}/resend', invitation.id, {}, 200);
    const links = new AccessLinks(service.store.keys.lasting);
    const { pool } = service.store.database;
    /** In the mail that waits to be sent. */
    const token = async () => {
      const { rows } = await pool.query<{ link: string }>(
        "SELECT notice ->> 'link' AS link FROM notification_deliveries WHERE notice ? 'link' ORDER BY id DESC LIMIT 1",
      );
      return links.token(partner.partnerId, rows[0]!.link);
    };
    const visit = (action: string, body: object, status: number) =>
      ask(`POST /api/v1/session/${action}`, '', { body }, status, browser());
    const password = goodPassword;
    const accepted = { token: await token(), password };
    await visit('invitation/look', { token: accepted.token }, 200);
    await visit('invitation', accepted, 200);
    await visit('invitation', accepted, 410);
    await visit('invitation/look', { token: accepted.token }, 410);
    const other = (await own(invited, '', { body: { email: 'other@example.com', role: 'support' } }, 201)).data;
    const taken = { token: await token(), password };
    await pool.query("UPDATE administrator_invitations SET email = 'guest@example.com'");
    await visit('invitation', taken, 409);
    await own('DELETE /api/v1/invitations/{id}', other.invitation.id, {}, 204);
    await visit('password-reset', { email }, 204);
    const reset = { token: await token(), password };
    await visit('password-reset/complete', reset, 204);
    await visit('password-reset/complete', reset, 410);
  });

  it('successes with the log of a key', async () => {
    const signedIn = await administrator();
    const { keys } = (await signedIn.get('/api/v1/keys')).body.data;
    const first = keys.find(({ name }: Json) => name === 'first key');
    const log = `/api/v1/keys/${first.id}/requests`;
    const requests = await eventually('a log', async () => {
      const { data } = expectDescribed(
        described('GET /api/v1/keys/{id}/requests'),
        await signedIn.get(`${log}?status=4`),
        200,
      );
      return data.requests.length > 0 && data.requests;
    });
    const refused = await signedIn.get(`${log}/${requests[0].id}`);
    expectDescribed(described('GET /api/v1/keys/{id}/requests/{request_id}'), refused, 200);
  });

  it('successes with a key on the console', async () => {
    const list = async (name: string) => (await ask(`GET /api/v1/${name}`, '', {}, 200)).data;
    const terms = { capacity: 7, scan_interval_seconds: 3_600, ports: '22,80' };
    await ask('PUT /api/v1/plans/port_monitoring/{plan_slug}', 'tiny', { body: terms }, 200);
    expect((await list('plans')).plans).toHaveLength(5);
    await ask('DELETE /api/v1/plans/port_monitoring/{plan_slug}', 'tiny', {}, 204);
    await ask('DELETE /api/v1/plans/port_monitoring/{plan_slug}', 'tiny', {}, 404);
    await ask('POST /api/v1/billing/pricing', '', { body: { prices: [price] } }, 200);
    expect((await list('prices')).prices).toHaveLength(1);
    for (const enabled of [false, true]) await ask('PUT /api/v1/account/sandbox', '', { body: { enabled } }, 200);
    for (const name of ['customers', 'audit']) {
      const { next_cursor } = (await ask(`GET /api/v1/${name}`, '', { query: '?limit=1' }, 200)).data;
      await ask(`GET /api/v1/${name}`, '', { query: `?cursor=${next_cursor}` }, 200);
    }
  });

  it('what paid capacity refuses: 403, 409 and 422', async () => {
    for (const [index, namespace] of ['billing', 'provisioning'].entries()) {
      const refused = poster(namespace, 'error');
      const clientId = 50 + index;
      const domains = domainMonitoring(clientId);
      const monitor = (domain: string) => ({ client_id: clientId, service_id: 2, domain: `${domain}.example.com` });
      await act(partner.api, 'provision-subscription', { ...domains, quantity: 2 });
      const first = await act(partner.api, 'provision-domain', monitor('first'));
      const { monitored_domain_id } = first.body.data;
      await act(partner.api, 'provision-domain', monitor('second'));
      await refused('provision-domain', monitor('third'), 403, 'DOMAIN_LIMIT_EXCEEDED');
      await refused(
        'update-domain',
        { monitored_domain_id, domain: 'second.example.com' },
        409,
        'DOMAIN_ALREADY_EXISTS',
      );
      await refused('change-subscription', { ...domains, new_quantity: 1 }, 422, 'DOWNGRADE_USAGE_EXCEEDED');
      await act(partner.api, 'suspend-domain', { monitored_domain_id });
      await act(partner.api, 'suspend-subscription', domains);
      await refused('resume-domain', { monitored_domain_id }, 403, 'DOMAIN_LIMIT_EXCEEDED');
      await refused('change-subscription', { ...domains, new_quantity: 3 }, 422, 'SUBSCRIPTION_NOT_CHANGEABLE');
      await act(partner.api, 'terminate-subscription', domains);
      for (const action of ['suspend', 'resume']) {
        await refused(`${action}-subscription`, domains, 422, 'SUBSCRIPTION_NOT_CHANGEABLE');
      }
      const server = { client_id: clientId, ip_address: '192.0.2.50' };
      const { endpoint_id } = (await act(partner.api, 'provision', server)).body.data;
      await act(partner.api, 'suspend', { endpoint_id });
      await setUnsubscribedCap(service, partner, 'port_monitoring', 0);
      await refused('resume', { endpoint_id }, 403, 'ENDPOINT_LIMIT_EXCEEDED');
      await refused('provision', { ...server, ip_address: '192.0.2.51' }, 403, 'ENDPOINT_LIMIT_EXCEEDED');
      await setUnsubscribedCap(service, partner, 'port_monitoring', null);
    }
  });

  it('scan-endpoint: 202, and 404, 409, 429, 503, 500', async () => {
    nextWindow();
    const operation = described('POST /api/v1/billing/scan-endpoint');
    const address = { client_id: 8, ip_address: '127.0.0.10' };
    const { endpoint_id } = (await partner.api.post('/api/v1/billing/provision', address)).body.data;
    const scan = (clientId = 8) => checked.post('/api/v1/billing/scan-endpoint', { client_id: clientId, endpoint_id });
    const { pool } = service.store.database;
    expectDescribed(operation, await scan(9), 404);
    expectDescribed(operation, await scan(), 503);
    const alertId = await insertAlert(service, partner, endpoint_id);
    const check = (method: 'GET' | 'POST', status: number) =>
      ask(`${method} /api/v1/monitoring/alerts/{id}/check`, alertId, { query: '' }, status);
    await check('POST', 503);
    await pretendLiveWorker(service);
    await pool.query(
      `CREATE FUNCTION refuse_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
       CREATE TRIGGER refuse_job BEFORE INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION refuse_job()`,
    );
    expectDescribed(operation, await scan(), 500);
    await pool.query('DROP TRIGGER refuse_job ON pgboss.job');
    expectDescribed(operation, await scan(), 202);
    expectDescribed(operation, await scan(), 429);
    await check('GET', 200);
    const another = { client_id: 8, ip_address: '127.0.0.11' };
    const other = (await partner.api.post('/api/v1/billing/provision', another)).body.data.endpoint_id;
    const otherAlertId = await insertAlert(service, partner, other);
    await ask('POST /api/v1/monitoring/alerts/{id}/check', otherAlertId, { body: {} }, 202);
    await partner.api.post('/api/v1/billing/suspend', { endpoint_id });
    expectDescribed(operation, await scan(), 409);
  });

  it('401: no key, a malformed one, one of no account', async () => {
    for (const operation of operations.filter(needsCredential)) {
      nextWindow();
      for (const apiKey of [null, 'nonsense', generateApiKey()]) {
        expectDescribed(operation, await call(client(apiKey), operation), 401);
      }
    }
  });

  it('403: foreign portal domain, suspended account, sandbox mode that is off, foreign customer', async () => {
    const operator = new Operation(service.service.resources, {
      partnerId: partner.partnerId,
      actor: { kind: 'operator' },
      requestId: null,
    });
    const signedIn = await administrator();
    for (const operation of operations.filter(needsCredential)) {
      expectDescribed(operation, await call(client(stranger.apiKey), operation), 403);
    }
    await changePartnerStatus(operator, 'suspended');
    for (const operation of operations.filter((candidate) => candidate.path !== '/api/v1/health')) {
      expectDescribed(operation, await call(needsKey(operation) ? checked : signedIn, operation), 403);
    }
    await changePartnerStatus(operator, 'active');
    for (const operation of operations.filter(isOwn)) expectDescribed(operation, await call(checked, operation), 403);
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      const elsewhere = await signedIn.send(
        operation.method,
        urlFor(operation.path),
        {},
        { origin: 'https://evil.example' },
      );
      expect(expectDescribed(operation, elsewhere, 403).error.code, operation.name).toBeOneOf(['ORIGIN_MISMATCH', 403]);
    }
    await setSandboxMode(operator, false);
    const hasNoSandbox = isIn('Channels', 'Console', 'Pricing');
    const isRead = ({ method }: DescribedOperation) => method === 'GET';
    for (const operation of operations.filter((each) => needsKey(each) && !(hasNoSandbox(each) && isRead(each)))) {
      nextWindow();
      expectDescribed(operation, await call(checked, operation, { 'x-service-sandbox': 'true' }), 403);
    }
    await setSandboxMode(operator, true);
    nextWindow();
    const address = { client_id: 1, ip_address: '192.0.2.20' };
    const { endpoint_id } = (await partner.api.post('/api/v1/billing/provision', address)).body.data;
    const alertId = await insertAlert(service, partner, endpoint_id);
    const scanId = await addScan(endpoint_id, 'pending');
    const rule = { port_start: 8_443, protocol: 'tcp', endpoint_id };
    const ruleId = (await partner.api.post('/api/v1/whitelists', rule)).body.data.id;
    const domainId = await monitorDomain(partner.api, 1, 'own.example.com');
    await scanDomain(service, domainId, [mention('own.example.com')]);
    nextWindow();
    const domainAlerts = await partner.api.get('/api/v1/domain-monitoring/alerts?billing_customer_id=1');
    const ids = {
      endpoints: endpoint_id,
      scans: scanId,
      alerts: alertId,
      whitelists: ruleId,
      'domain-monitoring/domains': domainId,
      'domain-monitoring/alerts': domainAlerts.body.data.alerts[0].id,
    };
    for (const { name, method, path } of operations) {
      const [, group] = /\/(domain-monitoring\/\w+|endpoints|scans|alerts|whitelists)\/\{/.exec(path) ?? [];
      if (group === undefined) continue;
      const inBody = method === 'POST' || method === 'PUT';
      const input = inBody
        ? { body: { ...bodyFor(path), billing_customer_id: 2 } }
        : { query: '?billing_customer_id=2' };
      await ask(name, ids[group as keyof typeof ids], input, 403);
    }
    await ask('POST /api/v1/whitelists', '', { body: { ...rule, billing_customer_id: 2 } }, 403);
    const ingest = { billing_customer_id: 2, endpoint_id, dump: firewallDump };
    await ask('POST /api/v1/firewall/ingest', '', { body: ingest }, 403);
  });

  it('404: ids that do not exist', async () => {
    const withoutId =
      /(provision|provision-domain|provision-subscription|sync-services|usage|pricing|health|account|endpoints|alerts|actions|overview|causes|port-groups|v1\/services|subscriptions|summary|scenarios|clock|reset|record-template|domains|leaked-credentials|dark-web|plans|\{plan_slug\}|prices|audit|events|webhooks|customers|account\/sandbox|customer-additions|weekly-summary|reports\/\w+)$/;
    const withId = operations.filter(
      (candidate) =>
        needsKey(candidate) &&
        !withoutId.test(candidate.path) &&
        !['GET /api/v1/whitelists', 'GET /api/v1/monitoring/public-services'].includes(candidate.name),
    );
    expect(withId.length).toBeGreaterThan(40);
    for (const operation of withId) {
      nextWindow();
      expectDescribed(operation, await call(checked, operation), 404);
    }
    const signedIn = await administrator();
    for (const operation of operations.filter((candidate) => isOwn(candidate) && candidate.path.includes('{id}')))
      expectDescribed(operation, await call(signedIn, operation), 404);
    const { pool } = service.store.database;
    await pool.query("UPDATE portal_domains SET domain = 'away' WHERE domain = '127.0.0.1'");
    const actions = [
      'invitation',
      'invitation/look',
      'password-reset',
      'password-reset/complete',
      'passkey',
      'passkey/options',
    ];
    const ofPortal = [
      'GET /api/v1/session',
      ...['', ...actions.map((action) => `/${action}`)].map((action) => `POST /api/v1/session${action}`),
    ];
    for (const name of ofPortal) expectDescribed(described(name), await call(browser(), described(name)), 404);
    await pool.query("UPDATE portal_domains SET domain = '127.0.0.1' WHERE domain = 'away'");
    await ask('POST /api/v1/whitelists', '', { body: { endpoint_id: unknownId, port_start: 443 } }, 404);
    for (const operation of operations.filter(({ path }) => path.endsWith('-subscription'))) {
      nextWindow();
      const unknownProduct = { ...bodyFor(operation.path), product_slug: 'snake_oil' };
      expectDescribed(operation, await checked.post(operation.path, unknownProduct), 404);
    }
  });

  it('422: input that is invalid', async () => {
    const expectInvalid = async (caller: ApiClient, operation: DescribedOperation) => {
      nextWindow();
      const { method, path } = operation;
      const url = `${urlFor(path)}?billing_customer_id=x&client_id=x&endpoint_id=x&limit=x`;
      const wrong = {
        client_id: 0,
        client_email: 'x',
        endpoint_id: 'x',
        billing_customer_id: 'x',
        mrr: 'x',
        currency: 'x',
      };
      const more = { overlap_seconds: 'x', accent_colour: 'x', url: 'x', language: 'x' };
      const answer = method === 'GET' ? await caller.get(url) : await caller.send(method, url, { ...wrong, ...more });
      expectDescribed(operation, answer, 422);
    };
    const [byKey, others] = [needsKey, (operation: DescribedOperation) => !needsKey(operation)].map((wanted) =>
      operations.filter((operation) => !isIn('Health')(operation) && wanted(operation)),
    );
    for (const operation of byKey!) await expectInvalid(checked, operation);
    const signedIn = await administrator();
    for (const operation of others!) await expectInvalid(signedIn, operation);
  });

  it('Idempotency-Key: the replay, 409 while the first request is under way, 422 for another request', async () => {
    const { pool } = service.store.database;
    for (const operation of operations.filter(repeatable)) {
      nextWindow();
      const key = { 'idempotency-key': operation.name };
      const first = await call(checked, operation, key);
      expectDescribed(operation, first);
      const repeat = await call(checked, operation, key);
      expect(repeat.headers['idempotency-replayed'], operation.name).toBe('true');
      expectDescribed(operation, repeat, first.status);
      await pool.query('UPDATE idempotency_keys SET status = NULL, body = NULL');
      expectDescribed(operation, await call(checked, operation, key), 409);
      const other = await checked.send(
        operation.method,
        `${urlFor(operation.path)}?another=1`,
        bodyFor(operation.path),
        key,
      );
      expectDescribed(operation, other, 422);
    }
  });

  it('413, 415 and 422: bodies that are too large, no JSON, or broken, also where none is wanted', async () => {
    const signedIn = await administrator();
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      nextWindow();
      const caller = needsKey(operation) ? checked : signedIn;
      const url = urlFor(operation.path);
      const length = operation.path.endsWith('/firewall/ingest') ? 2_200_000 : 1_100_000;
      const huge = JSON.stringify({ padding: 'x'.repeat(length) });
      expectDescribed(operation, await caller.send(operation.method, url, huge), 413);
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expectDescribed(operation, await caller.send(operation.method, url, 'client_id=1', form), 415);
      expectDescribed(operation, await caller.send(operation.method, url, '{"broken":'), 422);
    }
  });

  it('500: trouble on our side', async () => {
    const reads = [
      'customers',
      'resource_state_changes',
      'endpoints',
      'alerts',
      'alert_exposures',
      'scan_history',
      'allowed_port_rules',
      'prices',
      'unsubscribed_caps',
      'webhooks',
      'events',
      'channels',
      'record_templates',
    ];
    // They read nothing but what every request reads, so that only the look at the key can fail.
    const keyOnly = [
      'GET /api/v1/sandbox/scenarios',
      'GET /api/v1/settings/customer-additions',
      'GET /api/v1/settings/weekly-summary',
    ].map(described);
    const consoleOperations = operations.filter(isIn('Console'));
    const others = operations.filter(
      (candidate) => needsKey(candidate) && !keyOnly.includes(candidate) && !consoleOperations.includes(candidate),
    );
    await withoutTables([...reads, 'sandbox_scenarios'], async () => {
      for (const operation of others) {
        nextWindow();
        expectDescribed(operation, await call(checked, operation), 500);
      }
    });
    await withoutTables(['api_keys'], async () => {
      for (const operation of [...keyOnly, ...consoleOperations])
        expectDescribed(operation, await call(checked, operation), 500);
    });
    const signedIn = await administrator();
    await withoutTables(['sessions'], async () => {
      for (const operation of operations.filter((candidate) => isOwn(candidate) || isIn('Session')(candidate)))
        expectDescribed(operation, await call(signedIn, operation), 500);
    });
  });

  it('503: no connection is to be had for as long as anything waits', async () => {
    const signedIn = await administrator();
    const { pool } = service.store.ownDatabase;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    try {
      const asked = operations.filter((operation) => !isIn('Health')(operation));
      // All at once, so that they wait together.
      const answers = asked.map((operation) => call(needsKey(operation) ? checked : signedIn, operation));
      for (const [index, answer] of (await Promise.all(answers)).entries()) expectDescribed(asked[index]!, answer, 503);
    } finally {
      for (const connection of held) connection.release();
    }
  });

  it('429: over the rate limit', async () => {
    const signedIn = await administrator();
    await signedIn.get('/api/v1/administrator');
    await partner.api.get('/api/v1/alerts');
    await partner.api.get('/api/v1/endpoints');
    await partner.api.post('/api/v1/sso/token', { client_id: unknownClientId });
    await call(client(null), described('POST /api/v1/sandbox/reset'));
    await service.store.database.pool.query('UPDATE rate_limit_windows SET hits = 1000');
    for (const operation of operations.filter(needsCredential)) {
      // With a key, the sandbox has no limit.
      const key = operation.path.includes('/sandbox/') ? client(null) : checked;
      const caller = isOwn(operation) ? signedIn : key;
      expectDescribed(operation, await call(caller, operation), 429);
    }
    // These are counted by the machine's own clock, so that nothing can be asked of them afterwards.
    for (let hit = 0; hit < 101; hit += 1) await service.client('any.example', null).get('/api/v1/health');
    for (const operation of operations.filter(isOpen))
      expectDescribed(operation, await call(new BrowserClient('127.0.0.1'), operation), 429);
  });

  it('every status that the document promises was seen above', () => {
    const promised = operations.flatMap(({ name, operation }) =>
      Object.keys(operation.responses).map((status) => `${name} ${status}`),
    );
    const unreachable = [
      // Health does nothing that could fail.
      'GET /api/v1/health 500',
      // Mail is set up here; without it roles.test.ts and mail-sender.test.ts see them.
      'POST /api/v1/invitations/{id}/resend 409',
      'POST /api/v1/session/password-reset 409',
      'POST /api/v1/mail-sender/test 409',
    ];
    expect([...seen, ...unreachable].toSorted()).toEqual(promised.toSorted());
  });
});

/** A new endpoint of a customer. */
async function addEndpoint(clientId: number, address: string): Promise<{ readonly id: string }> {
  nextWindow();
  const answer = await partner.api.post('/api/v1/endpoints', { billing_customer_id: clientId, ip_address: address });
  return answer.body.data;
}

/** A scan without a result, as the worker leaves it. */
async function addScan(endpointId: string, status: 'pending' | 'failed'): Promise<string> {
  const id = newId(service.clock);
  const failure = status === 'failed' ? 'timed_out: The scan took too long.' : null;
  await service.store.database.pool.query(
    `INSERT INTO scans (partner_id, id, endpoint_id, trigger, status, created_at, error, finished_at)
     SELECT partner_id, $1, id, 'manual', $2, now(), $3::text, CASE WHEN $3 IS NOT NULL THEN now() END FROM endpoints WHERE id = $4`,
    [id, status, failure, endpointId],
  );
  return id;
}

/** A completed scan that found port 443 open, as the worker writes it. */
async function addCompletedScan(endpointId: string): Promise<void> {
  for (const statement of [
    `INSERT INTO scans (partner_id, id, endpoint_id, trigger, status, created_at, finished_at, duration_ms)
     SELECT partner_id, id, id, 'scheduled', 'completed', now(), now(), 1200 FROM endpoints WHERE id = $1`,
    `INSERT INTO observations (partner_id, id, endpoint_id, protocol, port, identity, opened_scan_id, opened_at)
     SELECT partner_id, gen_random_uuid(), id, 'tcp', 443, '{}', id, now() FROM endpoints WHERE id = $1`,
    'UPDATE endpoints SET last_scan_id = id, last_scan_at = now() WHERE id = $1',
  ])
    await service.store.database.pool.query(statement, [endpointId]);
}
