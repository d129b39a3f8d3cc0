import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { insertAlert, pretendLiveWorker } from '../support/rows.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { requestScan } from '../support/scan-outcomes.ts';
import { provision } from '../support/scans.ts';
import { expectRefusal, withoutRequestTraces } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** What partner A has, for others to grope for. Every text in it must stay with A. */
interface World {
  readonly endpointId: string;
  readonly alertId: string;
  readonly clientId: number;
  readonly serviceId: number;
  readonly subscriptionServiceId: number;
  /** Another endpoint of the same customer, to be changed and removed. */
  readonly spareEndpointId: string;
  readonly scanId: string;
  readonly ruleId: string;
  readonly sandboxEndpointId: string;
}

type Call = (api: ApiClient, world: World) => Promise<ApiAnswer>;

interface RouteCase {
  /** Anyone may call it: nothing of a partner is behind it. */
  readonly open?: true;
  /** Calls it with the ids of a world, none of which the caller may reach. */
  readonly call: Call;
  /** Calls it with an id of the world for a customer of the same partner that does not own it. */
  readonly asForeignCustomer?: { readonly call: Call; readonly status: number };
  /** It names a customer, but nothing that could belong to another one. */
  readonly namesCustomerOnly?: true;
  /** Why a foreign partner gets a success; otherwise it must get an error. */
  readonly succeedsBecause?: string;
  /** It takes no id and shows nothing that a partner has: every partner gets the same answer. */
  readonly sameForAll?: true;
}

const foreignClientId = 4_002;
const spareAddress = '127.77.66.58';
const foreignCustomersAddress = '127.77.66.56';
const namespaces = ['billing', 'provisioning'];

const stateChange = (action: string): [string, RouteCase][] =>
  namespaces.map((namespace) => [
    `POST /api/v1/${namespace}/${action}`,
    { call: (api, { endpointId }) => api.post(`/api/v1/${namespace}/${action}`, { endpoint_id: endpointId }) },
  ]);

const subscriptionChange = (action: string, change: object = {}): [string, RouteCase][] =>
  namespaces.map((namespace) => {
    const path = `/api/v1/${namespace}/${action}-subscription`;
    const send = (api: ApiClient, client_id: number, service_id: number) =>
      api.post(path, { client_id, service_id, product_slug: 'port_monitoring', ...change });
    const call: Call = (api, { clientId, subscriptionServiceId }) => send(api, clientId, subscriptionServiceId);
    const asForeignCustomer = {
      call: ((api, { subscriptionServiceId }) => send(api, foreignClientId, subscriptionServiceId)) satisfies Call,
      // Without a plan only a subscription that is there can be provisioned.
      status: action === 'provision' ? 422 : 404,
    };
    return [`POST ${path}`, { call, asForeignCustomer }];
  });

/** A summary or list of a customer: empty for one that the partner does not have. */
function customerRead(path: string): [string, RouteCase] {
  const read = (api: ApiClient, clientId: number) => api.get(`${path}?billing_customer_id=${clientId}`);
  return [
    `GET ${path}`,
    {
      call: (api, { clientId }) => read(api, clientId),
      asForeignCustomer: { call: (api) => read(api, foreignClientId), status: 200 },
      succeedsBecause: 'an unknown billing_customer_id gives an empty list or zeros',
    },
  ];
}

/** A change of one thing whose customer goes into the body. */
function ownedChange(
  method: 'POST' | 'PUT',
  pathOf: (world: World) => string,
  body: object = {},
): RouteCase & Required<Pick<RouteCase, 'asForeignCustomer'>> {
  const send = (api: ApiClient, world: World, clientId: number) =>
    api.send(method, pathOf(world), { ...body, billing_customer_id: clientId });
  return {
    call: (api, world) => send(api, world, world.clientId),
    asForeignCustomer: { call: (api, world) => send(api, world, foreignClientId), status: 403 },
  };
}

/** A removal of one thing whose customer goes into the query. */
function ownedRemoval(pathOf: (world: World) => string): RouteCase {
  const send = (api: ApiClient, world: World, clientId: number) =>
    api.send('DELETE', `${pathOf(world)}?billing_customer_id=${clientId}`);
  return {
    call: (api, world) => send(api, world, world.clientId),
    asForeignCustomer: { call: (api, world) => send(api, world, foreignClientId), status: 403 },
  };
}

const alertAction = (action: string): [string, RouteCase] => [
  `POST /api/v1/alerts/{id}/${action}`,
  ownedChange('POST', ({ alertId }) => `/api/v1/alerts/${alertId}/${action}`),
];

/** One case per operation of the OpenAPI document: an operation without a case fails the test. */
const cases = new Map<string, RouteCase>([
  ['GET /api/v1/health', { open: true, call: (api) => api.get('/api/v1/health') }],
  ...namespaces.map((namespace): [string, RouteCase] => [
    `POST /api/v1/${namespace}/provision`,
    {
      // Without an address, the service of another partner's client must not lead to its endpoint.
      call: (api, { clientId, serviceId }) =>
        api.post(`/api/v1/${namespace}/provision`, { client_id: clientId, service_id: serviceId }),
      asForeignCustomer: {
        call: (api, { serviceId }) =>
          api.post(`/api/v1/${namespace}/provision`, { client_id: foreignClientId, service_id: serviceId }),
        status: 422,
      },
    },
  ]),
  ...stateChange('suspend'),
  ...stateChange('resume'),
  ...stateChange('terminate'),
  [
    'POST /api/v1/billing/scan-endpoint',
    {
      call: (api, { clientId, endpointId }) =>
        api.post('/api/v1/billing/scan-endpoint', { client_id: clientId, endpoint_id: endpointId }),
      asForeignCustomer: {
        call: (api, { endpointId }) =>
          api.post('/api/v1/billing/scan-endpoint', { client_id: foreignClientId, endpoint_id: endpointId }),
        status: 404,
      },
    },
  ],
  [
    'GET /api/v1/endpoints',
    {
      call: (api, { clientId }) => api.get(`/api/v1/endpoints?billing_customer_id=${clientId}`),
      asForeignCustomer: {
        call: (api) => api.get(`/api/v1/endpoints?billing_customer_id=${foreignClientId}`),
        status: 200,
      },
      succeedsBecause: 'an unknown billing_customer_id gives an empty list',
    },
  ],
  ['GET /api/v1/endpoints/{endpoint}', ownedRead('endpoints', 'endpointId', '')],
  ['GET /api/v1/endpoints/{endpoint}/detail', ownedRead('endpoints', 'endpointId', '/detail')],
  [
    'GET /api/v1/alerts',
    {
      call: (api, { clientId, endpointId }) =>
        api.get(`/api/v1/alerts?billing_customer_id=${clientId}&endpoint_id=${endpointId}`),
      asForeignCustomer: {
        call: (api, { endpointId }) =>
          api.get(`/api/v1/alerts?billing_customer_id=${foreignClientId}&endpoint_id=${endpointId}`),
        status: 200,
      },
      succeedsBecause: 'an unknown billing_customer_id gives an empty list',
    },
  ],
  customerRead('/api/v1/alerts/summary'),
  customerRead('/api/v1/alerts/endpoint-summary'),
  customerRead('/api/v1/whitelists'),
  ['GET /api/v1/alerts/{id}', ownedRead('alerts', 'alertId', '')],
  ['GET /api/v1/alerts/{id}/remediation', ownedRead('alerts', 'alertId', '/remediation')],
  ['GET /api/v1/endpoints/{endpoint}/scans', ownedRead('endpoints', 'endpointId', '/scans')],
  ['GET /api/v1/scans/{scan}', ownedRead('scans', 'scanId', '')],
  ['GET /api/v1/whitelists/{id}', ownedRead('whitelists', 'ruleId', '')],
  ...['acknowledge', 'false-positive', 'reopen', 'resolve'].map(alertAction),
  ...subscriptionChange('provision'),
  ...subscriptionChange('change', { new_plan_slug: 'business' }),
  ...['suspend', 'resume', 'terminate'].flatMap((action) => subscriptionChange(action)),
  [
    'POST /api/v1/billing/sync-services',
    {
      call: (api, { clientId, serviceId }) => reportService(api, clientId, serviceId),
      asForeignCustomer: { call: (api, { serviceId }) => reportService(api, foreignClientId, serviceId), status: 200 },
      succeedsBecause: 'services that are unknown to the partner are listed and never created',
    },
  ],
  [
    'POST /api/v1/whitelists',
    {
      call: (api, { clientId, spareEndpointId }) => allowPort(api, clientId, spareEndpointId),
      asForeignCustomer: {
        call: (api, { spareEndpointId }) => allowPort(api, foreignClientId, spareEndpointId),
        status: 403,
      },
    },
  ],
  [
    'PUT /api/v1/whitelists/{id}',
    ownedChange('PUT', ({ ruleId }) => `/api/v1/whitelists/${ruleId}`, { port_start: 444, protocol: 'tcp' }),
  ],
  ['DELETE /api/v1/whitelists/{id}', ownedRemoval(({ ruleId }) => `/api/v1/whitelists/${ruleId}`)],
  [
    'PUT /api/v1/endpoints/{endpoint}',
    ownedChange('PUT', ({ spareEndpointId }) => `/api/v1/endpoints/${spareEndpointId}`, { nickname: 'taken over' }),
  ],
  [
    'DELETE /api/v1/endpoints/{endpoint}',
    ownedRemoval(({ spareEndpointId }) => `/api/v1/endpoints/${spareEndpointId}`),
  ],
  ['GET /api/v1/sandbox/scenarios', { sameForAll: true, call: (api) => api.get('/api/v1/sandbox/scenarios') }],
  [
    'GET /api/v1/sandbox/scenario',
    { call: (api, world) => api.get(`/api/v1/sandbox/scenario?endpoint_id=${world.sandboxEndpointId}`) },
  ],
  [
    'PUT /api/v1/sandbox/scenario',
    {
      call: (api, world) =>
        api.send('PUT', '/api/v1/sandbox/scenario', { scenario: 'critical', endpoint_id: world.sandboxEndpointId }),
    },
  ],
  [
    'POST /api/v1/sandbox/scan',
    { call: (api, world) => api.post('/api/v1/sandbox/scan', { endpoint_id: world.sandboxEndpointId }) },
  ],
  ['POST /api/v1/sandbox/reset', { sameForAll: true, call: (api) => api.post('/api/v1/sandbox/reset') }],
  [
    'POST /api/v1/sso/token',
    {
      namesCustomerOnly: true,
      call: (api, { clientId }) => api.post('/api/v1/sso/token', { client_id: clientId }),
    },
  ],
  // Last: it gives the stranger customers with the numbers of A's.
  [
    'POST /api/v1/endpoints',
    {
      call: (api, { clientId }) => addEndpoint(api, clientId, spareAddress),
      asForeignCustomer: { call: (api) => addEndpoint(api, foreignClientId, foreignCustomersAddress), status: 200 },
      succeedsBecause: 'every partner numbers its own customers',
    },
  ],
]);

function reportService(api: ApiClient, clientId: number, serviceId: number): Promise<ApiAnswer> {
  const service = { client_id: clientId, service_id: serviceId, product_slug: 'endpoint', status: 'active' };
  return api.post('/api/v1/billing/sync-services', { services: [service] });
}

function allowPort(api: ApiClient, clientId: number, endpointId: string): Promise<ApiAnswer> {
  const rule = { port_start: 8_443, protocol: 'tcp', endpoint_id: endpointId, billing_customer_id: clientId };
  return api.post('/api/v1/whitelists', rule);
}

function addEndpoint(api: ApiClient, clientId: number, address: string): Promise<ApiAnswer> {
  return api.post('/api/v1/endpoints', { billing_customer_id: clientId, ip_address: address });
}

function ownedRead(group: string, id: 'endpointId' | 'alertId' | 'scanId' | 'ruleId', rest: string): RouteCase {
  return {
    call: (api, world) => api.get(`/api/v1/${group}/${world[id]}${rest}`),
    asForeignCustomer: {
      call: (api, world) => api.get(`/api/v1/${group}/${world[id]}${rest}?billing_customer_id=${foreignClientId}`),
      status: 403,
    },
  };
}

const absent: World = {
  endpointId: '0190aaaa-0000-7000-8000-00000000dead',
  alertId: '0190aaaa-0000-7000-8000-00000000beef',
  // As many digits as the ids that exist, so that answers that repeat them are of one length.
  clientId: 4_999,
  serviceId: 770_999,
  subscriptionServiceId: 770_998,
  spareEndpointId: '0190aaaa-0000-7000-8000-00000000fade',
  scanId: '0190aaaa-0000-7000-8000-00000000cafe',
  ruleId: '0190aaaa-0000-7000-8000-00000000face',
  sandboxEndpointId: '0190aaaa-0000-7000-8000-00000000feed',
};

let service: TestService;
let owner: TestPartner;
let stranger: TestPartner;
let world: World;
let operations: string[];
/** Those that take a customer's billing id. */
let customerScoped: string[];
/** Everything that identifies what A has. */
let secrets: string[];

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  owner = await service.partner('Owner Hosting');
  stranger = await service.partner('Stranger Hosting');
  await pretendLiveWorker(service);
  const clientId = 4_001;
  const serviceId = 770_123;
  const subscriptionServiceId = 770_124;
  const endpointId = await provision(owner.api, '127.77.66.55', {
    client_id: clientId,
    service_id: serviceId,
    hostname: 'secret-host.example.com',
    client_name: 'Secret Customer',
    client_email: 'secret-customer@example.com',
  });
  await provision(owner.api, foreignCustomersAddress, { client_id: foreignClientId });
  const spareEndpointId = await provision(owner.api, spareAddress, {
    client_id: clientId,
    hostname: 'secret-spare.example.com',
  });
  const scanId = await requestScan(owner.api, spareEndpointId, clientId);
  await provision(stranger.api, '127.77.66.57', { client_id: 1, service_id: 1 });
  const alertId = await insertAlert(service, owner, endpointId, { port: 61_234 });
  const subscription = { client_id: clientId, service_id: subscriptionServiceId, product_slug: 'port_monitoring' };
  await owner.api.post('/api/v1/billing/provision-subscription', { ...subscription, plan_slug: 'starter' });
  const rule = await owner.api.post('/api/v1/whitelists', {
    ...{ billing_customer_id: clientId, port_start: 443, protocol: 'tcp' },
    description: 'secret rule',
  });
  const ruleId = rule.body.data.id;
  const sandbox = await enableSandbox(service, owner);
  await enableSandbox(service, stranger);
  const sandboxEndpointId = await provision(sandbox, '127.77.66.55', { hostname: 'secret-trial.example.com' });
  const ids = { endpointId, alertId, spareEndpointId, scanId, ruleId, sandboxEndpointId };
  world = { ...ids, clientId, serviceId, subscriptionServiceId };
  secrets = [
    ...[...Object.values(ids), '127.77.66.55', '61234', 'secret', 'Secret', owner.portalDomain, owner.partnerId],
    'Owner Hosting',
  ];
  const document = await service.client('any.example', null).get('/openapi.json');
  const described = Object.entries<object>(document.body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      takesCustomer: /"(billing_customer_id|client_id)"/.test(
        JSON.stringify([operation.parameters, operation.requestBody]),
      ),
    })),
  );
  operations = described.map(({ name }) => name);
  customerScoped = described.filter(({ takesCustomer }) => takesCustomer).map(({ name }) => name);
});
afterAll(async () => {
  await service?.stop();
});

/** Every row of A that a call might have touched. */
async function ownersRows(): Promise<unknown> {
  const tables = [
    ...['customers', 'services', 'endpoints', 'alerts', 'scans', 'audit_entries', 'allowed_port_rules'],
    ...['subscriptions', 'pro_rata_windows', 'observations', 'sandbox_scenarios', 'sign_in_tokens', 'sessions'],
  ];
  const rows = [];
  for (const table of tables) {
    const result = await service.store.database.pool.query(
      `SELECT t.* FROM ${table} t JOIN partners p ON p.id = t.partner_id WHERE $1 IN (p.id, p.sandbox_of) ORDER BY t::text`,
      [owner.partnerId],
    );
    rows.push(result.rows);
  }
  return rows;
}

function expectNothingOfOwner(answer: ApiAnswer, sent: readonly string[] = []): void {
  const text = JSON.stringify([answer.body, answer.headers]);
  for (const secret of secrets.filter((candidate) => !sent.includes(candidate))) expect(text).not.toContain(secret);
}

describe('every operation of the OpenAPI document', () => {
  it('has a case here, and every case is an operation', () => {
    expect(operations.length).toBeGreaterThan(10);
    expect([...cases.keys()].toSorted()).toEqual(operations.toSorted());
    const namingCustomers = [...cases].filter(([, route]) => route.asForeignCustomer ?? route.namesCustomerOnly);
    expect(namingCustomers.map(([operation]) => operation).toSorted()).toEqual(customerScoped.toSorted());
  });

  it('tells nothing without a key', async () => {
    for (const [operation, { open, call }] of cases) {
      service.clock.advanceSeconds(61);
      for (const host of [owner.portalDomain, 'nobody.example.net']) {
        const answer = await call(service.client(host, null), world);
        if (open) expect(answer.status, operation).toBe(200);
        else expectRefusal(answer, 401);
        expectNothingOfOwner(answer);
      }
    }
  });

  it('gives a foreign partner with its own key the same answer for ids of A as for ids that do not exist', async () => {
    const before = await ownersRows();
    for (const [operation, { open, call, succeedsBecause, sameForAll }] of cases) {
      if (open) continue;
      const foreign = await call(stranger.api, world);
      const missing = await call(stranger.api, absent);
      expect(comparable(foreign), operation).toEqual(comparable(missing));
      if (!succeedsBecause && !sameForAll) expect([404, 422], operation).toContain(foreign.status);
      expectNothingOfOwner(foreign);
    }
    expect(await ownersRows()).toEqual(before);
  });

  it("gives a foreign partner on A's portal domain nothing but TENANT_MISMATCH", async () => {
    const before = await ownersRows();
    for (const [operation, { open, call }] of cases) {
      if (open) continue;
      const answer = await call(service.client(owner.portalDomain, stranger.apiKey), world);
      expect(answer.status, operation).toBe(403);
      expect(['TENANT_MISMATCH', 403]).toContain(answer.body.error.code);
      expectNothingOfOwner(answer);
    }
    expect(await ownersRows()).toEqual(before);
  });

  it('gives one customer nothing of another, where a customer is named', async () => {
    const before = await ownersRows();
    for (const [operation, { asForeignCustomer }] of cases) {
      if (!asForeignCustomer) continue;
      const answer = await asForeignCustomer.call(owner.api, world);
      expect(answer.status, operation).toBe(asForeignCustomer.status);
      expectNothingOfOwner(answer, [owner.portalDomain]);
    }
    expect(await ownersRows()).toEqual(before);
  });

  it('answers A itself otherwise: the ids above do exist', async () => {
    // Reads first: what the changes do to the endpoint must not hide it from them.
    const inOrder = [...cases].toSorted(([a], [b]) => Number(b.startsWith('GET')) - Number(a.startsWith('GET')));
    for (const [operation, { open, call, sameForAll }] of inOrder) {
      if (open || sameForAll) continue;
      const own = comparable(await call(owner.api, world));
      expect(own, operation).not.toEqual(comparable(await call(owner.api, absent)));
    }
  });
});

/** An answer without what differs from request to request: traces, new ids, times, and the numbers that the caller sent. */
function comparable(answer: ApiAnswer): unknown {
  const numbers = new RegExp([absent.clientId, absent.serviceId].join('|'), 'g');
  const text = JSON.stringify(withoutRequestTraces(answer))
    .replace(numbers, (number) => String(Number(number) === absent.clientId ? world.clientId : world.serviceId))
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
  return JSON.parse(text);
}
